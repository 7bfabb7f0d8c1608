import { PLACES, test } from "./harness";

// Pictures of every page, to be looked at: `SHOTS=1 npm run test:browser -- shots`.
test.skip(process.env.SHOTS === undefined, "only on demand");

for (const theme of ["light", "dark"] as const) {
  for (const [name, path] of Object.entries(PLACES)) {
    for (const width of [1280, 390]) {
      test(`${name} ${theme} ${width}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await page.waitForLoadState("load");
        await page.waitForTimeout(600);
        await page.screenshot({ path: `shots/${name}-${theme}-${width}.png` });
      });
    }
  }
}
