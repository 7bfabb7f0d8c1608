import { KINDS, type ToolSummary } from "../src/api/tools.ts";

/** A tool as the list of the API has it. */
export function toolOf(name: string, kind: string, members: Partial<ToolSummary> = {}): ToolSummary {
  return {
    name,
    kind,
    origin: "registry",
    description: `What ${name} does.`,
    description_user: null,
    title: null,
    tags: [],
    is_active: true,
    is_public: false,
    owner: "local",
    revision: "1",
    updated_at: null,
    updated_by: null,
    editable: true,
    tokens: 40,
    statistics: { calls: 0, errors: 0, p50_ms: null, buckets: [] },
    problem: null,
    ...members,
  };
}

/** `tool_00000`, `tool_00001` and so on. */
export function manyTools(count: number): ToolSummary[] {
  return Array.from({ length: count }, (_, index) =>
    toolOf(`tool_${String(index).padStart(5, "0")}`, KINDS[index % KINDS.length] ?? "sql"),
  );
}
