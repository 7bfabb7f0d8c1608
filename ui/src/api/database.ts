import { get, segment } from "./client";

export interface Column {
  name: string;
  type: string;
  nullable: boolean;
  comment: string | null;
  key: "primary" | "foreign" | null;
  references: string | null;
}

export interface Table {
  schema: string;
  name: string;
  kind: "table" | "view";
  comment: string | null;
  rows_estimate: number | null;
  columns: Column[];
  rows?: Record<string, unknown>[];
}

export interface Database {
  items: Table[];
  functions: string[];
}

export const readTables = (): Promise<Database> => get("database/tables");

export function readTable(schema: string, name: string, rows: number): Promise<Table> {
  return get(`database/tables/${segment(`${schema}.${name}`)}`, { rows });
}
