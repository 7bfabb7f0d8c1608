import { type CSSProperties, memo } from "react";
import { type Column, columnClass, type RowAttributes } from "./column";

interface Props<T> {
  row: T;
  columns: Column<T>[];
  attributes?: (row: T) => RowAttributes;
  index?: number;
  style?: CSSProperties;
}

export function TableRow<T>({ row, columns, attributes, index, style }: Props<T>) {
  return (
    <tr
      {...attributes?.(row)}
      style={style}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
    >
      <Cells row={row} columns={columns} />
    </tr>
  );
}

/** Cells are drawn again only if their value or the columns change, not when the row moves. */
const Cells = memo(function Cells<T>({ row, columns }: Pick<Props<T>, "row" | "columns">) {
  return columns.map((column) => (
    <td key={column.id} className={columnClass(column)}>
      {column.cell(row)}
    </td>
  ));
}) as <T>(props: Pick<Props<T>, "row" | "columns">) => React.ReactNode;
