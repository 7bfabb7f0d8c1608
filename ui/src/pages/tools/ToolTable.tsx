import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useRef } from "react";
import type { ToolSummary } from "../../api/tools";
import type { TextKey } from "../../i18n/en";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import type { Sort, ToolFilter } from "./filter";
import { ToolRow } from "./ToolRow";

interface Props {
  tools: ToolSummary[];
  filter: ToolFilter;
  deleted: boolean;
  onSort(sort: string): void;
  onTest(tool: ToolSummary): void;
}

const ROW_HEIGHT = 56;

const COLUMNS: { id: string; label: TextKey; sort?: Sort }[] = [
  { id: "name", label: "tools.name", sort: "name" },
  { id: "kind", label: "tools.kind", sort: "kind" },
  { id: "owner", label: "tools.owner", sort: "owner" },
  { id: "calls", label: "tools.calls", sort: "calls" },
  { id: "errors", label: "tools.errors", sort: "errors" },
  { id: "updated", label: "tools.updated", sort: "updated" },
  { id: "state", label: "tools.state" },
  { id: "actions", label: "tools.actions" },
];

/** A table of any length: only the rows that can be seen are in the page. */
export function ToolTable({ tools, filter, deleted, onSort, onTest }: Props) {
  const { t } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    getItemKey: (index) => tools[index]?.name ?? index,
  });

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as HTMLElement).closest("[data-index]");
    if (step === undefined || row === null) return;
    event.preventDefault();
    const next = Number(row.getAttribute("data-index")) + step;
    rows.scrollToIndex(Math.min(Math.max(next, 0), tools.length - 1));
    scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus();
  }

  return (
    <div
      className="tool-table"
      role="table"
      aria-label={t("menu.tools")}
      aria-rowcount={tools.length + 1}
      data-testid="tool-table"
    >
      <div role="rowgroup" className="table-head">
        <div role="row" aria-rowindex={1} className="tool-row head">
          {COLUMNS.map(({ id, label, sort }) => (
            <div key={id} role="columnheader" className={`cell-${id}`} aria-sort={sortState(filter, sort)}>
              {sort === undefined ? (
                t(label)
              ) : (
                <button
                  type="button"
                  data-testid={`sort-${sort}`}
                  onClick={() => onSort(nextSort(filter, sort))}
                >
                  {t(label)}
                  {filter.sort === sort && <Icon name={filter.descending ? "down" : "up"} />}
                </button>
              )}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links of the rows */}
      <div ref={scroller} className="tool-scroll" role="presentation" onKeyDown={onKeyDown}>
        <div role="rowgroup" className="tool-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const tool = tools[index];
            if (tool === undefined) return null;
            return (
              <ToolRow key={key} tool={tool} index={index} top={start} deleted={deleted} onTest={onTest} />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function sortState(filter: ToolFilter, sort: Sort | undefined) {
  if (sort === undefined) return undefined;
  if (filter.sort !== sort) return "none";
  return filter.descending ? "descending" : "ascending";
}

/** Numbers are most interesting from above. */
function nextSort(filter: ToolFilter, sort: Sort): string {
  const fromAbove = sort === "calls" || sort === "errors" || sort === "updated";
  if (filter.sort !== sort) return fromAbove ? `-${sort}` : sort;
  return filter.descending ? sort : `-${sort}`;
}
