import { useEffect, useMemo, useState } from "react";
import type { Problem } from "../../api/problem";
import type { Tool, ToolSpec } from "../../api/tools";
import { dropDraft, isSame, keepDraft, loadDraft } from "./draft";
import type { Editing } from "./editing";
import { useCheck } from "./use_check";

export interface EditorState extends Editing {
  dirty: boolean;
  /** When the draft that was found was written. */
  restored: string | null;
  /** What the stored tool was when editing began: the base of a merge. */
  base: { spec: ToolSpec; revision: string | null };
  discard(): void;
  /** Takes over what the server has stored now. */
  rebase(tool: Tool, spec: ToolSpec): void;
  refuse(problems: Problem[]): void;
}

const KEEP_AFTER = 300;

/** The spec as it is typed, its draft in the browser, and what the server says about it. */
export function useEditor(tool: Tool | null, first: ToolSpec): EditorState {
  const name = tool?.name ?? null;
  const [found] = useState(() => loadDraft(name));
  const isOld = found !== null && !isSame(found.spec, first);
  const [spec, setSpec] = useState(isOld ? found.spec : first);
  const [restored, setRestored] = useState(isOld ? found.at : null);
  const [base, setBase] = useState({
    spec: first,
    revision: isOld ? found.revision : (tool?.revision ?? null),
  });
  const [refused, setRefused] = useState<Problem[]>([]);
  const check = useCheck(spec);
  const dirty = !isSame(spec, base.spec);

  useEffect(() => {
    const timer = setTimeout(() => {
      if (dirty) keepDraft(name, spec, base.revision);
      else dropDraft(name);
    }, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [dirty, name, spec, base.revision]);

  // A tool that somebody else saved while nothing is typed here is simply shown.
  useEffect(() => {
    if (tool?.spec == null || dirty || tool.revision === base.revision) return;
    setSpec(tool.spec);
    setBase({ spec: tool.spec, revision: tool.revision });
  }, [tool, dirty, base.revision]);

  const problems = useMemo(() => [...(check?.problems ?? []), ...refused], [check, refused]);
  return {
    spec,
    tool,
    check,
    problems,
    dirty,
    restored,
    base,
    change(patch) {
      setRefused([]);
      setSpec((old) => ({ ...old, ...patch }));
    },
    changeConfig(patch) {
      setRefused([]);
      setSpec((old) => ({ ...old, config: { ...old.config, ...patch } }));
    },
    discard() {
      dropDraft(name);
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
