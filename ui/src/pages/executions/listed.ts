import { signal } from "../../api/signal";

/** The list that was shown last, so that one call leads to the next. */
export const listed = signal<{ ids: string[]; search: string }>({ ids: [], search: "" });

/** The calls before (newer) and after (older) one in the list. */
export function neighbours(ids: string[], id: string): { newer: string | null; older: string | null } {
  const index = ids.indexOf(id);
  if (index < 0) return { newer: null, older: null };
  return { newer: ids[index - 1] ?? null, older: ids[index + 1] ?? null };
}
