import type { Statistics, ToolStatistics } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { DataTable } from "../../parts/table/DataTable";

const SHOWN = 8;

interface RankingProps {
  title: string;
  tools: ToolStatistics[];
  by: "p95_ms" | "errors";
  onChoose(tool: string): void;
}

/** The tools that are slowest, or fail most. */
export function ToolRanking({ title, tools, by, onChoose }: RankingProps) {
  const { t, number, percent, duration } = useText();
  const ranked = tools
    .filter((tool) => (tool[by] ?? 0) > 0)
    .sort((left, right) => (right[by] ?? 0) - (left[by] ?? 0))
    .slice(0, SHOWN);
  const measure = (tool: ToolStatistics) =>
    by === "errors" ? `${number(tool.errors)} · ${percent(tool.errors, tool.calls)}` : duration(tool.p95_ms);
  return (
    <section className="panel" data-testid={`ranking-${by}`}>
      <h2>{title}</h2>
      {ranked.length === 0 && <p className="hint">{t("overview.nothing")}</p>}
      {ranked.length > 0 && (
        <DataTable
          label={title}
          look="plain"
          rows={ranked}
          rowKey={({ tool }) => tool}
          columns={[
            {
              id: "tool",
              label: t("executions.tool"),
              cell: ({ tool }) => <Choose name={tool} onChoose={onChoose} />,
            },
            { id: "calls", label: t("overview.calls"), numeric: true, cell: ({ calls }) => number(calls) },
            {
              id: "measure",
              label: by === "errors" ? t("overview.errors") : "p95",
              numeric: true,
              cell: measure,
            },
          ]}
        />
      )}
    </section>
  );
}

interface CallerProps {
  callers: Statistics["callers"];
  onChoose(caller: string): void;
}

export function CallerTable({ callers, onChoose }: CallerProps) {
  const { t, number, percent } = useText();
  return (
    <section className="panel">
      <h2>{t("overview.callers")}</h2>
      <DataTable
        label={t("overview.callers")}
        look="plain"
        rows={callers.slice(0, SHOWN)}
        rowKey={({ caller }) => caller}
        columns={[
          {
            id: "caller",
            label: t("executions.caller"),
            cell: ({ caller }) => <Choose name={caller} onChoose={onChoose} />,
          },
          { id: "calls", label: t("overview.calls"), numeric: true, cell: ({ calls }) => number(calls) },
          {
            id: "errors",
            label: t("overview.errors"),
            numeric: true,
            cell: ({ calls, errors }) => percent(errors, calls),
          },
        ]}
      />
    </section>
  );
}

function Choose({ name, onChoose }: { name: string; onChoose(name: string): void }) {
  return (
    <button type="button" className="link" onClick={() => onChoose(name)}>
      <Plain text={name} most={60} />
    </button>
  );
}
