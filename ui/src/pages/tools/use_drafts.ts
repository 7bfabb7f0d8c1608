import { useMemo } from "react";
import { draftedTools, draftsChanged } from "../../drafts/draft";
import { useSignal } from "../../parts/use_signal";
import { useSession } from "../../shell/session";

/** The tools of which this user has an unsaved draft in this browser; `null` stands for new tools. */
export function useDrafts(): Set<string | null> {
  const { user } = useSession();
  const changes = useSignal(draftsChanged);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage is read again after each change
  return useMemo(() => draftedTools(user.name), [user.name, changes]);
}
