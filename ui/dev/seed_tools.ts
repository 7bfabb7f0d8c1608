import type { Kind, Origin, Parameter, Tool, ToolSpec } from "../src/api/tools.ts";
import type { JsonSchema } from "../src/schema/json_schema.ts";

const LIMIT_QUERY = `SELECT u.user_nm, l.max_count
FROM h_user u
JOIN h_mcp_tool_limit l ON u.uid = l.target_id
WHERE u.user_nm = :user_name AND l.target_type = 'USER'`;

/** A picture of one red pixel row. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC";

export function schemaOf(parameters: Parameter[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const { name, type, description, enum: values, minimum, maximum } of parameters) {
    properties[name] = { type, description, enum: values, minimum, maximum };
    const given = parameters.find((one) => one.name === name)?.default;
    if (given !== undefined) properties[name].default = given;
  }
  return {
    type: "object",
    properties,
    required: parameters.filter((one) => one.required).map((one) => one.name),
    additionalProperties: false,
  };
}

let seed = 7;
/** The same "random" numbers at every start, so that screenshots can be compared. */
export function random(): number {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
}

function statistics(busy: number): Tool["statistics"] {
  const buckets = Array.from({ length: 24 }, (_, hour) =>
    Math.round(busy * (0.3 + random()) * (1 + Math.sin((hour - 6) / 4))),
  );
  const calls = buckets.reduce((sum, count) => sum + count, 0);
  return {
    calls,
    errors: Math.round(calls * random() * 0.06),
    p50_ms: calls === 0 ? null : 1 + random() * 30,
    buckets,
  };
}

export function toolOf(spec: ToolSpec, origin: Origin = "registry", busy = 20): Tool {
  return {
    name: spec.name,
    kind: spec.type,
    origin,
    description: spec.description,
    description_user: spec.description_user ?? null,
    title: spec.title ?? null,
    tags: spec.tags ?? [],
    is_active: spec.is_active ?? true,
    is_public: spec.is_public ?? false,
    owner: origin === "compiled" ? null : "admin",
    revision: "1",
    updated_at: "2026-11-15T09:12:00Z",
    updated_by: origin === "compiled" ? null : "admin",
    editable: origin === "registry",
    spec: origin === "registry" ? spec : null,
    definition: {
      name: spec.name,
      description: spec.description,
      inputSchema: spec.input_schema ?? schemaOf(spec.parameters ?? []),
    },
    tokens: 40 + Math.ceil(spec.description.length / 4) + 18 * (spec.parameters ?? []).length,
    statistics: statistics(busy),
    problem: null,
  };
}

const text = (name: string, description: string, required = true): Parameter => ({
  name,
  type: "string",
  required,
  description,
});

