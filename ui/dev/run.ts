import type { Execution, ToolExecutionResult } from "../src/api/executions.ts";
import type { ToolSpec } from "../src/api/tools.ts";
import { newId } from "./seed_executions.ts";
import { PICTURE, SCRIPT } from "./seed_tools.ts";
import { announce, type World } from "./world.ts";

type Arguments = Record<string, unknown>;

/** Runs a tool in the way of a conjurer: the result looks right for the examples of the seed. */
export function runTool(
  world: World,
  name: string,
  spec: ToolSpec | null,
  args: unknown,
  test: boolean,
): ToolExecutionResult {
  const tool = spec ?? world.tools.get(name)?.spec ?? null;
  const outcome = evaluate(name, tool, (args ?? {}) as Arguments);
  const failed = outcome instanceof Error;
  const execution: Execution = {
    id: newId(),
    at: new Date().toISOString(),
    tool: name,
    kind: tool?.type ?? "builtin",
    caller: "admin",
    key_id: null,
    agent: null,
    client: "console",
    outcome: failed ? "tool_execution_error" : "ok",
    elapsed_ms: 12.4,
    test,
    arguments: args,
    repairs: [],
    result: failed ? null : outcome,
    error: failed ? outcome.message : null,
    trace_id: null,
    timeline: [{ name: "run", start_ms: 0, duration_ms: 12.4 }],
  };
  world.executions.unshift(execution);
  announce(world, "execution", execution);
  const text = failed ? outcome.message : typeof outcome === "string" ? outcome : JSON.stringify(outcome);
  const picture = name === "today_chart" ? [{ type: "image", data: PICTURE, mimeType: "image/png" }] : [];
  return {
    success: !failed,
    status: failed ? "error" : "success",
    result: failed ? null : outcome,
    error: failed ? outcome.message : null,
    error_kind: failed ? "execution" : null,
    tool_name: name,
    elapsed: 0.0124,
    execution_id: execution.id,
    content: [{ type: "text", text }, ...picture],
  };
}

function evaluate(name: string, spec: ToolSpec | null, args: Arguments): unknown {
  const missing = spec?.parameters?.find((one) => one.required && args[one.name] === undefined);
  if (missing !== undefined) return new Error(`the argument \`${missing.name}\` is missing`);
  if (args.user_name === "hostile" || args.text === "hostile")
    return [{ [SCRIPT]: SCRIPT, link: "javascript:alert(1)" }];
  if (args.text === "big") return "x".repeat(1_048_576);
  if (name === "disk_free") return "Filesystem  Size  Used Avail\n/dev/sda1   100G   40G   60G\n";
  if (spec?.type === "sql") {
    const row = { user_nm: args.user_name ?? "hong", max_count: 50 };
    return spec.config.result === "row" ? row : [row];
  }
  if (spec?.type === "expression") return multiply(String(spec.config.expression ?? ""), args);
  return { arguments: args };
}

function multiply(expression: string, args: Arguments): unknown {
  const [left, right] = expression
    .replace(/^\s*result\s*=/, "")
    .split("*")
    .map((side) => side.trim());
  const [a, b] = [args[left ?? ""], args[right ?? ""]];
  return typeof a === "number" && typeof b === "number"
    ? a * b
    : new Error(`the fake cannot evaluate \`${expression}\``);
}
