import type { Answer, Body } from "./answer";
import { get, getAll, post, request, segment } from "./client";

export type Provider = Body<"AgentSpec">["model_provider"];
export const PROVIDERS: Provider[] = ["anthropic", "openai", "zhipuai"];

export type AgentSpec = Body<"AgentSpec">;
export type AgentSummary = Answer<"AgentSummary">;
/** An agent. `tools` are those that the caller gets from it, `left_out` others of its list. */
export type Agent = Answer<"AgentView">;
/** What the API of the provider wants. */
export type AgentExport = Answer<"ExportView">;

const path = (name: string) => `agents/${segment(name)}`;

export const listAgents = (): Promise<AgentSummary[]> => getAll("agents", {});
export const listDeletedAgents = (): Promise<AgentSummary[]> => getAll("agents", { deleted: true });
export const readAgent = (name: string, signal?: AbortSignal): Promise<Agent> => get(path(name), {}, signal);
export const createAgent = (spec: AgentSpec): Promise<Agent> => post("agents", spec);
export const restoreAgent = (name: string): Promise<Agent> => post(`${path(name)}/restore`);
export const exportAgent = (name: string): Promise<AgentExport> => get(`${path(name)}/export`);

export function replaceAgent(name: string, spec: AgentSpec, revision: string): Promise<Agent> {
  return request("PUT", path(name), { body: spec, revision });
}

export function patchAgent({ name, revision }: AgentSummary, patch: Partial<AgentSpec>): Promise<Agent> {
  return request("PATCH", path(name), { body: patch, revision, contentType: "application/merge-patch+json" });
}

export const deleteAgent = ({ name, revision }: AgentSummary): Promise<void> =>
  request("DELETE", path(name), { revision });
