import { useEffect, useMemo, useState } from "react";
import type { Agent } from "../../api/agents";
import type { Problem } from "../../api/problem";
import { keepAgentDraft, loadAgentDraft } from "../../drafts/agent_draft";
import { useText } from "../../i18n/language";
import { useSession } from "../../shell/session";
import { type AgentForm, EMPTY, formOf, isChanged, ownProblems } from "./agent_form";
import { useAgents } from "./use_agents";

interface Base {
  form: AgentForm;
  /** `null` for a new agent. */
  revision: string | null;
}

export interface AgentEditing {
  agent: Agent | null;
  form: AgentForm;
  /** What the stored agent was when editing began. */
  base: Base;
  problems: Problem[];
  dirty: boolean;
  /** When the draft that was found was written. */
  restored: string | null;
  change(patch: Partial<AgentForm>): void;
  discard(): void;
  forget(): void;
  /** Takes over what the server has stored now. */
  rebase(agent: Agent, form: AgentForm): void;
  refuse(problems: Problem[]): void;
}

const KEEP_AFTER = 300;

const baseOf = (agent: Agent | null): Base =>
  agent === null ? { form: EMPTY, revision: null } : { form: formOf(agent), revision: agent.revision };

/** The agent as it is typed, its draft in the browser, and what is wrong with it. */
export function useAgentEditor(agent: Agent | null): AgentEditing {
  const { t } = useText();
  const user = useSession().user.name;
  const name = agent?.name ?? null;
  const [found] = useState(() => loadAgentDraft<AgentForm>(user, name));
  const [base, setBase] = useState<Base>(found?.base ?? baseOf(agent));
  const [form, setForm] = useState<AgentForm>(found?.form ?? base.form);
  const [restored, setRestored] = useState(found?.at ?? null);
  const [refused, setRefused] = useState<Problem[]>([]);
  const { data: all = [] } = useAgents();
  const dirty = isChanged(form, base.form);

  useEffect(() => {
    const timer = setTimeout(() => keepAgentDraft(user, name, dirty ? { form, base } : null), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [dirty, user, name, form, base]);

  // An agent that somebody else saved while nothing is typed here is simply shown.
  useEffect(() => {
    if (agent === null || dirty || agent.revision === base.revision) return;
    const next = baseOf(agent);
    setBase(next);
    setForm(next.form);
  }, [agent, dirty, base.revision]);

  const problems = useMemo(() => {
    const others = new Set(all.map((one) => one.name).filter((one) => one !== name));
    const own = ownProblems(form, others, t);
    return [...own, ...refused.filter(({ path }) => !own.some((one) => one.path === path))];
  }, [form, all, name, t, refused]);

  return {
    agent,
    form,
    base,
    problems,
    dirty,
    restored,
    change(patch) {
      setRefused([]);
      setForm((old) => ({ ...old, ...patch }));
    },
    discard() {
      const next = baseOf(agent);
      setRestored(null);
      setBase(next);
      setForm(next.form);
    },
    forget: () => keepAgentDraft(user, name, null),
    rebase(stored, next) {
      setBase(baseOf(stored));
      setForm(next);
      setRestored(null);
    },
    refuse: setRefused,
  };
}
