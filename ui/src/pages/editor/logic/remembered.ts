import type { KnownKind } from "../../../api/tools";
import { fieldsOf, firstTexts, toArguments } from "../../../schema/form";
import type { JsonSchema } from "../../../schema/json_schema";
import { useEditing } from "../editing";

type Config = Record<string, unknown>;

const FIRST: Record<KnownKind, Config> = {
  sql: { query: "", result: "rows" },
  expression: { expression: "" },
  http: { base_url: "", method: "GET", path: "/" },
  python: { script: "", function: "run" },
  shell: { command: [] },
  mcp: {},
  builtin: { tool: "", arguments: {} },
};

/** The configuration that a tool of a kind begins with: what its editor needs, else the defaults of its schema. */
export function firstConfig(kind: string, schema: JsonSchema = {}): Config {
  const known = (FIRST as Record<string, Config | undefined>)[kind];
  if (known !== undefined) return known;
  const fields = fieldsOf(schema);
  return toArguments(fields, firstTexts(fields)).values;
}

/** Returns a function that changes the kind of the tool, and keeps what was typed for the other kind. */
export function useConfigs(): (kind: string, schema?: JsonSchema) => void {
  const { spec, kept, change } = useEditing();
  return (kind, schema) => {
    kept.set(spec.type, spec.config);
    change({ type: kind, config: kept.get(kind) ?? firstConfig(kind, schema) });
  };
}
