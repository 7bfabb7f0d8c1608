import { createContext, useContext } from "react";
import type { Problem } from "../../api/problem";
import type { CheckResult, Tool, ToolSpec } from "../../api/tools";

/** The tool that is being edited, for the steps. */
export interface Editing {
  spec: ToolSpec;
  /** The stored tool; `null` while it is new. */
  tool: Tool | null;
  check: CheckResult | undefined;
  problems: Problem[];
  /** Whether it differs from the stored tool. */
  dirty: boolean;
  /** The configurations of the kinds that are not chosen now. */
  kept: Map<string, ToolSpec["config"]>;
  change(patch: Partial<ToolSpec>): void;
  changeConfig(patch: Record<string, unknown>): void;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error("no tool is being edited here");
  return editing;
}
