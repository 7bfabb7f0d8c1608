import type { ReactNode } from "react";

/** One column of a [`DataTable`]. */
export interface Column<T> {
  id: string;
  label: ReactNode;
  cell(row: T): ReactNode;
  /** Aligns the column to the right, with digits of one width. */
  numeric?: boolean;
  sort?: ColumnSort;
}

export interface ColumnSort {
  state: "ascending" | "descending" | "none";
  onSort(): void;
}

/** Attributes of a row, for tests and styles. */
export interface RowAttributes {
  "data-testid"?: string;
  "data-status"?: string;
  className?: string;
}

export interface TableProps<T> {
  rows: T[];
  columns: Column<T>[];
  rowKey(row: T, index: number): string | number;
  attributes?: (row: T) => RowAttributes;
  /** Called when the last row is near. Only for tables with a `rowHeight`. */
  onEnd?(): void;
  /** Called when the table is scrolled away from its beginning, and back. Only for tables with a `rowHeight`. */
  onTop?(isTop: boolean): void;
}

export const columnClass = ({ id, numeric }: Column<never>): string =>
  numeric === true ? `col-${id} number` : `col-${id}`;
