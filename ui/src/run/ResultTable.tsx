import { useText } from "../i18n/language";
import { Plain } from "../parts/Plain";
import { DataTable } from "../parts/table/DataTable";
import { cellText, isNumeric, type Tabular } from "./tabular";

const MOST_ROWS = 200;

export function ResultTable({ table }: { table: Tabular }) {
  const { t } = useText();
  const shown = table.rows.slice(0, MOST_ROWS);
  return (
    <>
      <DataTable
        label={t("result.table")}
        testId="result-rows"
        look="plain"
        rows={shown}
        rowKey={(_, index) => index}
        columns={table.columns.map((name, index) => ({
          id: String(index),
          label: <Plain text={name} most={80} />,
          numeric: isNumeric(shown, name),
          cell: (row: Tabular["rows"][number]) => <Plain text={cellText(row[name])} />,
        }))}
      />
      {shown.length < table.rows.length && (
        <p className="hint">{t("result.first_rows", { shown: shown.length, all: table.rows.length })}</p>
      )}
    </>
  );
}
