import type { Parameter } from "../api/tools";
import type { JsonSchema } from "./json_schema";

/** Parameters from a JSON Schema of an object, or from an example of the arguments. `null` if it is neither. */
export function inferParameters(text: string): Parameter[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return isSchema(value) ? fromSchema(value) : fromExample(value as Record<string, unknown>);
}

function isSchema(value: object): value is JsonSchema {
  return "properties" in value && typeof value.properties === "object" && value.properties !== null;
}

export function fromSchema(schema: JsonSchema): Parameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const parameter: Parameter = {
      name,
      type: [part.type ?? "string"].flat().find((type) => type !== "null") ?? "string",
      required: schema.required?.includes(name) ?? false,
      description: part.description,
      default: part.default,
      minimum: part.minimum,
      maximum: part.maximum,
      min_length: part.minLength,
      max_length: part.maxLength,
      pattern: part.pattern,
      enum: part.enum,
      items: part.items?.type === undefined ? undefined : { type: String(part.items.type) },
    };
    return JSON.parse(JSON.stringify(parameter)) as Parameter;
  });
}

function fromExample(example: Record<string, unknown>): Parameter[] {
  return Object.entries(example).map(([name, value]) => {
    const type = typeOf(value);
    const items = Array.isArray(value) ? { items: { type: typeOf(value[0] ?? "") } } : {};
    return { name, type, required: value !== null, ...items };
  });
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "object" && value !== null ? "object" : "string";
}
