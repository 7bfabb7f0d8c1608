import { useText } from "../i18n/language";
import { Plain } from "../parts/Plain";
import { ScrollRegion } from "../parts/ScrollRegion";
import { cellText, isNumeric, type Tabular } from "./tabular";

const MOST_ROWS = 200;

export function ResultTable({ table }: { table: Tabular }) {
  const { t } = useText();
  const shown = table.rows.slice(0, MOST_ROWS);
  return (
    <ScrollRegion label={t("result.table")}>
      <table className="data" data-testid="result-rows">
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col" className={isNumeric(shown, column) ? "number" : undefined}>
                <Plain text={column} most={80} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={index}>
              {table.columns.map((column) => (
                <td key={column} className={typeof row[column] === "number" ? "number" : undefined}>
                  <Plain text={cellText(row[column])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < table.rows.length && (
        <p className="hint">{t("result.first_rows", { shown: shown.length, all: table.rows.length })}</p>
      )}
    </ScrollRegion>
  );
}
