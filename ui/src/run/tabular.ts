export interface Tabular {
  columns: string[];
  rows: Record<string, unknown>[];
}

/** The result as rows and columns, if it has the shape: objects, or one object of plain values. */
export function tabular(result: unknown): Tabular | null {
  const rows = Array.isArray(result) ? result : isObject(result) ? (unwrap(result) ?? [result]) : null;
  if (rows === null || rows.length === 0 || !rows.every(isObject)) return null;
  const columns = new Set<string>();
  for (const row of rows.slice(0, 100)) for (const name of Object.keys(row)) columns.add(name);
  return { columns: [...columns], rows };
}

/** `{"rows": […]}` and the like. */
function unwrap(result: Record<string, unknown>): unknown[] | null {
  const lists = Object.values(result).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  return lists.length === 1 ? (lists[0] as unknown[]) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether all values of a column are numbers in these rows, but for those that are missing. */
export function isNumeric(rows: Tabular["rows"], column: string): boolean {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === "number");
}

/** One value in a cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "∅";
  return typeof value === "string" ? value : JSON.stringify(value);
}
