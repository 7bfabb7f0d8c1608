import type { Answer, Refined } from "./answer";
import { get, segment } from "./client";

export type Column = Refined<Answer<"ColumnView">, { key: "primary" | "foreign" | null }>;
export type Table = Refined<
  Answer<"TableView">,
  { kind: "table" | "view"; columns: Column[]; rows?: Record<string, unknown>[] }
>;
export type Database = Refined<Answer<"Tables">, { items: Table[] }>;

export type Posture = Answer<"Posture">;

export const readPosture = (): Promise<Posture> => get("database/posture");
export const readTables = (): Promise<Database> => get("database/tables");

export function readTable(schema: string, name: string, rows: number): Promise<Table> {
  return get(`database/tables/${segment(`${schema}.${name}`)}`, { rows });
}
