import { patchTool, readTool, type Tool } from "./tools";

/** A call that is stored with a tool, and the result that it is expected to have. */
export interface TestCase {
  name?: string | null;
  arguments?: Record<string, unknown>;
  result: unknown;
}

/** The tests of a tool as it is stored. */
export const testsOf = (tool: Tool): TestCase[] => (tool.spec?.tests ?? []) as TestCase[];

/** Adds a test to a tool. */
export async function addTest(name: string, test: TestCase): Promise<Tool> {
  const tool = await readTool(name);
  return patchTool(name, { tests: [...testsOf(tool), test] as never }, tool.revision);
}

/** Replaces the tests of a tool. */
export function replaceTests(tool: Tool, tests: TestCase[]): Promise<Tool> {
  return patchTool(tool.name, { tests: tests as never }, tool.revision);
}
