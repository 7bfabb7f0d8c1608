/** Tools whose names begin alike. */
export interface Folder {
  /** With the separator, as `sales_`. */
  prefix: string;
  count: number;
}

const FIRST_PART = /^[^_.-]*[_.-]+/;

/** The folders directly below a prefix: those that hold several names, and not all of them. */
export function foldersIn(names: string[], prefix: string): Folder[] {
  const counts = new Map<string, number>();
  const inside = names.filter((name) => name.startsWith(prefix));
  for (const name of inside) {
    const part = FIRST_PART.exec(name.slice(prefix.length))?.[0];
    if (part !== undefined) counts.set(prefix + part, (counts.get(prefix + part) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, count]) => ({ prefix: folder, count }))
    .filter(({ count }) => count > 1 && count < inside.length)
    .sort((one, other) => (one.prefix < other.prefix ? -1 : 1));
}

/** The folders that a prefix is in, from the outermost: `a_`, `a_b_` for `a_b_`. */
export function pathOf(prefix: string): string[] {
  const path: string[] = [];
  for (let rest = prefix; rest !== ""; ) {
    const part = FIRST_PART.exec(rest)?.[0] ?? rest;
    path.push((path.at(-1) ?? "") + part);
    rest = rest.slice(part.length);
  }
  return path;
}
