import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type Execution, readExecution } from "../../api/executions";
import { ApiError } from "../../api/problem";
import { useText } from "../../i18n/language";
import { NotFound } from "../../parts/NotFound";
import { PageHead } from "../../parts/PageHead";
import { Plain, PlainBlock } from "../../parts/Plain";
import { ServerBlock } from "../../parts/ServerText";
import { Failure, Skeleton } from "../../parts/States";
import { ContentBlocks } from "../../run/ContentBlocks";
import { ResultTable } from "../../run/ResultTable";
import { tabular } from "../../run/tabular";
import { listed, neighbours } from "./listed";
import { Outcome } from "./Outcome";
import { Replay } from "./Replay";
import { SaveTest } from "./SaveTest";
import { Timeline } from "./Timeline";

/** One call, whole. */
export default function ExecutionPage() {
  const { t } = useText();
  const id = decodeURIComponent(location.pathname.slice("/executions/".length));
  const { data, error, refetch } = useQuery({
    queryKey: ["execution", id],
    queryFn: () => readExecution(id),
  });
  if (error instanceof ApiError && error.status === 404) return <NotFound title={t("executions.unknown")} />;
  if (data === undefined) return error === null ? <Skeleton /> : <Failure error={error} onRetry={refetch} />;
  return <Details key={id} execution={data} />;
}

function Details({ execution }: { execution: Execution }) {
  const { t, time, duration } = useText();
  const { tool, error, repairs, timeline } = execution;
  const facts: [string, string][] = [
    [t("executions.time"), time(execution.at)],
    [t("executions.elapsed"), duration(execution.elapsed_ms)],
    ...waitedFact(execution, t("executions.waited"), duration),
    [t("executions.caller"), execution.caller ?? "–"],
    [t("executions.key"), execution.key_id ?? "–"],
    [t("executions.agent"), execution.agent ?? "–"],
    [t("executions.client"), execution.client ?? "–"],
    ...serverFact(execution, t("executions.server")),
    [t("executions.trace"), execution.trace_id ?? "–"],
    ["id", execution.id],
  ];
  return (
    <div className="page">
      <PageHead title={t("executions.one")} about={<ToolLink name={tool} />}>
        <Outcome name={execution.outcome} />
        <SaveTest execution={execution} />
        <Neighbours id={execution.id} />
      </PageHead>
      <dl className="facts" data-testid="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Plain text={value} most={120} />
            </dd>
          </div>
        ))}
      </dl>
      {error !== null && (
        <div className="callout error" data-testid="execution-error">
          <ServerBlock text={error} />
        </div>
      )}
      <div className="two-columns even">
        <section>
          <h2>{t("run.arguments")}</h2>
          <PlainBlock text={json(execution.arguments)} />
          {repairs.length > 0 && (
            <>
              <h2>{t("executions.repairs")}</h2>
              <ul className="repairs" data-testid="repairs">
                {repairs.map((repair, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: repairs have no identity
                  <li key={index}>
                    <Plain text={repairText(repair)} most={500} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <section>
          <h2>{t("executions.result")}</h2>
          <Result value={execution.result} />
        </section>
      </div>
      {timeline.length > 0 && <Timeline parts={timeline} />}
      <Replay execution={execution} />
    </div>
  );
}

/** Only a call that asked somebody has waited. */
function waitedFact(
  { waited_ms }: Execution,
  label: string,
  duration: (milliseconds: number) => string,
): [string, string][] {
  return waited_ms > 0 ? [[label, duration(waited_ms)]] : [];
}

/** Only servers that share a database have a name. */
function serverFact({ server }: Execution, label: string): [string, string][] {
  return server ? [[label, server]] : [];
}

/** The way back to the list, and to the calls beside this one in it. */
function Neighbours({ id }: { id: string }) {
  const { t } = useText();
  const { ids, search } = listed.get();
  const { newer, older } = neighbours(ids, id);
  const step = (to: string | null, label: string, testId: string) =>
    to !== null && (
      <Link
        className="button small"
        href={`/executions/${encodeURIComponent(to)}`}
        replace
        data-testid={testId}
      >
        {label}
      </Link>
    );
  return (
    <>
      {step(newer, t("executions.newer"), "newer")}
      {step(older, t("executions.older_one"), "older")}
      <Link className="button small" href={search === "" ? "/executions" : `/executions?${search}`}>
        {t("executions.list")}
      </Link>
    </>
  );
}

function ToolLink({ name }: { name: string }) {
  return (
    <Link href={`/tools/${encodeURIComponent(name)}`}>
      <Plain text={name} most={80} />
    </Link>
  );
}

function Result({ value }: { value: unknown }) {
  const table = tabular(value);
  if (table !== null) return <ResultTable table={table} />;
  if (typeof value === "string") return <ContentBlocks blocks={[{ type: "text", text: value }]} />;
  return <PlainBlock text={json(value)} />;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";

function repairText(repair: unknown): string {
  if (typeof repair === "string") return repair;
  const { path, message } = (repair ?? {}) as { path?: string; message?: string };
  return message === undefined ? json(repair) : `${path ?? ""} ${message}`;
}
