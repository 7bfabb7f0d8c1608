import { describe, expect, it } from "vitest";
import { fieldsOf, firstTexts, toArguments, toTexts } from "../../src/schema/form";
import { inferParameters } from "../../src/schema/infer";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    count: { type: "integer", default: 3 },
    ratio: { anyOf: [{ type: "number" }, { type: "null" }] },
    unit: { type: "string", enum: ["m", "ft"] },
    rows: { type: "array", items: { type: "object" } },
    sure: { type: "boolean" },
  },
  required: ["name"],
};

describe("a form from a schema", () => {
  const fields = fieldsOf(schema);

  it("has a control for each type", () => {
    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["name", "text", true],
      ["count", "integer", false],
      ["ratio", "number", false],
      ["unit", "choice", false],
      ["rows", "json", false],
      ["sure", "boolean", false],
    ]);
  });

  it("begins with the defaults", () => {
    expect(firstTexts(fields)).toEqual({ count: "3" });
  });

  it("sends values of the right types, and nothing for what is empty", () => {
    const texts = { name: "hong", count: "7", ratio: "", unit: '"m"', rows: "[{}]", sure: "false" };
    expect(toArguments(fields, texts)).toEqual({
      values: { name: "hong", count: 7, unit: "m", rows: [{}], sure: false },
      problems: [],
    });
  });

  it("reports what is not a value", () => {
    expect(toArguments(fields, { name: "", count: "x" })).toEqual({
      values: { name: "" },
      problems: [{ path: "/count", message: "x" }],
    });
  });

  it("shows arguments as they would be typed", () => {
    expect(toTexts(fields, { name: "a", unit: "m", rows: [1] })).toEqual({
      name: "a",
      unit: '"m"',
      rows: "[1]",
    });
  });

  it("follows a reference to a definition", () => {
    const referring = { properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { type: "integer" } } };
    expect(fieldsOf(referring)[0]?.kind).toBe("integer");
  });
});

describe("parameters from JSON", () => {
  it("come from an example", () => {
    expect(inferParameters('{"user_name":"hong","limit":10,"rate":0.5,"ids":[1],"on":true}')).toEqual([
      { name: "user_name", type: "string", required: true },
      { name: "limit", type: "integer", required: true },
      { name: "rate", type: "number", required: true },
      { name: "ids", type: "array", required: true, items: { type: "integer" } },
      { name: "on", type: "boolean", required: true },
    ]);
  });

  it("come from a schema", () => {
    const text = JSON.stringify({
      properties: { a: { type: ["string", "null"], description: "An a", maxLength: 3 } },
      required: ["a"],
    });
    expect(inferParameters(text)).toEqual([
      { name: "a", type: "string", required: true, description: "An a", max_length: 3 },
    ]);
  });

  it("do not come from anything else", () => {
    expect(["", "[1]", "3", "null", "{"].map(inferParameters)).toEqual([null, null, null, null, null]);
  });
});
