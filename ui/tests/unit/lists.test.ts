import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { queryString } from "../../src/api/client";
import { type ExecutionItem, OUTCOMES } from "../../src/api/executions";
import { isolated } from "../../src/chart/isolated";
import { matches, withNewest } from "../../src/pages/executions/filter";
import { queryOf } from "../../src/pages/overview/period";
import { applyFilter, readFilter } from "../../src/pages/tools/filter";
import { isNumeric, tabular } from "../../src/run/tabular";
import { type Command, matching } from "../../src/shell/commands";
import { manyTools, toolOf } from "../listed_tools";

const TOOLS = [
  toolOf("get_user_limit", "sql", { description_user: "특정 사용자의 일일 제한량을 조회합니다." }),
  toolOf("monthly_orders", "sql", { tags: ["sales"] }),
  toolOf("vat", "expression", { tags: ["sales"] }),
  toolOf("weather", "http", { is_active: false }),
  toolOf("git.log", "mcp", { origin: "upstream", problem: "the server `git` does not answer" }),
  toolOf("calculator", "builtin", {
    origin: "compiled",
    statistics: { calls: 9, errors: 0, p50_ms: 1, buckets: [] },
  }),
];

const names = (address: string) =>
  applyFilter(TOOLS, readFilter(new URLSearchParams(address))).map((tool) => tool.name);

describe("the table of tools", () => {
  it("is filtered and sorted by the address", () => {
    expect(names("kind=sql")).toEqual(["get_user_limit", "monthly_orders"]);
    expect(names("q=제한량")).toEqual(["get_user_limit"]);
    expect(names("state=inactive")).toEqual(["weather"]);
    expect(names("state=problem")).toEqual(["git.log"]);
    expect(names("tag=sales&sort=-name")).toEqual(["vat", "monthly_orders"]);
    expect(names("sort=-calls")[0]).toBe("calculator");
  });

  it("ignores a sort that there is not", () => {
    expect(readFilter(new URLSearchParams("sort=constructor")).sort).toBe("name");
  });

  it("filters 10,000 tools in less than 100 ms of CPU time", () => {
    const tools = manyTools(10_000);
    const filter = readFilter(new URLSearchParams("q=tool_099"));
    applyFilter(tools, filter);
    const start = process.cpuUsage();
    expect(applyFilter(tools, filter)).toHaveLength(100);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
  });
});

const item = (id: string, outcome = "ok") => ({ id, outcome, tool: "a", caller: "b" }) as ExecutionItem;

describe("executions", () => {
  it("have a word for each outcome of the server", () => {
    const source = readFileSync("../framework/src/core/error/kind.rs", "utf8");
    const words = [...source.matchAll(/=> "(\w+)",/g)].map((match) => match[1]);
    expect(words).toContain("tool_execution_error");
    expect(new Set([...words, "ok", "input_required", "begun"])).toEqual(new Set(OUTCOMES));
  });

  it("that arrive are shown when they match", () => {
    expect(matches(item("1"), { tool: "a", outcome: "ok" })).toBe(true);
    expect(matches(item("1", "failed"), { outcome: "ok" })).toBe(false);
    expect(matches(item("1"), { q: "text that only the server can find" })).toBeNull();
    expect(matches(item("1"), { until: "2026-01-01T00:00:00Z" })).toBe(false);
    expect(matches({ ...item("1"), tool: "get_user.all" }, { tool: "*user.*" })).toBe(true);
    expect(matches({ ...item("1"), tool: "get_user_all" }, { tool: "*user.*" })).toBe(false);
    expect(matches({ ...item("1"), client: "curl 8" }, { caller: "curl*" })).toBe(true);
  });

  it("are shown once, newest first", () => {
    const shown = withNewest([item("2"), item("1")], [item("1", "failed")]);
    expect(shown.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["1", "failed"],
      ["2", "ok"],
    ]);
    const more = withNewest(shown, [item("3"), item("4", "begun"), item("4")]);
    expect(more.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["4 ok", "3 ok", "1 failed", "2 ok"]);
  });
});

describe("queries", () => {
  it("leave out what is empty", () => {
    expect(queryString({ a: "x y", b: null, c: undefined, d: "", e: 0 })).toBe("?a=x+y&e=0");
  });

  it("cover the period up to the full minute", () => {
    const now = Date.parse("2026-11-16T10:00:30Z");
    expect(queryOf("hour", now, "vat", "")).toEqual({
      since: "2026-11-16T09:01:00.000Z",
      until: "2026-11-16T10:01:00.000Z",
      bucket: "minute",
      tool: "vat",
      caller: undefined,
    });
  });
});

describe("a result", () => {
  it("is a table when it is made of objects", () => {
    expect(tabular([{ a: 1 }, { b: 2 }])?.columns).toEqual(["a", "b"]);
    expect(tabular({ user_nm: "hong", max_count: 50 })?.rows).toHaveLength(1);
    expect(tabular({ rows: [{ a: 1 }], count: 1 })?.columns).toEqual(["a"]);
    expect([15, "text", [], [1], null].map(tabular)).toEqual([null, null, null, null, null]);
  });

  it("has columns of numbers", () => {
    const rows = [
      { a: 1, b: 1 },
      { a: null, b: "2", c: null },
    ];
    expect(["a", "b", "c"].map((column) => isNumeric(rows, column))).toEqual([true, false, false]);
  });
});

describe("the palette", () => {
  const command = (label: string): Command => ({ id: label, label, group: "Tool", run: () => undefined });

  it("shows what begins with the words first", () => {
    const commands = ["my vat", "vat", "weather"].map(command);
    expect(matching(commands, "vat").map(({ label }) => label)).toEqual(["vat", "my vat"]);
    expect(matching(commands, "tool wea").map(({ label }) => label)).toEqual(["weather"]);
  });
});

describe("a chart", () => {
  it("has a point where a value stands alone", () => {
    expect(isolated([3, null, 1, 2, null, 0])).toEqual([0, 5]);
    expect(isolated([null, null])).toEqual([]);
  });
});
