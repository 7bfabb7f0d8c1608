import type { ToolSpec } from "../../api/tools";
import type { JsonSchema } from "../../schema/json_schema";

/** The input schema of a spec, while the server has not said it. */
export function schemaOf(spec: ToolSpec): JsonSchema {
  if (spec.input_schema != null) return spec.input_schema;
  const parameters = spec.parameters ?? [];
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, type, description, default: given, enum: values, minimum, maximum }) => [
        name,
        { type, description, default: given, enum: values, minimum, maximum },
      ]),
    ),
    required: parameters.filter((one) => one.required).map((one) => one.name),
  };
}
