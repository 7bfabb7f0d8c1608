import type { Statistics, ToolStatistics } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";

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
  return (
    <section className="panel" data-testid={`ranking-${by}`}>
      <h2>{title}</h2>
      {ranked.length === 0 && <p className="hint">{t("overview.nothing")}</p>}
      {ranked.length > 0 && (
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{t("executions.tool")}</th>
              <th scope="col" className="number">
                {t("overview.calls")}
              </th>
              <th scope="col" className="number">
                {by === "errors" ? t("overview.errors") : "p95"}
              </th>
            </tr>
          </thead>
          <tbody>
            {ranked.map((tool) => (
              <tr key={tool.tool}>
                <td>
                  <button type="button" className="link" onClick={() => onChoose(tool.tool)}>
                    <Plain text={tool.tool} most={60} />
                  </button>
                </td>
                <td className="number">{number(tool.calls)}</td>
                <td className="number">
                  {by === "errors"
                    ? `${number(tool.errors)} · ${percent(tool.errors, tool.calls)}`
                    : duration(tool.p95_ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{t("executions.caller")}</th>
            <th scope="col" className="number">
              {t("overview.calls")}
            </th>
            <th scope="col" className="number">
              {t("overview.errors")}
            </th>
          </tr>
        </thead>
        <tbody>
          {callers.slice(0, SHOWN).map(({ caller, calls, errors }) => (
            <tr key={caller}>
              <td>
                <button type="button" className="link" onClick={() => onChoose(caller)}>
                  <Plain text={caller} most={60} />
                </button>
              </td>
              <td className="number">{number(calls)}</td>
              <td className="number">{percent(errors, calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
