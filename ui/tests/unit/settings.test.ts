import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KOREAN } from "../../src/pages/settings/korean";

describe("the settings", () => {
  it("are all described in Korean, and no others are", () => {
    const example = readFileSync("../.env.example", "utf8");
    const names = [...example.matchAll(/^#?\s*([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? "");
    expect(names).toContain("TOOLWRIGHT_PORT");
    expect(Object.keys(KOREAN).toSorted()).toEqual([...new Set(names)].toSorted());
  });
});
