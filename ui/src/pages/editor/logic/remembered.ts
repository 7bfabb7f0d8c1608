import type { Kind, ToolSpec } from "../../../api/tools";
import { useEditing } from "../editing";

const FIRST: Record<Kind, Record<string, unknown>> = {
  sql: { query: "", result: "rows" },
  expression: { expression: "" },
  http: { base_url: "", method: "GET", path: "/" },
  python: { script: "", function: "run" },
  shell: { command: [] },
  mcp: {},
  builtin: { tool: "", arguments: {} },
};

/** The configurations of the kinds that are not chosen now, until the page is left. */
const kept = new Map<string, Record<string, unknown>>();

const key = (spec: ToolSpec, kind: Kind) => `${spec.name}/${kind}`;

/** Returns a function that changes the kind of the tool. */
export function useConfigs(): (kind: Kind) => void {
  const { spec, change } = useEditing();
  return (kind) => {
    kept.set(key(spec, spec.type), spec.config);
    change({ type: kind, config: kept.get(key(spec, kind)) ?? FIRST[kind] });
  };
}
