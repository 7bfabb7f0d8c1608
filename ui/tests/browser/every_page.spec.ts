// Each page is opened once in each language: axe reads it in both themes, it must fit on a large and on a small screen,
// has at most one primary button, and says nothing in the other language.

import type { Page } from "@playwright/test";
import { findings } from "./axe";
import { expect, open, test } from "./harness";
import { ALL_PLACES } from "./places";
import { wrongIn } from "./words";

/** By how many pixels the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const column = document.querySelector(".column") ?? document.documentElement;
    const whole = document.documentElement.scrollWidth - innerWidth;
    return Math.max(whole, column.scrollWidth - column.clientWidth);
  });
}

for (const [name, path] of Object.entries(ALL_PLACES)) {
  test(`the page ${name}: axe finds nothing, it fits on the screen, and is all in one language`, async ({
    page,
  }) => {
    await open(page, path);
    await expect.poll(() => wrongIn(page, "en")).toEqual([]);
    expect(await page.locator("main .button.primary").count()).toBeLessThanOrEqual(1);
    expect(await findings(page)).toEqual([]);
    await expect.poll(() => overflow(page)).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => localStorage.setItem("toolwright.language", '"ko"'));
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await expect.poll(() => wrongIn(page, "ko")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => overflow(page)).toBe(0);
  });
}

test("on a small screen the current step is in view, and names are whole", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/tools/vat?step=test");
  await expect(page.getByTestId("step-test")).toBeInViewport({ ratio: 0.9 });
  for (const [path, row] of [
    ["/agent", "agent-tool"],
    ["/servers", "server"],
  ] as const) {
    await open(page, path);
    const name = page.getByTestId(row).first().locator(".col-name");
    const lines = () =>
      name.evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
      });
    await expect(name).toBeVisible();
    expect(await lines(), path).toBe(1);
  }
});

for (const language of ["en", "ko"]) {
  test(`on a small screen no table is cut off (${language})`, async ({ page }) => {
    await page.addInitScript((text) => localStorage.setItem("toolwright.language", text), `"${language}"`);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ["/access", "/agent", "/agents", "/servers", "/tools/vat?view=activity"]) {
      await open(page, path);
      await expect(page.locator(".scroll table").first()).toBeVisible();
      const cut = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".scroll")]
            .filter((box) => box.scrollWidth > box.clientWidth)
            .map((box) => box.getAttribute("aria-label")),
        );
      await expect.poll(cut, path).toEqual([]);
    }
  });
}

test("axe finds nothing in the palette and a dialog", async ({ page }) => {
  await page.goto("/tools");
  await page.getByTestId("tool-test").first().click();
  await page.getByTestId("run-form").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByTestId("palette-input").waitFor();
  expect(await findings(page)).toEqual([]);
});

test("the menu opens on a small screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/tools");
  await page.getByTestId("menu-toggle").click();
  await page.getByTestId("menu-executions").click();
  await expect(page).toHaveURL(/\/executions$/);
  await expect(page.getByTestId("menu-executions")).toBeHidden();
});
