import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { type Finding, readHealth, type Severity } from "../../api/health";
import { readSettings } from "../../api/settings";
import type { Told } from "../../api/told";
import { useText } from "../../i18n/language";
import { PageHead } from "../../parts/PageHead";
import { Plain } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { Failure, Skeleton } from "../../parts/States";
import { DataTable } from "../../parts/table/DataTable";
import { useSession } from "../../shell/session";
import { KOREAN } from "./korean";
import { Posture } from "./Posture";

/** What the doctor finds, and where each setting comes from. */
export default function SettingsPage() {
  const { t } = useText();
  const isAdmin = useSession().user.role === "admin";
  return (
    <div className="page">
      <PageHead title={t("menu.settings")} about={t("settings.about")} />
      <Health />
      {isAdmin && <Posture />}
      <Settings />
    </div>
  );
}

const ORDER: Severity[] = ["error", "warning", "note", "ok"];

function Health() {
  const { t } = useText();
  const { data, error, refetch } = useQuery({ queryKey: ["health"], queryFn: readHealth });
  const findings = (data?.findings ?? []).toSorted(
    (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity),
  );
  return (
    <section>
      <h2>{t("health.title")}</h2>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={4} />}
      <ul className="findings">
        {findings.map((finding) => (
          <FindingLine key={`${finding.subject}-${finding.text}`} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

const TONE: Record<Severity, string> = { ok: "ok", note: "", warning: "warning", error: "error" };

const SUBJECTS = [
  "settings",
  "data_folder",
  "embeddings",
  "vectors",
  "database",
  "web_search",
  "sandbox",
] as const;

function FindingLine({ finding }: { finding: Finding }) {
  const { t } = useText();
  const subject = SUBJECTS.find((one) => one === finding.subject.replace(" ", "_"));
  return (
    <li className="finding" data-testid="finding" data-status={finding.severity}>
      <span className={`pill ${TONE[finding.severity]}`}>{t(`severity.${finding.severity}`)}</span>
      <div>
        <strong>
          {subject === undefined ? <ServerText text={finding.subject} most={80} /> : t(`health.${subject}`)}
        </strong>
        <p>
          <Sentences of={finding.facts} />
        </p>
        {finding.advice !== null && (
          <p className="fix">
            <ServerText text={finding.advice} />
          </p>
        )}
      </div>
    </li>
  );
}

/** Sentences of the server, one after the other. */
function Sentences({ of: sentences }: { of: Told[] }) {
  return sentences.map((told, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
    <Fragment key={index}>
      {index > 0 && "; "}
      <ServerText text={told} />
    </Fragment>
  ));
}

function Settings() {
  const { t, language } = useText();
  const about = (name: string, description: string) =>
    (language === "ko" ? KOREAN[name] : undefined) ?? description;
  const [text, setText] = useState("");
  const { data, error, refetch } = useQuery({ queryKey: ["settings"], queryFn: readSettings });
  const found = (data?.items ?? []).filter((one) =>
    `${one.name} ${one.description} ${about(one.name, one.description)}`
      .toLowerCase()
      .includes(text.toLowerCase()),
  );
  return (
    <section>
      <h2>{t("settings.title")}</h2>
      <search className="filters">
        <input
          type="search"
          aria-label={t("settings.search")}
          placeholder={t("settings.search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton />}
      <DataTable
        label={t("settings.title")}
        testId="settings"
        rows={found}
        rowKey={({ name }) => name}
        columns={[
          { id: "name", label: t("settings.name"), cell: ({ name }) => <code>{name}</code> },
          {
            id: "value",
            label: t("settings.value"),
            cell: ({ value }) => <Plain text={value ?? "–"} most={200} />,
          },
          {
            id: "place",
            label: t("settings.place"),
            cell: ({ place }) => (
              <span className="pill">
                {place === "default" || place === "environment" ? (
                  t(`settings.${place}`)
                ) : (
                  <code>{place}</code>
                )}
              </span>
            ),
          },
          {
            id: "description",
            label: t("settings.description"),
            cell: ({ name, description }) => <ServerText text={about(name, description)} most={300} />,
          },
        ]}
      />
      {data !== undefined && data.files.length > 0 && (
        <p className="hint">
          {t("settings.files")} <code>{data.files.join(", ")}</code>
        </p>
      )}
    </section>
  );
}
