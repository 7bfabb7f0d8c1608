import type { Answer, Refined } from "./answer";
import { get, type Page, post, segment } from "./client";

/** How a call ended. The words are those of the server. */
export const OUTCOMES = [
  "ok",
  "tool_execution_error",
  "invalid_arguments",
  "denied",
  "not_found",
  "timeout",
  "rate_limited",
  "service_unavailable",
  "cancelled",
  "missing_capability",
  "refused",
  "input_required",
  "begun",
] as const;

export type ExecutionItem = Answer<"ExecutionItem">;
export type Execution = Answer<"ExecutionView">;

/** A content block of MCP: text, a picture, a sound or a resource. */
export interface ContentBlock {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  uri?: string;
  resource?: { uri?: string; text?: string; mimeType?: string };
}

export type ToolExecutionResult = Refined<Answer<"RunResult">, { content: ContentBlock[] }>;

export interface ExecutionFilter {
  tool?: string;
  caller?: string;
  outcome?: string;
  since?: string;
  until?: string;
  q?: string;
}

export function listExecutions(
  filter: ExecutionFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page<ExecutionItem>> {
  return get("executions", { ...filter, limit: 100, cursor }, signal);
}

export const readExecution = (id: string): Promise<Execution> => get(`executions/${segment(id)}`);

export function replayExecution(id: string, args: unknown): Promise<ToolExecutionResult> {
  return post(`executions/${segment(id)}/replay`, { arguments: args });
}
