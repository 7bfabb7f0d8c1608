import { expect, test } from "./harness";

test("the table is searched, filtered and sorted, and the address says so", async ({ page }) => {
  await page.goto("/tools?kind=sql");
  await expect(page.getByTestId("tool-row")).toHaveCount(2);
  await page.getByTestId("filter-kind").selectOption("");
  await page.getByTestId("sort-calls").click();
  await expect(page).toHaveURL(/sort=-calls/);
  await expect(page.getByTestId("tool-row").first()).toContainText("search_documents");
  await page.getByTestId("tool-search").fill("no such tool");
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("a tool is switched off and on", async ({ page }) => {
  await page.goto("/tools?q=vat");
  await page.getByTestId("tool-switch").click();
  await expect(page.getByTestId("tool-switch")).toHaveAttribute("data-status", "off");
  await page.reload();
  await expect(page.getByTestId("tool-switch")).toHaveAttribute("data-status", "off");
});

test("a deleted tool comes back with undo", async ({ page }) => {
  await page.goto("/tools?q=vat");
  await page.getByTestId("tool-more").click();
  await page.getByTestId("tool-delete").click();
  await expect(page.getByTestId("tool-row")).toHaveCount(0);
  await page.getByTestId("toast-action").click();
  await expect(page.getByTestId("tool-row")).toHaveCount(1);
});

test("a test run works from the list, as a form and as JSON", async ({ page }) => {
  await page.goto("/tools?q=get_user_limit");
  await page.getByTestId("tool-test").click();
  await page.getByTestId("argument-user_name").fill("kim");
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result-rows")).toContainText("kim");
  await page.getByTestId("raw-json").click();
  await page.getByTestId("raw-arguments").fill('{"user_name": "lee"}');
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result-rows")).toContainText("lee");
});

test("10,000 tools are one table that scrolls", async ({ page, control }) => {
  await control({ many: 10_000 });
  await page.goto("/tools?q=tool_");
  await expect(page.getByTestId("tool-count")).toHaveText("10,000 of 10,012");
  expect(await page.getByTestId("tool-row").count()).toBeLessThan(60);
  await page.locator(".tool-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByTestId("tool-row").last()).toContainText("tool_09999");
  await page.getByTestId("tool-search").fill("tool_04321");
  await expect(page.getByTestId("tool-row")).toHaveCount(1);
});

test("a tool that another makes appears by itself", async ({ page, context }) => {
  await page.goto("/tools?q=brand_new");
  await expect(page.getByTestId("empty")).toBeVisible();
  const data = {
    name: "brand_new",
    type: "expression",
    description: "Made elsewhere, by a script.",
    config: { expression: "1" },
  };
  await context.request.post("/api/v1/tools", { data, headers: { "x-toolwright-console": "1" } });
  await expect(page.getByTestId("tool-row")).toHaveCount(1);
});

test("the palette goes to a tool with the keyboard alone", async ({ page }) => {
  await page.goto("/overview");
  await page.getByTestId("totals").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("month");
  await expect(page.getByTestId("palette-item").first()).toContainText("monthly_orders");
  await page.keyboard.press("Enter");
  await expect(page.locator("h1")).toHaveText("monthly_orders");
});

test("language and theme are switched and remembered", async ({ page }) => {
  await page.goto("/tools");
  await page.getByTestId("language").selectOption("ko");
  await expect(page.locator("h1")).toHaveText("사용자 정의 도구 (Custom Tools)");
  await page.getByTestId("theme").selectOption("dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
});
