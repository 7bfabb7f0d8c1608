import { type CSSProperties, memo } from "react";
import { type Column, columnClass, type RowAttributes } from "./column";

interface Props<T> {
  row: T;
  columns: Column<T>[];
  attributes?: (row: T) => RowAttributes;
  index?: number;
  style?: CSSProperties;
}

function Row<T>({ row, columns, attributes, index, style }: Props<T>) {
  const isVirtual = index !== undefined;
  return (
    <tr
      {...attributes?.(row)}
      style={style}
      data-index={index}
      aria-rowindex={isVirtual ? index + 2 : undefined}
    >
      {columns.map((column) => (
        <td key={column.id} className={columnClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A row is drawn again only if its value or the columns change. */
export const TableRow = memo(Row) as typeof Row;
