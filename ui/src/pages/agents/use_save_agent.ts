import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { type Agent, createAgent, replaceAgent } from "../../api/agents";
import { ApiError, AwayError, saidBy } from "../../api/problem";
import { useText } from "../../i18n/language";
import { toast } from "../../parts/toast";
import { type AgentForm, formOf, merged, specOf } from "./agent_form";
import type { AgentEditing } from "./use_agent_editor";

interface Saved {
  form: AgentForm;
  revision: string | null;
}

/** Saves the agent, as a new one if the stored one `isGone`. What somebody else has saved meanwhile is in `theirs`. */
export function useSaveAgent(editing: AgentEditing, isGone: boolean) {
  const { t } = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<Agent | null>(null);
  const { agent } = editing;
  const save = useMutation({
    mutationFn({ form, revision }: Saved) {
      const spec = specOf(form, agent?.owner ?? null);
      return isGone || agent === null || revision === null
        ? createAgent(spec)
        : replaceAgent(agent.name, spec, revision);
    },
    onSuccess(stored) {
      editing.forget();
      setTheirs(null);
      queries.setQueryData(["agent", stored.name], stored);
      void queries.invalidateQueries({ queryKey: ["agents"] });
      editing.rebase(stored, formOf(stored));
      toast(t("editor.saved", { name: stored.name }));
      if (agent?.name !== stored.name) go(`/agents/${encodeURIComponent(stored.name)}`);
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 412)
        return setTheirs(error.document.current as Agent);
      if (error instanceof ApiError && error.problems.length > 0) return editing.refuse(error.problems);
      const text = error instanceof AwayError ? t("editor.away") : saidBy(error);
      if (!(error instanceof ApiError && error.status === 401)) toast(text, { tone: "error" });
    },
  });
  return {
    theirs,
    error: save.error,
    busy: save.isPending,
    save: () => save.mutate({ form: editing.form, revision: editing.base.revision }),
    /** Saves my changes on top of theirs. */
    saveMine() {
      if (theirs === null) return;
      const form = merged(editing.base.form, editing.form, formOf(theirs));
      editing.rebase(theirs, form);
      save.mutate({ form, revision: theirs.revision });
    },
    takeTheirs() {
      if (theirs === null) return;
      editing.rebase(theirs, formOf(theirs));
      setTheirs(null);
    },
  };
}
