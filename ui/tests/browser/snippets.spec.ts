// What the page Connect offers is run as it stands.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, open, test } from "./harness";
import { logIn } from "./people";
import { ADMIN_KEY, GUARDED } from "./servers";

const run = promisify(execFile);

/** A Python that has the package `mcp`, from version 2 on. */
const PYTHON = process.env.TOOLWRIGHT_CONSOLE_PYTHON;

/** A folder whose packages have the TypeScript SDK. */
const TYPESCRIPT = process.env.TOOLWRIGHT_CONSOLE_TYPESCRIPT;

/** Runs a program for Node in that folder. */
const runNode = (program: string) =>
  run("node", ["--input-type=module", "--eval", program], { cwd: TYPESCRIPT, timeout: 60_000 });

async function snippet(page: Page, host: string): Promise<string> {
  await page.getByTestId(`connect-${host}`).click();
  return (await page.getByTestId("snippet").locator("pre").textContent()) ?? "";
}

const withKey = (text: string) => text.replaceAll("tw_YOUR_KEY", ADMIN_KEY);

test("the command of curl lists the tools", async ({ page }) => {
  await open(page, "/connect");
  const { stdout } = await run("bash", ["-c", await snippet(page, "curl")]);
  expect(JSON.parse(stdout).items.length).toBeGreaterThan(5);
});

test("the program for Python lists the tools", async ({ page }) => {
  test.skip(PYTHON === undefined, "TOOLWRIGHT_CONSOLE_PYTHON names no Python with the package `mcp`");
  await open(page, "/connect");
  const { stdout } = await run(PYTHON ?? "", ["-c", await snippet(page, "python")]);
  expect(stdout).toContain("calculator");
});

test("the program for TypeScript lists the tools", async ({ page }) => {
  test.skip(
    TYPESCRIPT === undefined,
    "TOOLWRIGHT_CONSOLE_TYPESCRIPT names no folder with the TypeScript SDK",
  );
  await open(page, "/connect");
  const { stdout } = await runNode(`${await snippet(page, "typescript")}\nprocess.exit()`);
  expect(stdout).toContain("calculator");
});

test("the entries for hosts are JSON with the address", async ({ page, baseURL }) => {
  await open(page, "/connect");
  for (const host of ["claude-desktop", "cursor", "vscode"]) {
    const text = await snippet(page, host);
    expect(() => JSON.parse(text), host).not.toThrow();
    expect(text).toContain(`${baseURL}/mcp`);
  }
});

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });

  test("has snippets that work with a key in the place of the example", async ({ page }) => {
    await page.goto("/connect");
    await logIn(page, ADMIN_KEY);
    const { stdout } = await run("bash", ["-c", withKey(await snippet(page, "curl"))]);
    expect(JSON.parse(stdout).items.length).toBeGreaterThan(5);
    if (PYTHON !== undefined) {
      const program = await run(PYTHON, ["-c", withKey(await snippet(page, "python"))]);
      expect(program.stdout).toContain("calculator");
    }
    if (TYPESCRIPT !== undefined) {
      const program = await runNode(`${withKey(await snippet(page, "typescript"))}\nprocess.exit()`);
      expect(program.stdout).toContain("calculator");
    }
  });
});
