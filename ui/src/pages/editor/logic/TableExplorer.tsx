import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Database } from "../../../api/database";
import { useText } from "../../../i18n/language";
import { Failure, Skeleton } from "../../../parts/States";
import { bySchema, findTables } from "./find_tables";
import { TableEntry } from "./TableEntry";

interface Props {
  tables: UseQueryResult<Database>;
  onInsert(text: string): void;
}

const MOST = 200;

/** The tables of the database: search, look, click or drag into the query. */
export function TableExplorer({ tables, onInsert }: Props) {
  const { t } = useText();
  const [text, setText] = useState("");
  const found = useMemo(() => findTables(tables.data?.items ?? [], text), [tables.data, text]);
  return (
    <aside className="panel explorer" aria-label={t("explorer.title")} data-testid="explorer">
      <h2>{t("explorer.title")}</h2>
      <input
        type="search"
        aria-label={t("explorer.search")}
        placeholder={t("explorer.search")}
        value={text}
        data-testid="explorer-search"
        onChange={(event) => setText(event.target.value)}
      />
      {tables.error !== null && <Failure error={tables.error} onRetry={tables.refetch} />}
      {tables.data === undefined && tables.error === null && <Skeleton lines={5} />}
      {tables.data !== undefined && found.length === 0 && <p className="hint">{t("common.nothing_found")}</p>}
      {bySchema(found.slice(0, MOST)).map(([schema, items]) => (
        <section key={schema}>
          <h3>{schema}</h3>
          <ul>
            {items.map((table) => (
              <TableEntry key={table.name} table={table} search={text} onInsert={onInsert} />
            ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}
