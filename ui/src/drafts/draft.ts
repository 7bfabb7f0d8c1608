import { signal } from "../api/signal";
import type { ToolSpec } from "../api/tools";
import { keysUnder, load, removeUnder, save } from "../parts/storage";
import { withoutCredentials } from "./secrets";

/** What an edit began from. */
export interface Base {
  spec: ToolSpec;
  /** `null` for a new tool. */
  revision: string | null;
}

/** What is typed but not saved, kept in the browser. It holds no credentials. */
export interface Draft {
  spec: ToolSpec;
  /** The stored tool when editing began, so that a later save can be merged with the changes of others. */
  base: Base;
  at: string;
}

/** Whose draft it is, and of what: a stored tool, a copy of one, or a new tool. */
export interface DraftPlace {
  user: string;
  of: "new" | `copy/${string}` | `tool/${string}`;
}

/** Where the drafts of agents are. */
export const AGENT_DRAFTS = "agent-draft";

/** Counts the changes, for lists that mark tools with drafts. */
export const draftsChanged = signal(0);

const folder = (user: string) => `draft/${encodeURIComponent(user)}/`;
const key = ({ user, of }: DraftPlace) => folder(user) + of;
const announce = () => draftsChanged.set(draftsChanged.get() + 1);

export const loadDraft = (place: DraftPlace): Draft | null => load(key(place));

export function keepDraft(place: DraftPlace, spec: ToolSpec, base: Base): void {
  const draft: Draft = { spec: withoutCredentials(spec, base.spec), base, at: new Date().toISOString() };
  save(key(place), draft);
  announce();
}

export function dropDraft(place: DraftPlace): void {
  if (load(key(place)) === null) return;
  save(key(place), null);
  announce();
}

/** The stored tools of which the user has drafts; `null` stands for new tools. */
export function draftedTools(user: string): Set<string | null> {
  const places = keysUnder(folder(user)).map((name) => name.slice(folder(user).length));
  return new Set(places.map((of) => (of.startsWith("tool/") ? of.slice("tool/".length) : null)));
}

/** Removes everything that was typed here: drafts and remembered arguments of all users. */
export function forgetAll(): void {
  removeUnder("draft");
  removeUnder("arguments");
  removeUnder(AGENT_DRAFTS);
  announce();
}
