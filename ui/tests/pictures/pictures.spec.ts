// Compares each page, in both themes, with its accepted picture in `docs/console`. Pictures that changed on purpose
// are written with `TOOLWRIGHT_CONSOLE_PICTURES=write`, looked at, and committed.

import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, open, test } from "../browser/harness";
import { PLACES } from "../browser/places";
import { GUARDED } from "../browser/servers";
import { withPalette } from "./palette";

const FOLDER = "../docs/console";
const IS_WRITING = process.env.TOOLWRIGHT_CONSOLE_PICTURES === "write";
/** The share of the pixels that may differ: times and durations do. */
const TOLERANCE = 0.01;

/** What is done on a page before its picture is made. */
const ACTIONS: Record<string, (page: Page) => Promise<void>> = {
  async sql(page) {
    await page.getByTestId("derived-column").first().waitFor();
  },
  async test(page) {
    await page.getByTestId("argument-user_name").fill("hong");
    await page.getByTestId("test-run").click();
    await page.getByTestId("result-rows").waitFor();
  },
  async versions(page) {
    await page.getByTestId("diff").waitFor();
  },
  async playground(page) {
    await page.getByTestId("argument-net").fill("100");
    await page.getByTestId("test-run").click();
    await page.getByTestId("mcp-result").waitFor();
  },
};

test.use({ viewport: { width: 1200, height: 750 }, contextOptions: { reducedMotion: "reduce" } });

async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    // Charts and editors are drawn again.
    await page.waitForTimeout(500);
    const seen = withPalette(await page.screenshot());
    const file = `${name}-${colorScheme}.png`;
    if (IS_WRITING) writeFileSync(`${FOLDER}/${file}`, seen);
    else expect.soft(seen).toMatchSnapshot({ name: file, maxDiffPixelRatio: TOLERANCE });
  }
}

for (const [name, path] of Object.entries(PLACES)) {
  test(`the page ${name}`, async ({ page }) => {
    await open(page, path);
    await ACTIONS[name]?.(page);
    await picture(page, name);
  });
}

test("an execution", async ({ page }) => {
  await open(page, "/executions?tool=get_user_limit&outcome=ok");
  await page.getByTestId("execution").first().getByRole("link").click();
  await page.getByTestId("facts").waitFor();
  await picture(page, "execution");
});

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });

  test("the login page", async ({ page }) => {
    await page.goto("/");
    await page.getByTestId("login").waitFor();
    await picture(page, "login");
  });
});
