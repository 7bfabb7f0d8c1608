import type { Problem } from "../api/problem";
import type { JsonSchema } from "./json_schema";

export type FieldKind = "text" | "integer" | "number" | "boolean" | "choice" | "json";

/** One field of the form for a schema. */
export interface FormField {
  name: string;
  kind: FieldKind;
  required: boolean;
  schema: JsonSchema;
  choices: unknown[];
}

/** What is typed into each field; a missing entry is an argument that is not sent. */
export type Texts = Record<string, string | undefined>;

export function fieldsOf(schema: JsonSchema): FormField[] {
  return Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const resolved = resolve(part, schema);
    return {
      name,
      kind: kindOf(resolved),
      required: schema.required?.includes(name) ?? false,
      schema: resolved,
      choices: resolved.enum ?? [],
    };
  });
}

/** Follows a local `$ref`, and the one branch of `anyOf` that is not null. */
function resolve(part: JsonSchema, root: JsonSchema): JsonSchema {
  const name = part.$ref?.match(/^#\/\$defs\/(.+)$/)?.[1];
  const target = name === undefined ? part : { ...root.$defs?.[name], ...part };
  const branches = (target.anyOf ?? target.oneOf ?? []).filter((branch) => branch.type !== "null");
  return branches.length === 1 ? { ...target, ...branches[0] } : target;
}

function kindOf(schema: JsonSchema): FieldKind {
  if (schema.enum !== undefined) return "choice";
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  if (types.length !== 1) return "json";
  switch (types[0]) {
    case "string":
      return "text";
    case "integer":
    case "number":
    case "boolean":
      return types[0];
    default:
      return "json";
  }
}

/** The defaults of the schema, as they are typed. */
export function firstTexts(fields: FormField[]): Texts {
  return toTexts(fields, Object.fromEntries(fields.map(({ name, schema }) => [name, schema.default])));
}

export function toTexts(fields: FormField[], args: Record<string, unknown>): Texts {
  const texts: Texts = {};
  for (const { name, kind } of fields) {
    const value = args[name];
    if (value === undefined) continue;
    texts[name] = kind === "text" && typeof value === "string" ? value : JSON.stringify(value);
  }
  return texts;
}

export interface Arguments {
  values: Record<string, unknown>;
  problems: Problem[];
}

/** Reads the fields. Only what cannot be sent is a problem here: the server's validation is the truth. */
export function toArguments(fields: FormField[], texts: Texts): Arguments {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const { name, kind, required } of fields) {
    const text = texts[name];
    if (text === undefined || (text === "" && !(kind === "text" && required))) continue;
    try {
      values[name] = kind === "text" ? text : JSON.parse(text);
    } catch {
      problems.push({ path: `/${name}`, message: text });
    }
  }
  return { values, problems };
}
