import { useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { ExecutionFilters } from "./ExecutionFilters";
import { ExecutionTable } from "./ExecutionTable";
import { patterned, readFilter } from "./filter";
import { listed } from "./listed";
import { useExecutions } from "./use_executions";
import { useNames } from "./use_names";

/** The calls, newest first. New ones appear by themselves unless the list is paused or scrolled down. */
export default function ExecutionsPage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const [live, setLive] = useState(true);
  const [isTop, setTop] = useState(true);
  const scroller = useRef<HTMLElement | null>(null);
  const filter = useMemo(() => readFilter(search), [search]);
  const names = useNames();
  const wanted = useMemo(
    () => patterned(filter, new Set(names.tool), new Set(names.caller)),
    [filter, names],
  );
  const list = useExecutions(wanted, !live || !isTop);
  useEffect(
    () => listed.set({ ids: list.items.map(({ id }) => id), search: search.toString() }),
    [list.items, search],
  );
  const { items, data, error, hasNextPage, isFetchingNextPage } = list;
  const isFiltered = Object.keys(filter).length > 0;
  function follow() {
    setLive(true);
    scroller.current?.scrollTo({ top: 0 });
  }
  return (
    <div className="page fixed">
      <PageHead title={t("menu.executions")} about={t("executions.about")}>
        <LiveButton live={live} onChange={setLive} />
      </PageHead>
      <ExecutionFilters filter={filter} names={names} />
      {list.held > 0 && <NewCalls count={list.held} onShow={follow} />}
      {list.hasGap && <Gap onLoad={() => void list.catchUp()} />}
      {error !== null && data === undefined && <Failure error={error} onRetry={list.refetch} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && items.length === 0 && (
        <Empty icon="executions" title={isFiltered ? t("common.nothing_found") : t("executions.none")}>
          {!isFiltered && <p>{t("executions.none_about")}</p>}
        </Empty>
      )}
      {items.length > 0 && (
        <ExecutionTable
          items={items}
          scrollerRef={scroller}
          onTop={setTop}
          onEnd={() => hasNextPage && !isFetchingNextPage && list.fetchNextPage()}
        />
      )}
    </div>
  );
}

function LiveButton({ live, onChange }: { live: boolean; onChange(live: boolean): void }) {
  const { t } = useText();
  return (
    <button
      type="button"
      className="button"
      aria-pressed={live}
      data-testid="live"
      data-status={live ? "live" : "paused"}
      onClick={() => onChange(!live)}
    >
      <Icon name={live ? "pause" : "playground"} />
      {live ? t("executions.pause") : t("executions.follow")}
    </button>
  );
}

function NewCalls({ count, onShow }: { count: number; onShow(): void }) {
  const { t, number } = useText();
  return (
    <button type="button" className="button small new-calls" onClick={onShow} data-testid="new-calls">
      <Icon name="up" />
      {t("executions.new", { count: number(count) })}
    </button>
  );
}

/** Said while calls may be missing between those that are shown. */
function Gap({ onLoad }: { onLoad(): void }) {
  const { t } = useText();
  return (
    <div className="callout note" role="status" data-testid="gap">
      <span>{t("executions.gap")}</span>
      <button type="button" className="button small" onClick={onLoad}>
        {t("common.retry")}
      </button>
    </div>
  );
}
