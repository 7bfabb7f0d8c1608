import { expect, test } from "./harness";

test("strangers' text is shown as text", async ({ page, control }) => {
  await control({ hostile: true });
  await page.goto("/tools");
  await expect(page.getByTestId("tool-table")).toContainText("<script>window.hacked=1</script>");
  await expect(page.getByTestId("tool-table")).toContainText("right_to_left_⟦U+202E⟧exe.txt");
  await page.getByRole("link", { name: /<script>/ }).click();
  await expect(page.locator("h1")).toContainText("<script>window.hacked=1</script>");
  await page.goto("/tools/one_megabyte?step=test");
  await page.getByTestId("argument-text").fill("hostile");
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result-rows")).toContainText("<img src=x");
  await page.getByTestId("argument-text").fill("big");
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result")).toContainText("Show all (1,048,576 characters)");
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("the server goes away and comes back: nothing that was typed is lost", async ({ page, control }) => {
  await page.goto("/tools/vat");
  await page.getByTestId("description").fill("typed before");
  await control({ away: true });
  await page.getByTestId("save").click();
  await expect(page.getByTestId("away")).toBeVisible();
  await page.getByTestId("description").fill("typed while it was away");
  await control({ away: false });
  await expect(page.getByTestId("away")).toHaveCount(0);
  await expect(page.getByTestId("description")).toHaveValue("typed while it was away");
  await page.getByTestId("save").click();
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
});

test("a session that ended is renewed where one was", async ({ page, control }) => {
  await page.goto("/tools/vat");
  await page.getByTestId("description").fill("typed before the end");
  await control({ expired: true });
  await page.getByTestId("save").click();
  await page.getByTestId("login-key").fill("tw_wrong");
  await page.getByTestId("log-in").click();
  await expect(page.getByTestId("field-problem")).toBeVisible();
  await page.getByTestId("login-key").fill("tw_right");
  await page.getByTestId("log-in").click();
  await expect(page.getByTestId("login")).toHaveCount(0);
  await expect(page.getByTestId("description")).toHaveValue("typed before the end");
  await page.getByTestId("save").click();
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
});

test("the link with a one-time token logs in and leaves no token in the address", async ({
  page,
  control,
}) => {
  await control({ login: true });
  await page.goto("/tools#token=once");
  await expect(page.getByTestId("tool-table")).toBeVisible();
  expect(page.url()).not.toContain("once");
});

test("a caller is not offered what a caller may not do", async ({ page, control }) => {
  await control({ role: "caller" });
  await page.goto("/tools");
  await expect(page.getByTestId("tool-table")).toBeVisible();
  await expect(page.getByTestId("new-tool")).toHaveCount(0);
  await expect(page.getByTestId("menu-access")).toHaveCount(0);
  await page.goto("/access");
  await expect(page.getByTestId("empty")).toBeVisible();
  await page.goto("/new");
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("an empty server says what to do first", async ({ page, control }) => {
  await control({ empty: true });
  for (const path of ["/tools", "/executions", "/overview", "/questions"]) {
    await page.goto(path);
    await expect(page.getByTestId("empty")).toBeVisible();
  }
});
