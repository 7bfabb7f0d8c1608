import type { ExecutionFilter, ExecutionItem } from "../../api/executions";

export const FILTERS = ["tool", "caller", "outcome", "since", "until", "q"] as const;

export function readFilter(search: URLSearchParams): ExecutionFilter {
  const filter: ExecutionFilter = {};
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value !== null && value !== "") filter[name] = value;
  }
  return filter;
}

/**
 * The filter as the server reads it: a part of a name becomes a pattern. What is a whole name of a tool or caller stays
 * as it is, and so does every text while the names are not loaded: most often a link has a whole one.
 */
export function patterned(
  filter: ExecutionFilter,
  tools: Set<string>,
  callers: Set<string>,
): ExecutionFilter {
  const pattern = (text: string | undefined, names: Set<string>) =>
    text === undefined || text.includes("*") || names.size === 0 || names.has(text) ? text : `*${text}*`;
  const wanted = { ...filter, tool: pattern(filter.tool, tools), caller: pattern(filter.caller, callers) };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

/** Whether an execution that the server announces belongs into the list; `null` if only the server can tell. */
export function matches(item: ExecutionItem, filter: ExecutionFilter): boolean | null {
  if (filter.until !== undefined) return false;
  if (filter.outcome !== undefined && filter.outcome !== item.outcome) return false;
  if (filter.tool !== undefined && !fits(item.tool, filter.tool)) return false;
  const callers = [item.caller, item.client].filter((one) => one !== null);
  if (filter.caller !== undefined && !callers.some((one) => fits(one, filter.caller ?? ""))) return false;
  return filter.q === undefined ? true : null;
}

/** Whether a name fits a pattern in which `*` stands for any characters. */
function fits(name: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}

/** The batch (oldest first) before the items (newest first), each once in its newest form. */
export function withNewest(items: ExecutionItem[], batch: ExecutionItem[]): ExecutionItem[] {
  if (batch.length === 0) return items;
  const fresh = new Map(batch.toReversed().map((item) => [item.id, item]));
  for (const item of batch) fresh.set(item.id, item);
  return [...fresh.values(), ...items.filter(({ id }) => !fresh.has(id))];
}
