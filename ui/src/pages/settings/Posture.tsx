import { useQuery } from "@tanstack/react-query";
import { type Posture as Found, readPosture } from "../../api/database";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { Plain, PlainBlock } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { Failure, Skeleton } from "../../parts/States";

const TONE = { notice: "", warning: "warning", danger: "error" } as const;

/** The role that SQL tools run as, what it could do beyond reading, and the SQL that mends it. */
export function Posture() {
  const { t } = useText();
  const { data, error, refetch } = useQuery({ queryKey: ["posture"], queryFn: readPosture, retry: false });
  return (
    <section data-testid="posture" data-status={data === undefined ? "loading" : "ready"}>
      <h2>{t("posture.title")}</h2>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data !== undefined && <Rights posture={data} />}
    </section>
  );
}

function Rights({ posture }: { posture: Found }) {
  const { t } = useText();
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t("posture.role")}</dt>
          <dd data-testid="posture-role">
            <Plain text={posture.role} most={80} />
          </dd>
        </div>
        <div>
          <dt>{t("health.database")}</dt>
          <dd>
            <Plain text={posture.database} most={80} />
          </dd>
        </div>
      </dl>
      {posture.findings.length === 0 && <p data-testid="posture-ok">{t("posture.only_reads")}</p>}
      <ul className="findings">
        {posture.findings.map(({ severity, problem, fix, told, advice }) => (
          <li key={problem} className="finding" data-testid="posture-finding" data-status={severity}>
            <span className={`pill ${TONE[severity]}`}>{t(`posture.${severity}`)}</span>
            <div>
              <p>
                <ServerText text={told} />
              </p>
              <p className="fix">
                <ServerText text={advice} /> <CopyButton text={fix} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <details className="more">
        <summary>{t("posture.setup")}</summary>
        <CopyButton text={posture.setup_sql} />
        <PlainBlock text={posture.setup_sql} />
      </details>
    </>
  );
}
