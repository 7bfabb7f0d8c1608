import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { ApiError, AwayError, saidBy } from "../../api/problem";
import { createTool, replaceTool, type Tool, type ToolSpec } from "../../api/tools";
import { useText } from "../../i18n/language";
import { toast } from "../../parts/toast";
import type { EditorState } from "./use_editor";

/** Saves the tool, as a new one if the stored one `isGone`. A change by somebody else meanwhile is kept in `theirs`, for a merge. */
export function useSave(editor: EditorState, isGone: boolean) {
  const { t } = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<Tool | null>(null);
  const save = useMutation({
    mutationFn: ({ spec, revision }: { spec: ToolSpec; revision: string | null }) =>
      isGone || editor.tool === null || revision === null
        ? createTool(spec)
        : replaceTool(editor.tool.name, spec, revision),
    onSuccess(stored) {
      editor.forget();
      queries.setQueryData(["tool", stored.name], stored);
      void queries.invalidateQueries({ queryKey: ["tools"] });
      void queries.invalidateQueries({ queryKey: ["versions"] });
      editor.rebase(stored, stored.spec ?? editor.spec);
      setTheirs(null);
      toast(t("editor.saved", { name: stored.name }));
      if (editor.tool?.name !== stored.name) go(`/tools/${encodeURIComponent(stored.name)}?step=test`);
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 412) return setTheirs(error.document.current as Tool);
      if (error instanceof ApiError && error.problems.length > 0) editor.refuse(error.problems);
      const text = error instanceof AwayError ? t("editor.away") : saidBy(error);
      if (!(error instanceof ApiError && error.status === 401)) toast(text, { tone: "error" });
    },
  });
  return {
    theirs,
    busy: save.isPending,
    save: () => save.mutate({ spec: editor.spec, revision: editor.base.revision }),
    saveMerged(spec: ToolSpec) {
      if (theirs === null) return;
      editor.rebase(theirs, spec);
      save.mutate({ spec, revision: theirs.revision });
    },
    stopMerge: () => setTheirs(null),
  };
}
