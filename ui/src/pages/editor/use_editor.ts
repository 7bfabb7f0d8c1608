import { useEffect, useMemo, useState } from "react";
import type { Problem } from "../../api/problem";
import type { Tool, ToolSpec } from "../../api/tools";
import { type Base, type DraftPlace, dropDraft, keepDraft, loadDraft } from "../../drafts/draft";
import { useText } from "../../i18n/language";
import { useSession } from "../../shell/session";
import type { Editing } from "./editing";
import { joined, ownProblems } from "./own_problems";
import { isSame } from "./spec_values";
import { useCheck } from "./use_check";

export interface EditorState extends Editing {
  dirty: boolean;
  /** When the draft that was found was written. */
  restored: string | null;
  /** What the stored tool was when editing began: the base of a merge. */
  base: Base;
  /** Whether somebody saved the tool after this edit began. */
  isBehind: boolean;
  discard(): void;
  /** Removes the draft from the browser. */
  forget(): void;
  /** Takes over what the server has stored now. */
  rebase(tool: Tool, spec: ToolSpec): void;
  refuse(problems: Problem[]): void;
}

const KEEP_AFTER = 300;

/** The spec as it is typed, its draft in the browser, and what the server says about it. */
export function useEditor(tool: Tool | null, first: ToolSpec, of: DraftPlace["of"]): EditorState {
  const { t } = useText();
  const user = useSession().user.name;
  const place = useMemo(() => ({ user, of }), [user, of]);
  const [found] = useState(() => loadDraft(place));
  const isOld = found !== null && !isSame(found.spec, first);
  const [spec, setSpec] = useState(isOld ? found.spec : first);
  const [restored, setRestored] = useState(isOld ? found.at : null);
  const [base, setBase] = useState<Base>(
    isOld ? found.base : { spec: first, revision: tool?.revision ?? null },
  );
  const [refused, setRefused] = useState<Problem[]>([]);
  const [kept] = useState(() => new Map<string, ToolSpec["config"]>());
  const check = useCheck(spec);
  const dirty = !isSame(spec, base.spec);

  useEffect(() => {
    const timer = setTimeout(() => {
      if (dirty) keepDraft(place, spec, base);
      else dropDraft(place);
    }, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [dirty, place, spec, base]);

  // A tool that somebody else saved while nothing is typed here is simply shown.
  useEffect(() => {
    if (tool?.spec == null || dirty || tool.revision === base.revision) return;
    setSpec(tool.spec);
    setBase({ spec: tool.spec, revision: tool.revision });
  }, [tool, dirty, base.revision]);

  const problems = useMemo(
    () => joined(ownProblems(spec, t), [...(check?.problems ?? []), ...refused]),
    [spec, t, check, refused],
  );
  return {
    spec,
    tool,
    check,
    problems,
    dirty,
    restored,
    base,
    isBehind: tool !== null && tool.revision !== base.revision,
    forget: () => dropDraft(place),
    kept,
    change(patch) {
      setRefused([]);
      setSpec((old) => ({ ...old, ...patch }));
    },
    changeConfig(patch) {
      setRefused([]);
      setSpec((old) => ({ ...old, config: { ...old.config, ...patch } }));
    },
    discard() {
      dropDraft(place);
      setRestored(null);
      setSpec(first);
      setBase({ spec: first, revision: tool?.revision ?? null });
    },
    rebase(stored, next) {
      setBase({ spec: stored.spec ?? next, revision: stored.revision });
      setSpec(next);
      setRestored(null);
    },
    refuse: setRefused,
  };
}
