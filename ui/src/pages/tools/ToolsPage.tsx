import { Suspense, useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { chunk } from "../../parts/chunk";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { load, save } from "../../parts/storage";
import { useMayMake } from "../../shell/session";
import { ImportButton } from "./bulk/ImportButton";
import { useImportFile } from "./bulk/use_import_file";
import { Folders } from "./Folders";
import { applyFilter, isFiltered, readFilter } from "./filter";
import { ToolFilters } from "./ToolFilters";
import { type Density, ToolTable } from "./ToolTable";
import { useDrafts } from "./use_drafts";
import { useDeletedTools, useTools } from "./use_tools";

// What appears after a click is not part of the first load.
const BulkBar = chunk(() => import("./bulk/BulkBar"));
const ImportDialog = chunk(() => import("./bulk/ImportDialog"));
const TestRunDialog = chunk(() => import("./TestRunDialog"));

export default function ToolsPage() {
  const { t, number } = useText();
  const [search, setSearch] = useSearchParams();
  const [tested, setTested] = useState<ToolSummary | null>(null);
  const filter = useMemo(() => readFilter(search), [search]);
  const showsDeleted = filter.state === "deleted";
  const all = useTools();
  const deleted = useDeletedTools(showsDeleted);
  const { data, error, refetch } = showsDeleted ? deleted : all;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [density, setDensity] = useState<Density>(() => load("density") ?? "comfortable");
  const file = useImportFile();
  const mayMake = useMayMake();
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

  const picked = useMemo(() => (data ?? []).filter(({ name }) => chosen.has(name)), [data, chosen]);
  function changeDensity(next: Density) {
    save("density", next);
    setDensity(next);
  }

  return (
    <div
      {...(mayMake ? file.dropProps : {})}
      className={file.isOver ? "page fixed drop-target" : "page fixed"}
    >
      <PageHead title={t("menu.tools")} about={t("tools.about")}>
        <DensityButton density={density} onChange={changeDensity} />
        {mayMake && <ImportButton onFile={(chosenFile) => void file.read(chosenFile)} />}
        <NewToolLink />
      </PageHead>
      <ToolFilters tools={data ?? []} filter={filter} onChange={change}>
        <span className="count" role="status" data-testid="tool-count">
          {t("tools.count", { shown: number(found.length), all: number(data?.length ?? 0) })}
        </span>
      </ToolFilters>
      <Folders tools={data ?? []} folder={filter.folder} onChange={(folder) => change("folder", folder)} />
      <Suspense fallback={null}>
        {picked.length > 0 && <BulkBar tools={picked} onClear={() => setChosen(new Set())} />}
        {file.found !== null && (
          <ImportDialog found={file.found} tools={data ?? []} onAddress={file.readAt} onClose={file.clear} />
        )}
        {tested !== null && <TestRunDialog tool={tested} onClose={() => setTested(null)} />}
      </Suspense>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && found.length === 0 && (
        <NoTools filtered={isFiltered(filter)} onClear={() => setSearch({})} />
      )}
      {found.length > 0 && (
        <ToolTable
          tools={found}
          filter={filter}
          deleted={showsDeleted}
          density={density}
          chosen={chosen}
          onChoose={setChosen}
          onSort={sort}
          onTest={setTested}
        />
      )}
    </div>
  );
}

function DensityButton({ density, onChange }: { density: Density; onChange(density: Density): void }) {
  const { t } = useText();
  const isCompact = density === "compact";
  return (
    <button
      type="button"
      className="button"
      aria-pressed={isCompact}
      data-testid="density"
      onClick={() => onChange(isCompact ? "comfortable" : "compact")}
    >
      {t("tools.compact")}
    </button>
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
