import { expect, PLACES, test } from "./harness";

for (const width of [1280, 390]) {
  test(`no page is wider than a window of ${width} pixels`, async ({ page }) => {
    test.setTimeout(400_000);
    await page.setViewportSize({ width, height: 800 });
    const wide: string[] = [];
    for (const [name, path] of Object.entries(PLACES)) {
      await page.goto(path);
      await page.locator("h1").waitFor();
      await expect(page.getByTestId("skeleton")).toHaveCount(0);
      const overflow = await page.evaluate(() => {
        const column = document.querySelector(".column") ?? document.documentElement;
        return Math.max(
          document.documentElement.scrollWidth - innerWidth,
          column.scrollWidth - column.clientWidth,
        );
      });
      if (overflow > 0) wide.push(`${name}: ${overflow}`);
    }
    expect(wide).toEqual([]);
  });
}

test("the menu opens on a small screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/tools");
  await page.getByTestId("menu-toggle").click();
  await page.getByTestId("menu-executions").click();
  await expect(page).toHaveURL(/\/executions$/);
  await expect(page.getByTestId("menu-executions")).toBeHidden();
});
