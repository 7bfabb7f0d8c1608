import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { useMayMake } from "../../shell/session";
import { applyFilter, isFiltered, readFilter } from "./filter";
import { TestRunDialog } from "./TestRunDialog";
import { ToolFilters } from "./ToolFilters";
import { ToolTable } from "./ToolTable";
import { useDrafts } from "./use_drafts";
import { useDeletedTools, useTools } from "./use_tools";

export default function ToolsPage() {
  const { t, number } = useText();
  const [search, setSearch] = useSearchParams();
  const [tested, setTested] = useState<ToolSummary | null>(null);
  const filter = useMemo(() => readFilter(search), [search]);
  const showsDeleted = filter.state === "deleted";
  const all = useTools();
  const deleted = useDeletedTools(showsDeleted);
  const { data, error, refetch } = showsDeleted ? deleted : all;
  const settled = useDeferredValue(filter);
  const found = useMemo(() => applyFilter(data ?? [], settled), [data, settled]);

  const change = useCallback(
    (name: string, value: string) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (value === "") next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const sort = useCallback((next: string) => change("sort", next), [change]);

  return (
    <div className="page fixed">
      <PageHead title={t("menu.tools")} about={t("tools.about")}>
        <NewToolLink />
      </PageHead>
      <ToolFilters tools={data ?? []} filter={filter} onChange={change}>
        <span className="count" role="status" data-testid="tool-count">
          {t("tools.count", { shown: number(found.length), all: number(data?.length ?? 0) })}
        </span>
      </ToolFilters>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && found.length === 0 && (
        <NoTools filtered={isFiltered(filter)} onClear={() => setSearch({})} />
      )}
      {found.length > 0 && (
        <ToolTable tools={found} filter={filter} deleted={showsDeleted} onSort={sort} onTest={setTested} />
      )}
      {tested !== null && <TestRunDialog tool={tested} onClose={() => setTested(null)} />}
    </div>
  );
}

function NewToolLink() {
  const { t } = useText();
  const hasDraft = useDrafts().has(null);
  if (!useMayMake()) return null;
  return (
    <Link href="/new" className="button primary" data-testid="new-tool">
      <Icon name="plus" />
      {t("tools.new")}
      {hasDraft && <span className="badge">{t("tools.draft")}</span>}
    </Link>
  );
}

function NoTools({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  const { t } = useText();
  if (!filtered) {
    return (
      <Empty icon="tools" title={t("tools.none")}>
        <p>{t("tools.none_about")}</p>
        <NewToolLink />
      </Empty>
    );
  }
  return (
    <Empty icon="search" title={t("common.nothing_found")}>
      <button type="button" className="button" onClick={onClear}>
        {t("tools.clear_filters")}
      </button>
    </Empty>
  );
}
