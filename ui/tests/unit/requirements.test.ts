import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("the rows of the design document", () => {
  it("have each a browser test, and the README names it", () => {
    const spec = readFileSync("tests/browser/requirements.spec.ts", "utf8");
    const tests = [...spec.matchAll(/test\("(S3-\d+) ([^"]+)"/g)].map(([, row, name]) => [row, name]);
    const readme = readFileSync("README.md", "utf8");
    const rows = [...readme.matchAll(/^\| (S3-\d+) *\| (.+?) *\|$/gm)].map(([, row, name]) => [row, name]);
    const numbers = [1, 2, 3, 4, ...Array.from({ length: 18 }, (_, index) => 30 + index)];
    expect(rows.map(([row]) => row)).toEqual(numbers.map((number) => `S3-${number}`));
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(tests));
  });
});
