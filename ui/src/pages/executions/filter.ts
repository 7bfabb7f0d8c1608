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

/** Whether an execution that the server announces belongs into the list that is shown. `q` and times only the server can judge. */
export function matches(item: ExecutionItem, filter: ExecutionFilter): boolean {
  if (filter.q !== undefined || filter.until !== undefined) return false;
  return (["tool", "caller", "outcome"] as const).every(
    (name) => filter[name] === undefined || filter[name] === item[name],
  );
}

/** Newest first, each once, at most `most`. */
export function withNewest(items: ExecutionItem[], item: ExecutionItem, most: number): ExecutionItem[] {
  return [item, ...items.filter((one) => one.id !== item.id)].slice(0, most);
}
