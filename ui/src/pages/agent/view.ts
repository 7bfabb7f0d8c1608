import type { ToolSummary } from "../../api/tools";
import type { JsonSchema } from "../../schema/json_schema";

/** A tool as `tools/list` has it. */
export interface ListedTool {
  name: string;
  description?: string;
  inputSchema?: JsonSchema;
}

export const WEAK_SPOTS = ["none", "short", "long", "parameters"] as const;
export type WeakSpot = (typeof WEAK_SPOTS)[number];

const SHORT = 30;
const LONG = 2000;

/** What makes a definition hard to choose or to call rightly. */
export function weakSpots({ description = "", inputSchema }: ListedTool): WeakSpot[] {
  const spots: WeakSpot[] = [];
  if (description === "") spots.push("none");
  else if (description.length < SHORT) spots.push("short");
  else if (description.length > LONG) spots.push("long");
  const parameters = Object.values(inputSchema?.properties ?? {});
  if (parameters.some((one) => (one.description ?? "") === "")) spots.push("parameters");
  return spots;
}

export type Reason = "inactive" | "problem" | "policy";

/** The tools that exist but are not in the list, and why. */
export function hidden(all: ToolSummary[], listed: ListedTool[]): { tool: ToolSummary; reason: Reason }[] {
  const names = new Set(listed.map(({ name }) => name));
  const missing = all.filter(({ name }) => !names.has(name));
  return missing.map((tool) => ({
    tool,
    reason: !tool.is_active ? "inactive" : tool.problem !== null ? "problem" : "policy",
  }));
}

/** Tokens of a definition, estimated as the server does where it does not say: four bytes each. */
export function tokensOf(tool: ListedTool, known: ReadonlyMap<string, number>): number {
  return known.get(tool.name) ?? Math.ceil(new TextEncoder().encode(JSON.stringify(tool)).length / 4);
}
