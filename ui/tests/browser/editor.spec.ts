import { expect, test, typeCode } from "./harness";

test("the query is completed: tables, columns and both forms of a parameter", async ({ page }) => {
  await page.goto("/tools/get_user_limit?step=logic");
  const options = page.locator(".cm-tooltip-autocomplete li");
  await typeCode(page, "sql-editor", "SELECT * FROM ");
  await page.keyboard.type("h_us");
  await expect(options.first()).toContainText("h_user");
  await page.keyboard.press("Escape");
  await typeCode(page, "sql-editor", "SELECT h_user.");
  await page.keyboard.type("user");
  await expect(options.first()).toContainText("user_nm");
  await page.keyboard.press("Escape");
  await typeCode(page, "sql-editor", "SELECT ");
  await page.keyboard.type(":us");
  await expect(options.first()).toContainText(":user_name");
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("sql-editor")).toHaveText("SELECT :user_name");
  await typeCode(page, "sql-editor", "SELECT ");
  await page.keyboard.type("{{us");
  await expect(options.first()).toContainText("{{user_name");
});

test("an error of the database is underlined at its place", async ({ page }) => {
  await page.goto("/tools/get_user_limit?step=logic");
  await typeCode(page, "sql-editor", "SELECT 1\nFROM h_usr");
  await expect(page.locator(".cm-lintRange-error")).toHaveText("h_usr");
  await expect(page.getByTestId("field-problem")).toHaveText('relation "h_usr" does not exist');
  await expect(page.getByTestId("step-logic")).toHaveAttribute("data-status", "problem");
});

test("tables and columns are clicked or dragged into the query", async ({ page }) => {
  await page.goto("/tools/monthly_orders?step=logic");
  await typeCode(page, "sql-editor", "SELECT ");
  await page.getByTestId("explorer-search").fill("amount");
  await page.getByTestId("insert-column").filter({ hasText: "Total Amount" }).click();
  await expect(page.getByTestId("sql-editor")).toHaveText('SELECT "Total Amount"');
  await page.getByTestId("insert-table").first().dragTo(page.getByTestId("sql-editor"));
  await expect(page.getByTestId("sql-editor")).toContainText("sales.orders");
});

test("the first rows of a table are shown on demand", async ({ page }) => {
  await page.goto("/tools/get_user_limit?step=logic");
  await page.getByTestId("table-rows").first().click();
  await expect(page.getByTestId("first-rows")).toContainText("hong@example.com");
});

test("parameters are ordered by keyboard and by dragging", async ({ page }) => {
  await page.goto("/tools/vat?step=parameters");
  const names = page.getByTestId("parameter-name");
  await page.getByTestId("grip").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(names.first()).toHaveValue("rate");
  await expect(page.getByTestId("grip").nth(1)).toBeFocused();
  await page.getByTestId("grip").nth(1).dragTo(page.getByTestId("parameter").first());
  await expect(names.first()).toHaveValue("net");
});

test("parameters come from a pasted example", async ({ page }) => {
  await page.goto("/new?step=parameters");
  await page.getByTestId("from-json").click();
  await page.getByTestId("paste-text").fill('{"user_name": "hong", "limit": 10}');
  await page.getByTestId("paste-take").click();
  await expect(page.getByTestId("parameter-name").nth(1)).toHaveValue("limit");
  await expect(page.getByTestId("parameter-type").nth(1)).toHaveValue("integer");
});

test("a draft is kept in the browser until it is saved or discarded", async ({ page }) => {
  await page.goto("/tools/vat");
  await page.getByTestId("description").fill("half a sentence");
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "draft");
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.getByTestId("draft-restored")).toBeVisible();
  await expect(page.getByTestId("description")).toHaveValue("half a sentence");
  await page.getByTestId("discard-draft").click();
  await expect(page.getByTestId("description")).toHaveValue("Adds value added tax to a net amount.");
});

test("two people edit one tool: the second merges", async ({ page, context }) => {
  await page.goto("/tools/vat");
  await page.getByTestId("description").fill("mine");
  const headers = { "x-toolwright-console": "1", "if-match": '"1"' };
  await context.request.patch("/api/v1/tools/vat", {
    data: { description: "theirs", tags: ["new"] },
    headers,
  });
  await page.getByTestId("save").click();
  await expect(page.getByTestId("merge")).toContainText("tags");
  await expect(page.getByTestId("conflict")).toHaveCount(1);
  await page.getByTestId("take-theirs").check();
  await page.getByTestId("save-merged").click();
  await expect(page.getByTestId("merge")).toHaveCount(0);
  await expect(page.getByTestId("description")).toHaveValue("theirs");
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
});

test("versions are compared and brought back", async ({ page }) => {
  await page.goto("/tools/vat");
  await page.getByTestId("description").fill("changed");
  await page.getByTestId("save").click();
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
  await page.getByTestId("open-versions").click();
  await expect(page.getByTestId("version")).toHaveCount(2);
  await expect(page.getByTestId("diff")).toContainText("description: changed");
  await page.getByTestId("roll-back").click();
  await expect(page.getByTestId("version")).toHaveCount(3);
});

test("a name that is taken is said beside the field", async ({ page }) => {
  await page.goto("/new");
  await page.getByTestId("name").fill("vat");
  await page.getByTestId("description").fill("Another tool with a name that is taken already.");
  await page.getByTestId("step-logic").click();
  await typeCode(page, "sql-editor", "SELECT 1");
  await page.getByTestId("save").click();
  await page.getByTestId("step-basics").click();
  await expect(page.getByTestId("field-problem")).toHaveText("the name `vat` is taken");
});

test("an HTTP request is previewed", async ({ page }) => {
  await page.goto("/tools/weather?step=logic");
  await page.getByTestId("http-path").fill("/v2/{city}");
  await expect(page.getByTestId("http-preview")).toContainText("https://weather.example.internal/v2/{city}");
});

test("a picture is shown as one", async ({ page }) => {
  await page.goto("/tools/today_chart?step=test");
  await page.getByTestId("test-run").click();
  await expect(page.locator(".result-picture")).toBeVisible();
});
