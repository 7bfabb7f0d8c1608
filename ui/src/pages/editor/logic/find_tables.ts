import type { Column, Table } from "../../../api/database";

/** Tables whose name, comment or columns hold every word. */
export function findTables(tables: Table[], text: string): Table[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tables.filter((table) => {
    const columns = table.columns.map((column) => `${column.name} ${column.comment ?? ""}`);
    const whole = [table.schema, table.name, table.comment ?? "", ...columns].join(" ").toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

/** Whether a column is why its table was found. */
export function isHit(column: Column, text: string): boolean {
  const word = text.trim().toLowerCase();
  return word !== "" && `${column.name} ${column.comment ?? ""}`.toLowerCase().includes(word);
}

export function bySchema(tables: Table[]): [string, Table[]][] {
  const schemas = new Map<string, Table[]>();
  for (const table of tables) schemas.set(table.schema, [...(schemas.get(table.schema) ?? []), table]);
  return [...schemas];
}
