import type { Agent, AgentSpec, Provider } from "../../api/agents";
import type { Problem } from "../../api/problem";
import type { Translate } from "../../i18n/language";

/** An agent as it is typed: numbers are texts, which can be empty or wrong. */
export interface AgentForm {
  name: string;
  description: string;
  provider: Provider;
  model: string;
  prompt: string;
  temperature: string;
  top_p: string;
  max_tokens: string;
  /** One sequence a line. */
  stop: string;
  max_messages: string;
  memory_tokens: string;
  /** Names, or the ids of tools that are left out. */
  tools: string[];
  is_public: boolean;
  is_active: boolean;
}

export const EMPTY: AgentForm = {
  name: "",
  description: "",
  provider: "anthropic",
  model: "",
  prompt: "",
  temperature: "",
  top_p: "",
  max_tokens: "",
  stop: "",
  max_messages: "",
  memory_tokens: "",
  tools: [],
  is_public: false,
  is_active: true,
};

const text = (value: number | null | undefined): string => (value == null ? "" : String(value));

/** The form for a stored agent. */
export function formOf(agent: Agent): AgentForm {
  const { config, memory_config: memory, left_out } = agent;
  return {
    name: agent.name,
    description: agent.description ?? "",
    provider: agent.model_provider,
    model: agent.model_name,
    prompt: agent.system_prompt ?? "",
    temperature: text(config.temperature),
    top_p: text(config.top_p),
    max_tokens: text(config.max_tokens),
    stop: config.stop_sequences.join("\n"),
    max_messages: text(memory?.max_messages),
    memory_tokens: text(memory?.max_tokens),
    tools: [...agent.tools, ...left_out.map(({ tool }) => tool)],
    is_public: agent.is_public,
    is_active: agent.is_active,
  };
}

/** What is sent. What is empty is left out, and up to the provider. */
export function specOf(form: AgentForm, owner: string | null): AgentSpec {
  const stop = form.stop.split("\n").filter((line) => line !== "");
  const config = known({
    temperature: numberIn(form.temperature),
    top_p: numberIn(form.top_p),
    max_tokens: numberIn(form.max_tokens),
    stop_sequences: stop.length > 0 ? stop : undefined,
  });
  const memory = known({
    max_messages: numberIn(form.max_messages),
    max_tokens: numberIn(form.memory_tokens),
  });
  return {
    name: form.name.trim(),
    model_provider: form.provider,
    model_name: form.model.trim(),
    ...known({
      description: form.description || undefined,
      system_prompt: form.prompt || undefined,
      owner: owner ?? undefined,
    }),
    ...(Object.keys(config).length > 0 ? { config } : {}),
    ...(Object.keys(memory).length > 0 ? { memory_config: { type: "sliding_window", ...memory } } : {}),
    tools: form.tools,
    is_public: form.is_public,
    is_active: form.is_active,
  };
}

const numberIn = (typed: string): number | undefined => (typed.trim() === "" ? undefined : Number(typed));

function known<T extends object>(members: T): Partial<T> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T>;
}

/** Where the server says what is wrong with a number. */
const NUMBERS = {
  temperature: "/config/temperature",
  top_p: "/config/top_p",
  max_tokens: "/config/max_tokens",
  max_messages: "/memory_config/max_messages",
  memory_tokens: "/memory_config/max_tokens",
} as const;

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** What can be said without the server. `others` are the names of the other agents. */
export function ownProblems(form: AgentForm, others: ReadonlySet<string>, t: Translate): Problem[] {
  const problems: Problem[] = [];
  const name = form.name.trim();
  if (name === "") problems.push({ path: "/name", message: t("problem.empty") });
  else if (!NAME.test(name)) problems.push({ path: "/name", message: t("agents.name_hint") });
  else if (others.has(name)) problems.push({ path: "/name", message: t("agents.taken", { name }) });
  if (form.model.trim() === "") problems.push({ path: "/model_name", message: t("problem.empty") });
  for (const [field, path] of Object.entries(NUMBERS)) {
    const value = numberIn(form[field as keyof typeof NUMBERS]);
    if (value !== undefined && !Number.isFinite(value))
      problems.push({ path, message: t("run.not_a_number") });
  }
  return problems;
}

/** The problems of a field, and of what is in it. */
export const problemsAt = (problems: Problem[], path: string): Problem[] =>
  problems.filter((one) => one.path === path || one.path.startsWith(`${path}/`));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether something was typed. */
export const isChanged = (form: AgentForm, base: AgentForm): boolean =>
  FIELDS.some((field) => !isSame(form[field], base[field]));

const FIELDS = Object.keys(EMPTY) as (keyof AgentForm)[];

/** My changes on top of what somebody else has saved. */
export function merged(base: AgentForm, mine: AgentForm, theirs: AgentForm): AgentForm {
  const members = FIELDS.map((field) => [
    field,
    isSame(mine[field], base[field]) ? theirs[field] : mine[field],
  ]);
  return Object.fromEntries(members) as AgentForm;
}
