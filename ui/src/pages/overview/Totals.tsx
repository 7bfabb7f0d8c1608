import type { Statistics } from "../../api/statistics";
import { useText } from "../../i18n/language";

/** The numbers one looks at first. */
export function Totals({ statistics }: { statistics: Statistics }) {
  const { t, number, percent, duration } = useText();
  const { calls, errors, p50_ms, p95_ms, p99_ms } = statistics.total;
  const { waiting } = statistics;
  const totals: [string, string, string][] = [
    ["calls", t("overview.calls"), number(calls)],
    ["errors", t("overview.errors"), percent(errors, calls)],
    ["p50", t("overview.typical"), duration(p50_ms)],
    ["p95", "p95", duration(p95_ms)],
    ["p99", "p99", duration(p99_ms)],
    ...(waiting.calls > 0
      ? [["waited", t("overview.waited"), duration(waiting.p50_ms)] satisfies [string, string, string]]
      : []),
    ["running", t("overview.running"), number(statistics.running)],
    ["queued", t("overview.queued"), number(statistics.queued)],
  ];
  return (
    <dl className="totals" data-testid="totals">
      {totals.map(([id, label, value]) => (
        <div key={id} data-testid={`total-${id}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
