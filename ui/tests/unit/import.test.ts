import { describe, expect, it } from "vitest";
import { fromTables } from "../../src/pages/tools/bulk/custom_tool_rows";
import { readDefinitions } from "../../src/pages/tools/bulk/read_definitions";
import { foldersIn, pathOf } from "../../src/pages/tools/folder";

describe("rows of h_custom_tool", () => {
  it("become definitions", () => {
    const row = {
      id: 7,
      name: "double",
      description_user: "두 배",
      tool_type: "PYTHON",
      definition: "a * 2",
    };
    const parameter = { tool_id: "7", param_name: "a", param_type: "NUMBER", is_required: "N" };
    expect(fromTables({ h_custom_tool: [row], h_custom_tool_param: [parameter] })).toEqual([
      {
        name: "double",
        type: "expression",
        description: "두 배",
        description_user: "두 배",
        config: { expression: "a * 2" },
        parameters: [{ name: "a", type: "number", required: false, description: undefined }],
        is_active: true,
      },
    ]);
  });

  it("may have their configuration as JSON, and be switched off", () => {
    const definition = '{"query": "SELECT 1", "result": "row"}';
    const [spec] = fromTables([{ name: "one", tool_type: "SQL", definition, is_active: "N" }]) ?? [];
    expect(spec?.config).toEqual({ query: "SELECT 1", result: "row" });
    expect(spec?.is_active).toBe(false);
  });

  it("are not taken for something else", async () => {
    const one = { name: "a", type: "sql", description: "A.", config: { query: "SELECT 1" } };
    for (const value of [[], {}, null, [one], { tools: [one] }]) expect(fromTables(value)).toBeNull();
    expect((await readDefinitions(JSON.stringify({ tools: [one] })))?.specs).toEqual([one]);
    expect(await readDefinitions("no JSON")).toBeNull();
  });
});

describe("folders", () => {
  const names = ["a_b_1", "a_b_2", "a_c", "d.e", "d.f", "single", "x-1"];

  it("hold names that begin alike", () => {
    expect(foldersIn(names, "")).toEqual([
      { prefix: "a_", count: 3 },
      { prefix: "d.", count: 2 },
    ]);
  });

  it("hold folders, but none that holds everything", () => {
    expect(foldersIn(names, "a_")).toEqual([{ prefix: "a_b_", count: 2 }]);
    expect(foldersIn(names, "d.")).toEqual([]);
    expect(foldersIn(["a_1", "a_2"], "")).toEqual([]);
  });

  it("are in others", () => {
    expect(pathOf("a_b.c-")).toEqual(["a_", "a_b.", "a_b.c-"]);
    expect(pathOf("")).toEqual([]);
  });
});
