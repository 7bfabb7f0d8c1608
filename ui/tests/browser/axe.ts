import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds in both themes. */
export async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
    for (const { id, impact, nodes } of violations)
      found.push(`${colorScheme}: ${impact}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  }
  return found;
}
