import { useQuery } from "@tanstack/react-query";
import { readTable, type Table } from "../../../api/database";
import { useText } from "../../../i18n/language";
import { Dialog } from "../../../parts/Dialog";
import { Failure, Skeleton } from "../../../parts/States";
import { ResultTable } from "../../../run/ResultTable";

export function FirstRows({ table, onClose }: { table: Table; onClose(): void }) {
  const { t } = useText();
  const { data, error } = useQuery({
    queryKey: ["rows", table.schema, table.name],
    queryFn: () => readTable(table.schema, table.name, 5),
  });
  const columns = table.columns.map((column) => column.name);
  return (
    <Dialog title={`${table.schema}.${table.name}`} onClose={onClose} wide testId="first-rows">
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Skeleton lines={5} />}
      {data !== undefined && (data.rows ?? []).length === 0 && (
        <p className="hint">{t("explorer.no_rows")}</p>
      )}
      {data?.rows !== undefined && data.rows.length > 0 && (
        <ResultTable table={{ columns, rows: data.rows }} />
      )}
    </Dialog>
  );
}
