import type { ToolSummary } from "../../api/tools";

export const SORTS = ["name", "kind", "owner", "calls", "errors", "updated"] as const;
export type Sort = (typeof SORTS)[number];

/** What the address says about the table. */
export interface ToolFilter {
  q: string;
  kind: string;
  origin: string;
  state: string;
  owner: string;
  tag: string;
  /** What the name begins with. */
  folder: string;
  sort: Sort;
  descending: boolean;
}

export function readFilter(search: URLSearchParams): ToolFilter {
  const text = (name: string) => search.get(name) ?? "";
  const sort = text("sort").replace(/^-/, "") as Sort;
  return {
    q: text("q"),
    kind: text("kind"),
    origin: text("origin"),
    state: text("state"),
    owner: text("owner"),
    tag: text("tag"),
    folder: text("folder"),
    sort: SORTS.includes(sort) ? sort : "name",
    descending: text("sort").startsWith("-"),
  };
}

export function isFiltered({ q, kind, origin, state, owner, tag, folder }: ToolFilter): boolean {
  return [q, kind, origin, state, owner, tag, folder].some((part) => part !== "");
}

const KEYS: Record<Sort, (tool: ToolSummary) => string | number> = {
  name: (tool) => tool.name,
  kind: (tool) => tool.kind,
  owner: (tool) => tool.owner ?? "",
  calls: (tool) => tool.statistics.calls,
  errors: (tool) => (tool.statistics.calls === 0 ? 0 : tool.statistics.errors / tool.statistics.calls),
  updated: (tool) => tool.updated_at ?? "",
};

const order = new Intl.Collator(undefined, { numeric: true });

/** The tools that match, in order. Equal ones are ordered by name. */
export function applyFilter(tools: ToolSummary[], filter: ToolFilter): ToolSummary[] {
  const words = filter.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter((tool) => matches(tool, filter, words));
  const key = KEYS[filter.sort];
  const sign = filter.descending ? -1 : 1;
  return found.sort((left, right) => sign * compare(key(left), key(right)) || compare(left.name, right.name));
}

function matches(tool: ToolSummary, filter: ToolFilter, words: string[]): boolean {
  if (!tool.name.startsWith(filter.folder)) return false;
  if (filter.kind !== "" && tool.kind !== filter.kind) return false;
  if (filter.origin !== "" && tool.origin !== filter.origin) return false;
  if (filter.owner !== "" && tool.owner !== filter.owner) return false;
  if (filter.tag !== "" && !tool.tags.includes(filter.tag)) return false;
  if (filter.state === "active" && !tool.is_active) return false;
  if (filter.state === "inactive" && tool.is_active) return false;
  if (filter.state === "problem" && tool.problem === null) return false;
  if (words.length === 0) return true;
  // A description can be a megabyte: its beginning is enough to find it.
  const text = [
    tool.name,
    tool.title,
    tool.description.slice(0, 2000),
    tool.description_user?.slice(0, 2000),
    ...tool.tags,
  ];
  const haystack = text.join(" ").toLowerCase();
  return words.every((word) => haystack.includes(word));
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return order.compare(String(left), String(right));
}
