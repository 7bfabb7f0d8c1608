import type { McpClient } from "../../mcp/client";
import type { JsonSchema } from "../../schema/json_schema";

export const SECTIONS = ["tools", "prompts", "resources"] as const;
export type Section = (typeof SECTIONS)[number];

/** A tool, prompt or resource, as the playground offers it. */
export interface Entry {
  section: Section;
  name: string;
  description: string;
  schema: JsonSchema;
  /** The request that uses it. */
  method: string;
  params(args: Record<string, unknown>): Record<string, unknown>;
}

interface Listed {
  name: string;
  description?: string;
  uri?: string;
  inputSchema?: JsonSchema;
  arguments?: { name: string; description?: string; required?: boolean }[];
}

/** Everything that the server lists, of the kinds that it says it has. */
export async function readCatalog(client: McpClient): Promise<Entry[]> {
  const entries: Entry[] = [];
  const capabilities = await client.capabilities();
  for (const section of SECTIONS) {
    if (capabilities[section] === undefined) continue;
    const items = await client.list<Listed>(`${section}/list`, section);
    entries.push(...items.map((item) => entry(section, item)));
  }
  return entries;
}

function entry(section: Section, item: Listed): Entry {
  const base = { section, name: item.name, description: item.description ?? "" };
  if (section === "tools") {
    const params = (args: Record<string, unknown>) => ({ name: item.name, arguments: args });
    return { ...base, schema: item.inputSchema ?? {}, method: "tools/call", params };
  }
  if (section === "prompts") {
    const list = item.arguments ?? [];
    const schema: JsonSchema = {
      type: "object",
      properties: Object.fromEntries(
        list.map(({ name, description }) => [name, { type: "string", description }]),
      ),
      required: list.filter((one) => one.required).map((one) => one.name),
    };
    return {
      ...base,
      schema,
      method: "prompts/get",
      params: (args) => ({ name: item.name, arguments: args }),
    };
  }
  const uri = item.uri ?? "";
  return { ...base, name: item.name || uri, schema: {}, method: "resources/read", params: () => ({ uri }) };
}
