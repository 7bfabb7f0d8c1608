import { describe, expect, it } from "vitest";
import { quoteName, tableName } from "../../src/code/identifier";
import { namedParameters } from "../../src/code/parameters";
import { placeOf } from "../../src/code/place";

describe("the place of a problem", () => {
  const marked = (message: string, text: string) => {
    const { from, to } = placeOf(message, text);
    return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
  };

  it("is the name that is quoted", () => {
    expect(marked('relation "h_usr" does not exist', "SELECT h_usrs FROM h_usr")).toBe(
      "SELECT h_usrs FROM [h_usr]",
    );
    expect(marked("`nmu2` is not a parameter", "num1 * nmu2")).toBe("num1 * [nmu2]");
  });

  it("is after the line and column that are given", () => {
    const message = 'syntax error at or near "a" (line 2, column 3)';
    expect(marked(message, "a, 😀 a\nb a c")).toBe("a, 😀 a\nb [a] c");
    expect(marked("unterminated string (line 1, column 3)", "ab'cd\nef")).toBe("ab['cd]\nef");
  });

  it("is everything when there is no place", () => {
    expect(marked("it is too long", "abc")).toBe("[abc]");
    expect(marked('"gone" is not there', "abc")).toBe("[abc]");
  });

  it("stays inside of a text that became shorter meanwhile", () => {
    expect(marked("wrong (line 9, column 9)", "abc")).toBe("abc[]");
  });

  it("may be a name of any characters", () => {
    expect(marked('syntax error at or near ")"', "SELECT ) 1")).toBe("SELECT [)] 1");
    expect(marked('syntax error at or near "$$ ["', "a $$ [ b")).toBe("a [$$ [] b");
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
