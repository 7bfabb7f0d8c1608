// Keys and the focus.

import { expect, open, SUM, test, unique } from "./harness";

test("single keys search, go to pages and show what there is", async ({ page }) => {
  await open(page, "/tools");
  await page.keyboard.press("/");
  await expect(page.getByTestId("tool-search")).toBeFocused();
  await page.keyboard.type("?g");
  await expect(page.getByTestId("tool-search")).toHaveValue("?g");
  await expect(page.getByTestId("shortcuts")).toHaveCount(0);
  await page.locator("h1").click();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/executions$/);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\/tools$/);
  await page.keyboard.press("?");
  await expect(page.getByTestId("shortcuts")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("shortcuts")).toHaveCount(0);
});

test("the focus goes to the heading of a step, and to a new row", async ({ page, make }) => {
  await page.goto(`/tools/${await make(SUM)}`);
  await page.getByTestId("next-step").click();
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeFocused();
  await page.getByTestId("add-parameter").click();
  await expect(page.getByTestId("parameter-name").last()).toBeFocused();
});

test("the focus goes to the field that a dialog complains about", async ({ page, request }) => {
  const name = unique("user");
  await request.post("/api/v1/users", { data: { name, role: "caller" } });
  await page.goto("/access");
  await page.getByTestId("new-user").click();
  await page.getByTestId("user-name").fill(name);
  await page.getByTestId("user-save").click();
  await expect(page.getByTestId("field-problem")).toBeVisible();
  await expect(page.getByTestId("user-name")).toBeFocused();
});

test("a button keeps the focus while it waits, is not pressed twice, and its dialog hears Escape", async ({
  page,
  make,
}) => {
  let runs = 0;
  let answer = () => {};
  const isAsked = new Promise<void>((asked) => {
    void page.route("**/api/v1/tools/*/test", async (route) => {
      runs += 1;
      asked();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
  });
  await open(page, `/tools?q=${await make(SUM)}`);
  await page.getByTestId("tool-test").click();
  await page.getByTestId("argument-a").fill("1");
  const run = page.getByTestId("test-run");
  await run.click();
  await isAsked;
  await expect(run).toBeDisabled();
  // The browser takes the focus from what is disabled when it paints.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  await expect(run).toBeFocused();
  for (const key of ["Enter", "Control+Enter"]) await page.keyboard.press(key);
  await page.getByTestId("argument-a").press("Enter");
  await run.focus();
  answer();
  await expect(page.getByTestId("result")).toBeVisible();
  expect(runs).toBe(1);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("test-run")).toHaveCount(0);
  await expect(page.getByTestId("tool-test")).toBeFocused();
});

test("Escape closes the menu of a small screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/tools");
  await page.getByTestId("menu-toggle").click();
  await expect(page.getByTestId("menu-executions")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("menu-executions")).toBeHidden();
  await expect(page.getByTestId("menu-toggle")).toBeFocused();
});

test("a page that is not there has a heading", async ({ page }) => {
  for (const path of ["/no-such-page", "/tools/no_such_tool", "/executions/no-such-execution"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toContainText("There is no");
  }
});
