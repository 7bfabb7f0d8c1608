import { load, save } from "../parts/storage";
import { AGENT_DRAFTS } from "./draft";

/** An agent that is typed but not saved, kept in the browser. It has no credentials. */
export interface AgentDraft<Form> {
  form: Form;
  /** The stored agent when editing began, so that a later save can be merged with the changes of others. */
  base: { form: Form; revision: string | null };
  at: string;
}

/** `name` is `null` for a new agent. */
const key = (user: string, name: string | null) =>
  `${AGENT_DRAFTS}/${encodeURIComponent(user)}/${name === null ? "new" : `agent/${name}`}`;

export const loadAgentDraft = <Form>(user: string, name: string | null): AgentDraft<Form> | null =>
  load(key(user, name));

/** Keeps a draft, or removes it if it is `null`. */
export function keepAgentDraft<Form>(
  user: string,
  name: string | null,
  draft: Omit<AgentDraft<Form>, "at"> | null,
): void {
  save(key(user, name), draft === null ? null : { ...draft, at: new Date().toISOString() });
}
