// Writes a sheet with pictures of each page, in both languages and themes, on a large and on a small screen, to look at.

import { mkdirSync } from "node:fs";
import { expect, open, test } from "../browser/harness";
import { PLACES } from "../browser/places";

const FOLDER = process.env.TOOLWRIGHT_CONSOLE_SCREENS ?? "test-results/screens";
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeAll(() => void mkdirSync(FOLDER, { recursive: true }));

for (const [name, path] of Object.entries(PLACES)) {
  test(`the page ${name}`, async ({ page, context }) => {
    const pictures: { width: number; data: string }[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const language of ["en", "ko"]) {
        await page.addInitScript(
          (text) => localStorage.setItem("toolwright.language", text),
          `"${language}"`,
        );
        await open(page, path);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
          // Charts and editors are drawn again.
          await page.waitForTimeout(400);
          const picture = await page.screenshot();
          pictures.push({ width: size.width, data: picture.toString("base64") });
        }
      }
    }
    const sheet = await context.newPage();
    const tags = pictures.map(
      ({ width, data }) => `<img width="${width / 1.8}" src="data:image/png;base64,${data}">`,
    );
    await sheet.setViewportSize({ width: 1640, height: 1000 });
    await sheet.setContent(`<body style="margin:0;background:#888">${tags.join(" ")}`);
    await sheet.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
  });
}
