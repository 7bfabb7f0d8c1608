import AxeBuilder from "@axe-core/playwright";
import { expect, PLACES, test } from "./harness";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on any page in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const findings: string[] = [];
    for (const [name, path] of Object.entries(PLACES)) {
      await page.goto(path);
      await page.locator("h1").waitFor();
      await expect(page.getByTestId("skeleton")).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
      for (const { id, nodes } of violations)
        findings.push(`${name}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    }
    expect(findings).toEqual([]);
  });
}

test("axe finds nothing in the login page, the palette and a dialog", async ({ page, control }) => {
  const check = async () =>
    (await new AxeBuilder({ page }).withTags(STANDARD).analyze()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    );
  await page.goto("/tools");
  await page.getByTestId("tool-test").first().click();
  await page.getByTestId("run-form").waitFor();
  expect(await check()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByTestId("palette-input").waitFor();
  expect(await check()).toEqual([]);
  await control({ login: true });
  await page.goto("/tools");
  await page.getByTestId("login").waitFor();
  expect(await check()).toEqual([]);
});
