import { fieldsOf } from "../../../schema/form";
import type { JsonSchema } from "../../../schema/json_schema";

const EXAMPLES = { text: "text", integer: 1, number: 1, boolean: true, json: [] } as const;

/** Arguments that have the right types: what is required, with the defaults and examples of the schema. */
export function exampleArguments(schema: JsonSchema): Record<string, unknown> {
  const needed = fieldsOf(schema).filter(({ required }) => required);
  const entries = needed.map(({ name, kind, schema: part, choices }) => {
    const given = part.default ?? part.examples?.[0] ?? choices[0];
    const example = kind === "choice" ? null : part.type === "object" ? {} : EXAMPLES[kind];
    return [name, given ?? example];
  });
  return Object.fromEntries(entries);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that calls a tool of the server at `origin`. With `withKey` it shows where the key goes. */
export function curlCall(origin: string, name: string, args: unknown, withKey: boolean): string {
  const lines = [
    `curl ${quoted(`${origin}/api/v1/tools/${encodeURIComponent(name)}/call`)}`,
    "-H 'Content-Type: application/json'",
    ...(withKey ? ["-H 'Authorization: Bearer tw_YOUR_KEY'"] : []),
    `-d ${quoted(JSON.stringify({ arguments: args }))}`,
  ];
  return lines.join(" \\\n  ");
}

/** The message of MCP that calls a tool. */
export function mcpCall(name: string, args: unknown): string {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return JSON.stringify(message, null, 2);
}
