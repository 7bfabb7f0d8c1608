import { describe, expect, it } from "vitest";
import { quoteName, tableName } from "../../src/code/identifier";
import { spanOf } from "../../src/code/offsets";
import { namedParameters } from "../../src/code/parameters";

describe("the place of a problem", () => {
  it("is counted in characters, not in UTF-16 units", () => {
    const text = "SELECT '😀' FORM t";
    expect(spanOf({ path: "", message: "", offset: 11, length: 4 }, text)).toEqual({ from: 12, to: 16 });
  });

  it("is the rest of a line when there is no offset", () => {
    expect(spanOf({ path: "", message: "", line: 2, column: 3 }, "ab\ncdef\ng")).toEqual({ from: 5, to: 7 });
  });

  it("is everything when there is no place", () => {
    expect(spanOf({ path: "", message: "" }, "abc")).toEqual({ from: 0, to: 3 });
  });

  it("stays inside of a text that became shorter meanwhile", () => {
    expect(spanOf({ path: "", message: "", offset: 90, length: 9 }, "abc")).toEqual({ from: 3, to: 3 });
  });
});

describe("the parameters of a query", () => {
  it("are written in two ways, each named once", () => {
    expect(namedParameters("WHERE a = :a AND b = {{ b }} OR a > :a")).toEqual(["a", "b"]);
  });

  it("are not casts, strings or comments", () => {
    expect(namedParameters("SELECT a::text, ':no', 'it''s :no' -- :no\n/* :no */ WHERE t = :yes")).toEqual([
      "yes",
    ]);
  });
});

describe("names of tables and columns", () => {
  it("are quoted when they have to be", () => {
    expect([quoteName("h_user"), quoteName("Total Amount"), quoteName('a"b')]).toEqual([
      "h_user",
      '"Total Amount"',
      '"a""b"',
    ]);
  });

  it("have their schema unless it is public", () => {
    expect([tableName("public", "a"), tableName("sales", "a")]).toEqual(["a", "sales.a"]);
  });
});
