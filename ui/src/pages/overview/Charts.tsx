import { Suspense, useMemo, useState } from "react";
import type { Bucket } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { chunk } from "../../parts/chunk";
import { Skeleton } from "../../parts/States";

const Chart = chunk(() => import("../../chart/Chart"));

/** Calls with errors, and times, over the chosen period. */
export function Charts({ buckets }: { buckets: Bucket[] }) {
  const { t, number, duration, mark } = useText();
  const time = { timeLabel: t("executions.time"), formatTime: mark };
  const [isLog, setLog] = useState(true);
  const times = useMemo(() => buckets.map((bucket) => Date.parse(bucket.at) / 1000), [buckets]);
  const calls = useMemo(
    () => [
      {
        label: t("overview.calls"),
        values: buckets.map((bucket) => bucket.calls),
        colour: "--series-1",
        filled: true,
      },
      { label: t("overview.errors"), values: buckets.map((bucket) => bucket.errors), colour: "--series-2" },
    ],
    [buckets, t],
  );
  const latency = useMemo(
    () => [
      { label: "p50", values: buckets.map((bucket) => bucket.p50_ms), colour: "--series-1" },
      { label: "p95", values: buckets.map((bucket) => bucket.p95_ms), colour: "--series-3" },
      { label: "p99", values: buckets.map((bucket) => bucket.p99_ms), colour: "--series-2" },
    ],
    [buckets],
  );
  return (
    <div className="two-columns even">
      <Suspense fallback={<Skeleton lines={8} />}>
        <Chart {...time} title={t("overview.calls_chart")} times={times} lines={calls} format={number} />
      </Suspense>
      <Suspense fallback={<Skeleton lines={8} />}>
        <Chart
          {...time}
          title={t("overview.latency_chart")}
          times={times}
          lines={latency}
          isLog={isLog}
          format={duration}
        >
          <label className="check">
            <input
              type="checkbox"
              checked={isLog}
              data-testid="log-scale"
              onChange={(event) => setLog(event.target.checked)}
            />
            {t("overview.log_scale")}
          </label>
        </Chart>
      </Suspense>
    </div>
  );
}
