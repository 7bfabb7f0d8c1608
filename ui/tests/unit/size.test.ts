import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";

const MOST = 150_000;

/** What the browser loads before an editor is opened: the page, what it imports, the tools page, one language. */
function firstLoad(): string[] {
  const page = readFileSync("dist/index.html", "utf8");
  const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
  const entry = readFileSync(`dist${waiting.find((path) => path.endsWith(".js"))}`, "utf8");
  for (const name of ["ToolsPage", "ko"]) {
    const chunk = new RegExp(`assets/${name}-[\\w-]+\\.js`).exec(entry + JSON.stringify(waiting))?.[0];
    if (chunk !== undefined) waiting.push(`/${chunk}`);
  }
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (!path.endsWith(".js")) continue;
    const text = readFileSync(`dist${path}`, "utf8");
    for (const match of text.matchAll(/(?:from|import)\s*["`]\.\/([^"`]+)["`]/g))
      waiting.push(`/assets/${match[1]}`);
  }
  return [...seen];
}

describe.skipIf(!existsSync("dist/index.html"))("the build", () => {
  const size = (path: string, form: string) => statSync(`dist${path}.${form}`).size;

  it("loads at most 150 kB before an editor is opened", () => {
    const files = firstLoad();
    expect(files.some((path) => path.includes("ToolsPage"))).toBe(true);
    expect(files.some((path) => path.includes("CodeEditor"))).toBe(false);
    const [gzip, brotli] = ["gz", "br"].map((form) => files.reduce((sum, path) => sum + size(path, form), 0));
    process.stdout.write(`first load: ${gzip} bytes gzip, ${brotli} brotli, in ${files.length} files\n`);
    expect(gzip).toBeLessThanOrEqual(MOST);
  });

  it("has no inline script or style", () => {
    const page = readFileSync("dist/index.html", "utf8");
    expect(page).not.toMatch(/<style|style="|<script(?![^>]*\bsrc=)|\son\w+="/);
    expect(page).toContain('content="__CSP_NONCE__"');
  });
});
