import { useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { ExecutionFilters } from "./ExecutionFilters";
import { ExecutionTable } from "./ExecutionTable";
import { readFilter } from "./filter";
import { useExecutions } from "./use_executions";

export default function ExecutionsPage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const [live, setLive] = useState(true);
  const filter = useMemo(() => readFilter(search), [search]);
  const { items, data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useExecutions(
    filter,
    live,
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="page fixed">
      <PageHead title={t("menu.executions")} about={t("executions.about")}>
        <button
          type="button"
          className="button"
          aria-pressed={live}
          data-testid="live"
          data-status={live ? "live" : "paused"}
          onClick={() => setLive(!live)}
        >
          <Icon name={live ? "pause" : "playground"} />
          {live ? t("executions.pause") : t("executions.follow")}
        </button>
      </PageHead>
      <ExecutionFilters filter={filter} />
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && items.length === 0 && (
        <Empty icon="executions" title={isFiltered ? t("common.nothing_found") : t("executions.none")}>
          {!isFiltered && <p>{t("executions.none_about")}</p>}
        </Empty>
      )}
      {items.length > 0 && (
        <ExecutionTable items={items} onEnd={() => hasNextPage && !isFetchingNextPage && fetchNextPage()} />
      )}
    </div>
  );
}
