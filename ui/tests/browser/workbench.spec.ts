// One screen to work in.

import { expect, open, SUM, test, typeCode } from "./harness";

test("logic, arguments and result are on one screen, and Ctrl-Enter runs", async ({ page, make }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/tools/${await make(SUM)}`);
  await page.getByTestId("toggle-workbench").click();
  await expect(page).toHaveURL(/step=work/);
  await page.getByTestId("argument-a").fill("20");
  await typeCode(page, "expression-editor", "a * b + 1");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("result")).toContainText("21");
  await expect(page.getByTestId("expression-editor")).toHaveText("a * b + 1");
  for (const part of ["expression-editor", "argument-a", "result"]) {
    await expect(page.getByTestId(part)).toBeInViewport();
  }
  await page.getByTestId("toggle-workbench").click();
  await expect(page.getByTestId("step-basics-body")).toBeVisible();
});

test("the editor grows with the window", async ({ page, make }) => {
  await open(page, `/tools/${await make(SUM)}?step=work`);
  const height = async () => (await page.locator(".cm-editor").boundingBox())?.height ?? 0;
  const before = await height();
  await page.setViewportSize({ width: 1440, height: 1200 });
  await expect.poll(height).toBeGreaterThan(before + 300);
});
