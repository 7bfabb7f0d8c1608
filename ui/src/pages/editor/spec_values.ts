import type { ToolSpec } from "../../api/tools";

export function emptySpec(): ToolSpec {
  return {
    name: "",
    type: "sql",
    description: "",
    description_user: "",
    config: { query: "", result: "rows" },
    parameters: [],
    tags: [],
    is_active: true,
    is_public: false,
  };
}

/** Compares as JSON does: a missing member and an undefined one are the same. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}
