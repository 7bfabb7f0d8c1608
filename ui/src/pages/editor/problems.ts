import type { Problem } from "../../api/problem";

export const STEPS = ["basics", "parameters", "logic", "test"] as const;
export type Step = (typeof STEPS)[number];

/** The problems at a path or under it. */
export function at(problems: Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
}

/** The step on which a problem can be mended. */
export function stepOf({ path }: Problem): Step {
  if (path.startsWith("/parameters") || path.startsWith("/input_schema")) return "parameters";
  return path.startsWith("/config") || path.startsWith("/auth") || path.startsWith("/type")
    ? "logic"
    : "basics";
}
