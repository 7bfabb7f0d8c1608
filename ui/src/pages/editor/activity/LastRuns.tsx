import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { listExecutions } from "../../../api/executions";
import { useText } from "../../../i18n/language";
import { Plain } from "../../../parts/Plain";
import { Failure, Skeleton } from "../../../parts/States";
import { Time } from "../../../parts/Time";
import { DataTable } from "../../../parts/table/DataTable";
import { Outcome } from "../../executions/Outcome";

const SHOWN = 8;

/** The last calls of a tool, and the way to all of them. */
export function LastRuns({ name }: { name: string }) {
  const { t, duration } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["last-runs", name],
    queryFn: ({ signal }) => listExecutions({ tool: name }, null, signal),
  });
  return (
    <section data-testid="last-runs">
      <h2>{t("activity.last_runs")}</h2>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={4} />}
      {data?.items.length === 0 && <p className="hint">{t("executions.none")}</p>}
      {data !== undefined && data.items.length > 0 && (
        <>
          <DataTable
            label={t("activity.last_runs")}
            look="plain"
            className="last-runs"
            rows={data.items.slice(0, SHOWN)}
            rowKey={({ id }) => id}
            attributes={() => ({ "data-testid": "last-run" })}
            columns={[
              {
                id: "time",
                label: t("executions.time"),
                cell: ({ id, at }) => (
                  <Link href={`/executions/${encodeURIComponent(id)}`}>
                    <Time at={at} />
                  </Link>
                ),
              },
              {
                id: "arguments",
                label: t("run.arguments"),
                cell: ({ arguments_text }) => (
                  <code>
                    <Plain text={arguments_text ?? ""} most={60} />
                  </code>
                ),
              },
              {
                id: "outcome",
                label: t("executions.outcome"),
                cell: ({ outcome }) => <Outcome name={outcome} />,
              },
              {
                id: "elapsed",
                label: t("executions.elapsed"),
                numeric: true,
                cell: ({ elapsed_ms }) => duration(elapsed_ms),
              },
            ]}
          />
          <p>
            <Link href={`/executions?tool=${encodeURIComponent(name)}`}>{t("executions.list")}</Link>
          </p>
        </>
      )}
    </section>
  );
}
