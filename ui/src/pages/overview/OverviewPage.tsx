import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { readStatistics } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { PageHead } from "../../parts/PageHead";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { Charts } from "./Charts";
import { Outcomes } from "./Outcomes";
import { PERIODS, type Period, queryOf, sinceOf } from "./period";
import { CallerTable, ToolRanking } from "./Rankings";
import { Totals } from "./Totals";

const REFRESH = 15_000;

export default function OverviewPage() {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  const period = PERIODS.find((one) => one === search.get("period")) ?? "day";
  const tool = search.get("tool") ?? "";
  const caller = search.get("caller") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["statistics", period, tool, caller],
    queryFn: () => readStatistics(queryOf(period, Date.now(), tool, caller)),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
  function set(name: string, value: string) {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  }
  const isEmpty = data?.buckets.every((bucket) => bucket.calls === 0) && tool === "" && caller === "";
  return (
    <div className="page">
      <PageHead title={t("menu.overview")}>
        <Narrowed name="tool" value={tool} onClear={() => set("tool", "")} />
        <Narrowed name="caller" value={caller} onClear={() => set("caller", "")} />
        <PeriodChoice period={period} onChange={(next) => set("period", next)} />
      </PageHead>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={12} />}
      {data !== undefined && isEmpty && (
        <Empty icon="overview" title={t("overview.none")}>
          <p>{t("overview.none_about")}</p>
          <Link href="/connect" className="button primary">
            {t("menu.connect")}
          </Link>
        </Empty>
      )}
      {data !== undefined && !isEmpty && (
        <>
          <Totals statistics={data} />
          <Charts buckets={data.buckets} />
          <div className="two-columns even">
            <ToolRanking
              title={t("overview.slow")}
              tools={data.tools}
              by="p95_ms"
              onChoose={(name) => set("tool", name)}
            />
            <ToolRanking
              title={t("overview.failing")}
              tools={data.tools}
              by="errors"
              onChoose={(name) => set("tool", name)}
            />
            <CallerTable callers={data.callers} onChoose={(name) => set("caller", name)} />
            <Outcomes statistics={data} narrowed={{ tool, caller, since: sinceOf(period) }} />
          </div>
        </>
      )}
    </div>
  );
}

function PeriodChoice({ period, onChange }: { period: Period; onChange(period: Period): void }) {
  const { t } = useText();
  return (
    <select
      aria-label={t("overview.period")}
      value={period}
      data-testid="period"
      onChange={(event) => onChange(event.target.value as Period)}
    >
      {PERIODS.map((one) => (
        <option key={one} value={one}>
          {t(`period.${one}`)}
        </option>
      ))}
    </select>
  );
}

function Narrowed({ name, value, onClear }: { name: "tool" | "caller"; value: string; onClear(): void }) {
  const { t } = useText();
  if (value === "") return null;
  return (
    <button type="button" className="button small" onClick={onClear} data-testid={`clear-${name}`}>
      {t(`executions.${name}`)}: {visible(clip(value, 40))} ✕
    </button>
  );
}
