import type { ToolSpec } from "../../api/tools";
import { load, save } from "../../parts/storage";

/** What is typed but not saved, kept in the browser. */
export interface Draft {
  spec: ToolSpec;
  /** The revision that it began from; `null` for a new tool. */
  revision: string | null;
  at: string;
}

const key = (name: string | null) => (name === null ? "draft" : `draft.${name}`);

export const loadDraft = (name: string | null): Draft | null => load(key(name));
export const dropDraft = (name: string | null): void => save(key(name), null);

export function keepDraft(name: string | null, spec: ToolSpec, revision: string | null): void {
  save(key(name), { spec, revision, at: new Date().toISOString() } satisfies Draft);
}

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
