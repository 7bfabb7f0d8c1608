import { useState } from "react";
import { useDrag } from "react-aria/useDrag";
import type { Column, Table } from "../../../api/database";
import { quoteName, tableName } from "../../../code/identifier";
import { useText } from "../../../i18n/language";
import { Icon } from "../../../parts/Icon";
import { Plain } from "../../../parts/Plain";
import { useSession } from "../../../shell/session";
import { FirstRows } from "./FirstRows";
import { isHit } from "./find_tables";

interface Props {
  table: Table;
  search: string;
  onInsert(text: string): void;
}

export function TableEntry({ table, search, onInsert }: Props) {
  const { t, number } = useText();
  const [opened, setOpened] = useState(false);
  const [rows, setRows] = useState(false);
  const { user } = useSession();
  const hasHit = table.columns.some((column) => isHit(column, search));
  const open = opened || hasHit;
  const about = [
    table.comment,
    table.rows_estimate === null ? null : t("explorer.rows", { rows: number(table.rows_estimate) }),
  ];
  return (
    <li className="table-entry">
      <div className="table-line">
        <button
          type="button"
          className="icon-button tiny"
          aria-expanded={open}
          aria-label={t("explorer.columns_of", { name: table.name })}
          data-testid="table-open"
          onClick={() => setOpened(!open)}
        >
          <Icon name={open ? "down" : "right"} />
        </button>
        <Insertable text={tableName(table.schema, table.name)} onInsert={onInsert} testId="insert-table">
          <Icon name={table.kind === "view" ? "view" : "table"} />
          <Plain text={table.name} most={60} />
        </Insertable>
        {user.role === "admin" && (
          <button
            type="button"
            className="icon-button tiny"
            aria-label={t("explorer.first_rows_of", { name: table.name })}
            title={t("explorer.first_rows")}
            data-testid="table-rows"
            onClick={() => setRows(true)}
          >
            <Icon name="eye" />
          </button>
        )}
      </div>
      {open && (
        <>
          <p className="hint">{about.filter((part) => part !== null && part !== "").join(" · ")}</p>
          <ul>
            {table.columns.map((column) => (
              <ColumnEntry key={column.name} column={column} onInsert={onInsert} />
            ))}
          </ul>
        </>
      )}
      {rows && <FirstRows table={table} onClose={() => setRows(false)} />}
    </li>
  );
}

function ColumnEntry({ column, onInsert }: { column: Column; onInsert(text: string): void }) {
  const { t } = useText();
  const key = column.key === null ? "" : t(`key.${column.key}`);
  const reference = column.references === null ? "" : ` → ${column.references}`;
  return (
    <li className="column-entry">
      <Insertable text={quoteName(column.name)} onInsert={onInsert} testId="insert-column">
        {column.key !== null && (
          <span title={key + reference} className={`key-${column.key}`}>
            <Icon name="key" />
          </span>
        )}
        <Plain text={column.name} most={60} />
        <small>
          <Plain text={column.type} most={40} />
        </small>
      </Insertable>
      {column.comment !== null && (
        <small className="comment">
          <Plain text={column.comment} most={120} />
        </small>
      )}
    </li>
  );
}

interface InsertableProps {
  text: string;
  testId: string;
  onInsert(text: string): void;
  children: React.ReactNode;
}

/** A name that is inserted with a click, and can be dragged into the editor. */
function Insertable({ text, testId, onInsert, children }: InsertableProps) {
  const { t } = useText();
  // Who has no mouse inserts with a click, so that dragging needs no keys of its own.
  const { dragProps } = useDrag({
    hasDragButton: true,
    getItems: () => [{ "text/plain": text }],
    getAllowedDropOperations: () => ["copy"],
  });
  return (
    <button
      {...dragProps}
      type="button"
      className="insertable"
      title={t("explorer.insert", { name: text })}
      data-testid={testId}
      onClick={() => onInsert(text)}
    >
      {children}
    </button>
  );
}
