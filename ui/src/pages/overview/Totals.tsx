import type { Statistics } from "../../api/statistics";
import { useText } from "../../i18n/language";

/** The numbers one looks at first. */
export function Totals({ statistics }: { statistics: Statistics }) {
  const { t, number, percent, duration } = useText();
  const { buckets } = statistics;
  const calls = sum(buckets.map((bucket) => bucket.calls));
  const errors = sum(buckets.map((bucket) => bucket.errors));
  const weighted = (name: "p50_ms" | "p95_ms" | "overhead_p50_ms") => {
    const known = buckets.filter((bucket) => bucket[name] !== null && bucket.calls > 0);
    const weight = sum(known.map((bucket) => bucket.calls));
    return weight === 0 ? null : sum(known.map((bucket) => (bucket[name] ?? 0) * bucket.calls)) / weight;
  };
  const totals: [string, string, string][] = [
    ["calls", t("overview.calls"), number(calls)],
    ["errors", t("overview.errors"), percent(errors, calls)],
    ["p50", t("overview.typical"), duration(weighted("p50_ms"))],
    ["p95", "p95", duration(weighted("p95_ms"))],
    ["overhead", t("overview.overhead"), duration(weighted("overhead_p50_ms"))],
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

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