export function seedTools(): Tool[] {
  seed = 7;
  const made: Tool[] = [
    toolOf({
      name: "get_user_limit",
      type: "sql",
      description: "Looks up the daily call limit of one user. Use it before a call that costs quota.",
      description_user: "특정 사용자의 일일 제한량을 조회합니다.",
      config: { query: LIMIT_QUERY, result: "row" },
      parameters: [text("user_name", "Name of the user")],
      tags: ["users", "limits"],
    }),
    toolOf({
      name: "monthly_orders",
      type: "sql",
      description: "Counts the orders of each month.",
      config: {
        query: "SELECT date_trunc('month', ordered_at) AS month, count(*) FROM orders GROUP BY 1",
        result: "rows",
      },
      parameters: [
        { name: "year", type: "integer", required: false, minimum: 2000, maximum: 2100, default: 2026 },
      ],
      tags: ["sales"],
    }),
    toolOf(
      {
        name: "vat",
        type: "expression",
        description: "Adds value added tax to a net amount.",
        config: { expression: "round(net * (1 + rate), 2)" },
        parameters: [
          { name: "net", type: "number", required: true, description: "Amount without tax" },
          { name: "rate", type: "number", required: false, default: 0.1, minimum: 0, maximum: 1 },
        ],
        tags: ["sales"],
      },
      "registry",
      60,
    ),
    toolOf({
      name: "weather",
      type: "http",
      description: "Reads the weather of a city from the internal weather service.",
      config: {
        base_url: "https://weather.example.internal",
        method: "GET",
        path: "/v1/{city}",
        query: { units: "{units}" },
      },
      parameters: [
        text("city", "City, in English"),
        { ...text("units", "Units", false), enum: ["metric", "imperial"] },
      ],
      tags: ["http"],
      is_active: false,
    }),
    toolOf({
      name: "word_count",
      type: "python",
      description: "Counts words, lines and characters of a text.",
      config: {
        script: "def run(text):\n    return {'words': len(text.split()), 'lines': len(text.splitlines())}\n",
        function: "run",
      },
      parameters: [text("text", "Any text")],
      tags: [],
    }),
    toolOf({
      name: "disk_free",
      type: "shell",
      description: "Free space of the data volume.",
      config: { command: ["df", "-h", "/data"] },
      parameters: [],
      tags: ["operations"],
    }),
    toolOf({
      name: "today_chart",
      type: "builtin",
      description: "A picture of today's calls.",
      config: { tool: "chart", arguments: {} },
      parameters: [],
      tags: [],
    }),
  ];
  const broken = made[6];
  if (broken !== undefined) broken.problem = null;
  const compiled: [string, string, Parameter[]][] = [
    ["calculator", "Evaluates an arithmetic expression.", [text("expression", "As `2 * (3 + 4)`")]],
    [
      "query_database",
      "Runs a SELECT on the database and returns the rows.",
      [text("sql", "One SELECT"), { name: "limit", type: "integer", required: false, default: 100 }],
    ],
    [
      "search_documents",
      "Searches the documents by meaning.",
      [
        text("query", "What to look for"),
        { name: "top_k", type: "integer", required: false, default: 5, minimum: 1, maximum: 50 },
      ],
    ],
    ["request_human_input", "Asks a person and waits for the answer.", [text("question", "The question")]],
  ];
  for (const [name, description, parameters] of compiled) {
    made.push(
      toolOf(
        { name, type: "builtin", description, config: {}, parameters, tags: ["built-in"] },
        "compiled",
        90,
      ),
    );
  }
  const upstream = toolOf(
    {
      name: "git.log",
      type: "mcp",
      description: "Log of the repository.",
      config: {},
      parameters: [],
      tags: ["git"],
    },
    "upstream",
    4,
  );
  upstream.problem = "the server `git` does not answer; the next attempt is in 12 s";
  made.push(upstream);
  return made;
}

const KIND_CYCLE: Kind[] = ["sql", "expression", "http", "python", "mcp"];

export function manyTools(count: number): Tool[] {
  return Array.from({ length: count }, (_, index) => {
    const type = KIND_CYCLE[index % KIND_CYCLE.length] ?? "sql";
    const name = `tool_${String(index).padStart(5, "0")}`;
    return toolOf({
      name,
      type,
      description: `Tool number ${index}.`,
      config: {},
      parameters: [],
      tags: [`group-${index % 7}`],
    });
  });
}

export const SCRIPT = `<script>window.hacked=1</script><img src=x onerror="window.hacked=1">`;

/** Names, descriptions and tags as an attacker would write them. */
export function hostileTools(): Tool[] {
  const spec = (name: string, description: string): ToolSpec => ({
    name,
    type: "expression",
    description,
    description_user: SCRIPT,
    title: SCRIPT,
    config: { expression: "text" },
    parameters: [text("text", SCRIPT)],
    tags: [SCRIPT, "javascript:alert(1)"],
  });
  return [
    toolOf(spec(SCRIPT, SCRIPT)),
    toolOf(spec("right_to_left_\u202Eexe.txt", "\u0000\u0007\u001b[31mred\u202E reversed")),
    toolOf(spec("one_megabyte", "가나다 ".repeat(262_144))),
  ];
}
