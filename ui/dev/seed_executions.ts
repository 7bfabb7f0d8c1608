import type { Execution } from "../src/api/executions.ts";
import { random } from "./seed_tools.ts";

const TOOLS = ["get_user_limit", "vat", "calculator", "query_database", "search_documents", "weather"];
const CALLERS = ["admin", "sales-agent", "support-bot"];
const OUTCOMES = [
  "ok",
  "ok",
  "ok",
  "ok",
  "ok",
  "ok",
  "tool_execution_error",
  "timeout",
  "invalid_arguments",
  "denied",
  "rate_limited",
];

export const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)] as T;

let last = 0;
export function newId(): string {
  last += 1;
  return `0193a000-${String(last).padStart(4, "0")}-7000-8000-000000000000`;
}

export function firstExecutions(): Execution[] {
  const now = Date.now();
  return Array.from({ length: 400 }, (_, index) => execution(new Date(now - index * 97_000)));
}

function execution(at: Date): Execution {
  const outcome = pick(OUTCOMES);
  const elapsed = outcome === "timeout" ? 30_000 : 1 + random() * 40;
  const tool = pick(TOOLS);
  return {
    id: newId(),
    at: at.toISOString(),
    tool,
    kind: tool === "get_user_limit" ? "sql" : tool === "vat" ? "expression" : "builtin",
    caller: pick(CALLERS),
    key_id: "k_sales",
    agent: null,
    client: pick(["claude-desktop 1.4", "python mcp 2.3", "cursor 2.1"]),
    outcome,
    elapsed_ms: elapsed,
    test: random() < 0.1,
    arguments: tool === "vat" ? { net: "100", rate: 0.19 } : { user_name: "hong" },
    repairs: tool === "vat" ? [{ path: "/net", message: 'the string "100" became the number 100' }] : [],
    result: outcome === "ok" ? (tool === "vat" ? 119 : { user_nm: "hong", max_count: 50 }) : null,
    error: outcome === "ok" ? null : `the tool \`${tool}\` ended with ${outcome}`,
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
    timeline: [
      { name: "validate", start_ms: 0, duration_ms: 0.2 },
      { name: "governance", start_ms: 0.2, duration_ms: 0.3 },
      { name: "run", start_ms: 0.5, duration_ms: elapsed - 0.9 },
      { name: "encode", start_ms: elapsed - 0.4, duration_ms: 0.4 },
    ],
  };
}
