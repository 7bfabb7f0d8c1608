import { useMemo } from "react";
import type { ToolSummary } from "../../api/tools";
import type { TextKey } from "../../i18n/en";
import { useText } from "../../i18n/language";
import { kindName } from "../../parts/kind_name";
import { Plain } from "../../parts/Plain";
import { Time } from "../../parts/Time";
import type { Column, ColumnSort } from "../../parts/table/column";
import { DataTable } from "../../parts/table/DataTable";
import type { Sort, ToolFilter } from "./filter";
import { CallsCell, ErrorsCell, NameCell, RestoreButton, RowActions, StateCell } from "./ToolCells";
import { useDrafts } from "./use_drafts";
import { useSwitchTool } from "./use_tools";

interface Props {
  tools: ToolSummary[];
  filter: ToolFilter;
  deleted: boolean;
  density: Density;
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  onSort(sort: string): void;
  onTest(tool: ToolSummary): void;
}

export type Density = "comfortable" | "compact";

const ROW_HEIGHT: Record<Density, number> = { comfortable: 56, compact: 36 };

/** A table of any length: only the rows that can be seen are in the page. */
export function ToolTable(props: Props) {
  const { t } = useText();
  return (
    <DataTable
      label={t("menu.tools")}
      testId="tool-table"
      className={`tools ${props.density}`}
      rowHeight={ROW_HEIGHT[props.density]}
      rows={props.tools}
      rowKey={({ name }) => name}
      attributes={attributes}
      columns={[useChoice(props), ...useColumns(props)]}
    />
  );
}

const attributes = ({ problem, is_active }: ToolSummary) => ({
  "data-testid": "tool-row",
  "data-status": problem !== null ? "problem" : is_active ? "active" : "inactive",
});

function useColumns({ filter, deleted, onSort, onTest }: Props): Column<ToolSummary>[] {
  const { t } = useText();
  const { sort, descending } = filter;
  const drafted = useDrafts();
  const { mutate: onSwitch } = useSwitchTool();
  return useMemo(() => {
    const cells: [string, TextKey, (tool: ToolSummary) => React.ReactNode][] = [
      ["name", "tools.name", (tool) => <NameCell tool={tool} drafted={drafted.has(tool.name)} />],
      ["kind", "tools.kind", ({ kind }) => <span className={`pill kind-${kind}`}>{kindName(kind, t)}</span>],
      [
        "owner",
        "tools.owner",
        ({ owner, origin }) => (owner === null ? t(`origin.${origin}`) : <Plain text={owner} most={40} />),
      ],
      ["calls", "tools.calls", (tool) => <CallsCell tool={tool} />],
      ["errors", "tools.errors", (tool) => <ErrorsCell tool={tool} />],
      ["updated", "tools.updated", ({ updated_at }) => <Time at={updated_at} />],
    ];
    const sorted = cells.map(([id, label, cell]) => {
      const sorting = sortOf(id as Sort, sort, descending, onSort);
      return { id, label: t(label), cell, sort: sorting };
    });
    const actions = (tool: ToolSummary) =>
      deleted ? <RestoreButton tool={tool} /> : <RowActions tool={tool} onTest={onTest} />;
    return [
      ...sorted,
      {
        id: "state",
        label: t("tools.state"),
        cell: (tool) => <StateCell tool={tool} deleted={deleted} onSwitch={onSwitch} />,
      },
      { id: "actions", label: t("tools.actions"), cell: actions },
    ];
  }, [t, sort, descending, deleted, drafted, onSort, onTest, onSwitch]);
}

/** The column by which tools are chosen. Only those that can be changed can be. */
function useChoice({ tools, chosen, deleted, onChoose }: Props): Column<ToolSummary> {
  const { t } = useText();
  return useMemo(() => {
    const able = deleted ? [] : tools.filter(({ editable }) => editable);
    const isAll = able.length > 0 && able.every(({ name }) => chosen.has(name));
    const choose = (names: string[], isOn: boolean) => {
      const next = new Set(chosen);
      for (const name of names) isOn ? next.add(name) : next.delete(name);
      onChoose(next);
    };
    const box = (label: string, isOn: boolean, names: string[], testId: string) => (
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        disabled={names.length === 0}
        data-testid={testId}
        onChange={(event) => choose(names, event.target.checked)}
      />
    );
    const all = able.map(({ name }) => name);
    return {
      id: "choice",
      label: box(t("bulk.all"), isAll, all, "choose-all"),
      cell: ({ name, editable }) =>
        editable && !deleted && box(t("bulk.choose", { name }), chosen.has(name), [name], "choose"),
    };
  }, [t, tools, chosen, deleted, onChoose]);
}

/** Numbers are most interesting from above. */
function sortOf(id: Sort, now: Sort, descending: boolean, onSort: Props["onSort"]): ColumnSort {
  const fromAbove = id === "calls" || id === "errors" || id === "updated";
  const state = id !== now ? "none" : descending ? "descending" : "ascending";
  const next = id !== now ? (fromAbove ? `-${id}` : id) : descending ? id : `-${id}`;
  return { state, onSort: () => onSort(next) };
}
