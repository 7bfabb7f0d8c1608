import type { Kind } from "../../../api/tools";
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

/** Returns a function that changes the kind of the tool, and keeps what was typed for the other kind. */
export function useConfigs(): (kind: Kind) => void {
  const { spec, kept, change } = useEditing();
  return (kind) => {
    kept.set(spec.type, spec.config);
    change({ type: kind, config: kept.get(kind) ?? FIRST[kind] });
  };
}
