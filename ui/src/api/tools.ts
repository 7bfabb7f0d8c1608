import type { JsonSchema } from "../schema/json_schema";
import type { Answer, Body, Refined } from "./answer";
import { get, getAll, post, request, segment } from "./client";
import type { ToolExecutionResult } from "./executions";

/** A kind that the console knows by name. A server may have others, which were added to it in Rust. */
export type KnownKind = Body<"ToolSpec">["type"];
export const KINDS: KnownKind[] = ["sql", "expression", "http", "python", "shell", "mcp", "builtin"];
export type Origin = "compiled" | "registry" | "upstream";

type Stored = Body<"ToolSpec">;
export type Parameter = Refined<
  NonNullable<Stored["parameters"]>[number],
  { type: string; items?: { type: string } }
>;

export type ToolSpec = Refined<
  Pick<Stored, keyof Stored>,
  {
    type: string;
    title?: string | null;
    description_user?: string | null;
    config: Record<string, unknown>;
    parameters?: Parameter[];
    input_schema?: JsonSchema | null;
    output_schema?: JsonSchema | null;
    timeout_seconds?: number | null;
    rate_limit?: Record<string, number | null> | null;
    auth?: unknown;
  }
>;

/** What an MCP client is told about a tool. */
export interface Definition {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: Record<string, unknown>;
}

export type ToolSummary = Refined<Answer<"ToolSummary">, { origin: Origin }>;
export type Tool = ToolSummary & { spec: ToolSpec | null; definition: Definition };
export type ToolVersion = Refined<Answer<"VersionView">, { spec: ToolSpec }>;

export type CheckResult = Refined<Answer<"CheckResult">, { definition: Definition | null }>;

export function listTools(
  signal?: AbortSignal,
  onPage?: (items: ToolSummary[], total: number) => void,
): Promise<ToolSummary[]> {
  return getAll("tools", {}, signal, onPage);
}

const NEEDED = new Set(["name", "type", "description", "config"]);

/** A spec as it is sent: what was left empty is left out, and the server derives parameters that nobody declared. */
export function sent(spec: ToolSpec): ToolSpec {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  const members = Object.entries(spec).filter(([name, value]) => NEEDED.has(name) || !isEmpty(value));
  return Object.fromEntries(members) as unknown as ToolSpec;
}

const path = (name: string) => `tools/${segment(name)}`;

export const listDeletedTools = (): Promise<ToolSummary[]> => getAll("tools", { deleted: true });
export const readTool = (name: string, signal?: AbortSignal): Promise<Tool> => get(path(name), {}, signal);
export const createTool = (spec: ToolSpec): Promise<Tool> => post("tools", sent(spec));
export const restoreTool = (name: string): Promise<Tool> => post(`${path(name)}/restore`);

export function replaceTool(name: string, spec: ToolSpec, revision: string): Promise<Tool> {
  return request("PUT", path(name), { body: sent(spec), revision });
}

export function patchTool(name: string, patch: Partial<ToolSpec>, revision: string): Promise<Tool> {
  return request("PATCH", path(name), { body: patch, revision, contentType: "application/merge-patch+json" });
}

export function deleteTool(name: string, revision: string): Promise<void> {
  return request("DELETE", path(name), { revision });
}

export async function listVersions(name: string): Promise<ToolVersion[]> {
  return (await get<{ items: ToolVersion[] }>(`${path(name)}/versions`)).items;
}

export function rollBack(name: string, version: number): Promise<Tool> {
  return post(`${path(name)}/versions/${version}/rollback`);
}

export type Imported = Refined<Answer<"ImportResult">, { definitions: ToolSpec[] }>;

/** The definitions that an OpenAPI document describes. Nothing is stored. */
export function importDefinitions(openapi: string, base_url?: string): Promise<Imported> {
  return post("tools/import", { openapi, base_url });
}

export function checkTool(spec: ToolSpec, signal?: AbortSignal): Promise<CheckResult> {
  return post("tools/check", { spec: sent(spec) }, signal);
}

export function testSpec(spec: ToolSpec, args: unknown, signal?: AbortSignal): Promise<ToolExecutionResult> {
  return post("tools/test", { spec: sent(spec), arguments: args }, signal);
}

export function testTool(name: string, args: unknown, signal?: AbortSignal): Promise<ToolExecutionResult> {
  return post(`${path(name)}/test`, { arguments: args }, signal);
}
