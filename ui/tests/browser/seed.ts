import { request } from "@playwright/test";
import type { ToolSpec } from "../../src/api/tools";
import { LIMIT } from "./harness";
import { OPEN } from "./servers";

const text = (name: string, description: string) => ({ name, type: "string", required: true, description });

const TOOLS: ToolSpec[] = [
  {
    name: "get_user_limit",
    ...LIMIT,
    description_user: "특정 사용자의 일일 제한량을 조회합니다.",
    tags: ["users", "limits"],
  },
  {
    name: "monthly_orders",
    type: "sql",
    description: "Counts the orders of each month of a year.",
    config: {
      query: `SELECT to_char(order_date, 'YYYY-MM') AS month, count(*) AS orders, sum(total_amount) AS amount
FROM orders
WHERE extract(year FROM order_date) >= :year
GROUP BY 1
ORDER BY 1`,
      result: "rows",
    },
    parameters: [
      { name: "year", type: "integer", required: false, minimum: 2000, maximum: 2100, default: 2000 },
    ],
    tags: ["sales"],
  },
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
  {
    name: "weather",
    type: "http",
    description: "Reads the weather of a city from the weather service.",
    config: {
      base_url: "https://weather.example.com",
      method: "GET",
      path: "/v1/{city}",
      query: { units: "{units}" },
    },
    parameters: [
      text("city", "City, in English"),
      { ...text("units", "Units"), required: false, enum: ["metric", "imperial"] },
    ],
    is_active: false,
  },
  {
    name: "word_count",
    type: "python",
    description: "Counts the words and lines of a text.",
    config: { script: "word_count.py", function: "run" },
    parameters: [text("text", "Any text")],
  },
];

const AGENT = {
  name: "accountant",
  description: "Answers questions about sums and orders.",
  model_provider: "anthropic",
  model_name: "claude-sonnet-4-5",
  system_prompt: "Answer with one number, and say which tool it is from.",
  config: { temperature: 0.2, max_tokens: 1024 },
  memory_config: { type: "sliding_window", max_messages: 20 },
  tools: ["calculator", "vat", "monthly_orders", "weather"],
  is_public: true,
};

const CALLS: [string, object][] = [
  ["get_user_limit", { user_name: "hong" }],
  ["monthly_orders", {}],
  ["vat", { net: 100 }],
  ["vat", { net: 12.5, rate: 0.07 }],
  ["vat", { net: "a lot" }],
  ["word_count", { text: "three short words" }],
  ["calculator", { expression: "6 * 7" }],
];

/** Makes the tools, calls, users, keys and questions that the pages are shown with. */
export default async function seed(): Promise<void> {
  const api = await request.newContext({ baseURL: `${OPEN}/api/v1/` });
  const send = async (method: "POST" | "PATCH", path: string, data: object, headers = {}) => {
    const response = await api.fetch(path, { method, data, headers });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
  };
  for (const spec of TOOLS) await send("POST", "tools", spec);
  await send("PATCH", "tools/vat", { title: "Value added tax" }, { "if-match": '"1"' });
  await send("POST", "agents", AGENT);
  for (const [name, args] of CALLS) await send("POST", `tools/${name}/call`, { arguments: args });
  await send("POST", "users", { name: "minji", role: "author" });
  await send("POST", "keys", { user: "minji", label: "build robot", tools: ["get_*", "vat"] });
  const question = "Order 1042 has two delivery addresses. Which one is right?";
  const choices = ["Haeundae-ro 1, Busan", "Teheran-ro 5, Seoul"];
  // It is answered by nobody, so nobody waits for it.
  const data = { arguments: { question, kind: "choice", choices, timeout_seconds: 600 } };
  api.post("tools/request_human_input/call", { data, timeout: 0 }).catch(() => undefined);
}
