import { describe, expect, it } from "vitest";
import { sent, type ToolSpec } from "../../src/api/tools";
import { mergeSpecs, resolve } from "../../src/pages/editor/merge";
import { moved } from "../../src/pages/editor/parameters/order";
import { stepOf } from "../../src/pages/editor/problems";
import { specText } from "../../src/pages/editor/spec_text";
import { isSame } from "../../src/pages/editor/spec_values";

const base: ToolSpec = {
  name: "a",
  type: "sql",
  description: "old",
  config: { query: "SELECT 1", result: "rows" },
  tags: [],
};

describe("a merge", () => {
  it("takes what only the other has changed", () => {
    const theirs = { ...base, tags: ["x"], config: { ...base.config, result: "row" } };
    const merge = mergeSpecs(base, { ...base, description: "mine" }, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.taken).toEqual(["tags", "config.result"]);
    expect(merge.spec).toEqual({ ...theirs, description: "mine" });
  });

  it("leaves what both have changed to a choice", () => {
    const mine = { ...base, config: { ...base.config, query: "SELECT 2" } };
    const theirs = { ...base, config: { ...base.config, query: "SELECT 3" } };
    const merge = mergeSpecs(base, mine, theirs);
    expect(merge.conflicts).toEqual([
      { path: "config.query", base: "SELECT 1", mine: "SELECT 2", theirs: "SELECT 3" },
    ]);
    expect(resolve(merge, new Set()).config.query).toBe("SELECT 2");
    expect(resolve(merge, new Set(["config.query"])).config.query).toBe("SELECT 3");
  });

  it("has no conflict when both made the same change", () => {
    const same = { ...base, description: "new" };
    expect(mergeSpecs(base, same, structuredClone(same)).conflicts).toEqual([]);
  });
});

describe("the editor", () => {
  it("does not see a change in the order of members", () => {
    expect(isSame({ a: 1, b: { c: 2, d: undefined } }, { b: { c: 2 }, a: 1 })).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });

  it("moves rows, and leaves them where they cannot go", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a"], 0, 1)).toEqual(["a"]);
  });

  it("finds the step of a problem", () => {
    const paths = ["/name", "/parameters/0/type", "/config/query", "/tags"];
    expect(paths.map((path) => stepOf({ path, message: "" }))).toEqual([
      "basics",
      "parameters",
      "logic",
      "basics",
    ]);
  });

  it("writes a spec as lines", () => {
    expect(specText({ ...base, config: { query: "SELECT 1\nFROM t" } })).toBe(
      "name: a\ntype: sql\ndescription: old\nconfig:\n  query:\n    SELECT 1\n    FROM t\ntags: []\n",
    );
  });
});

it("what was left empty is not sent", () => {
  const spec: ToolSpec = {
    name: "",
    type: "sql",
    title: "",
    description: "",
    description_user: null,
    config: {},
    parameters: [],
    tags: ["a"],
    is_active: false,
  };
  expect(sent(spec)).toEqual({
    name: "",
    type: "sql",
    description: "",
    config: {},
    tags: ["a"],
    is_active: false,
  });
});
