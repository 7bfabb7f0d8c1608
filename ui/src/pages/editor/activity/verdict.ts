import type { ToolExecutionResult } from "../../../api/executions";
import type { TestCase } from "../../../api/tests";
import { isSame } from "../spec_values";

/** How a test ended. */
export interface Verdict {
  status: "ok" | "differs" | "failed";
  got: unknown;
  error: string | null;
}

export function verdictOf(test: TestCase, { success, result, error }: ToolExecutionResult): Verdict {
  if (!success) return { status: "failed", got: null, error: error ?? "" };
  const isExpected = isSame(unwrapped(test.result), unwrapped(result));
  return { status: isExpected ? "ok" : "differs", got: result, error: null };
}

/** A value that is no object is `{"result": …}` on the wire. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.length === 1 && names[0] === "result" ? (value as { result: unknown }).result : value;
}
