import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => join("src", file))
  .filter((file) => /\.tsx?$/.test(file));

/** The files of `src` that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) => match[1] ?? "");
  return named.flatMap((path) => {
    const target = join(dirname(file), path);
    return [`${target}.ts`, `${target}.tsx`].filter((one) => existsSync(one));
  });
}

/** The first chain of imports that leads back to where it began. */
function findCircle(): string[] | null {
  const done = new Set<string>();
  function visit(file: string, chain: string[]): string[] | null {
    if (chain.includes(file)) return [...chain.slice(chain.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of importsOf(file)) {
      const circle = visit(next, [...chain, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  }
  for (const file of files) {
    const circle = visit(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

describe("the imports", () => {
  it("are read", () => {
    expect(importsOf("src/main.tsx")).toContain("src/shell/App.tsx");
  });

  it("make no circle", () => {
    expect(findCircle()).toBeNull();
  });
});
