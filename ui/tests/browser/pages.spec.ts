import { expect, test } from "./harness";

test("executions arrive live, and are filtered by the address", async ({ page, context }) => {
  await page.goto("/executions?tool=vat&outcome=ok");
  await expect(page.getByTestId("execution").first()).toBeVisible();
  const before = await page.getByTestId("execution").count();
  const headers = { "x-toolwright-console": "1" };
  await context.request.post("/api/v1/tools/disk_free/test", { data: { arguments: {} }, headers });
  await page.getByTestId("filter-tool").fill("disk_free");
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await context.request.post("/api/v1/tools/disk_free/test", { data: { arguments: {} }, headers });
  await expect(page.getByTestId("execution")).toHaveCount(2);
  await expect(page).toHaveURL(/tool=disk_free/);
  expect(before).toBeGreaterThan(0);
});

test("one call is shown whole, and replayed with changed arguments", async ({ page }) => {
  await page.goto("/executions?tool=get_user_limit&outcome=ok");
  await page.getByTestId("execution").first().getByRole("link").click();
  await expect(page.getByTestId("facts")).toContainText("4bf92f3577b34da6a3ce929d0e0e4736");
  await expect(page.getByTestId("timeline")).toContainText("governance");
  await page.getByTestId("raw-arguments").fill('{"user_name": "park"}');
  await page.getByTestId("replay").click();
  await expect(page.getByTestId("result")).toContainText("park");
});

test("the overview has charts, and narrows to one tool", async ({ page }) => {
  await page.goto("/overview");
  await expect(page.getByTestId("chart").locator("canvas")).toHaveCount(2);
  await page.getByTestId("ranking-p95_ms").getByRole("button").first().click();
  await expect(page).toHaveURL(/tool=/);
  await expect(page.getByTestId("clear-tool")).toBeVisible();
});

test("a key is shown once", async ({ page }) => {
  await page.goto("/access");
  await page.getByTestId("new-key").click();
  await page.getByTestId("key-label").fill("build robot");
  await page.getByTestId("key-tools").fill("get_*, vat");
  await page.getByTestId("key-save").click();
  const secret = await page.getByTestId("key-secret").textContent();
  expect(secret ?? "").toMatch(/^tw_/);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("key").filter({ hasText: "build robot" })).toContainText("get_*, vat");
  expect(await page.locator("body").textContent()).not.toContain(secret ?? "");
});

test("a user is made, and a taken name is refused beside the field", async ({ page }) => {
  await page.goto("/access");
  await page.getByTestId("new-user").click();
  await page.getByTestId("user-name").fill("minji");
  await page.getByTestId("user-save").click();
  await expect(page.getByTestId("field-problem")).toContainText("minji");
  await page.getByTestId("user-name").fill("jisoo");
  await page.getByTestId("user-save").click();
  await expect(page.getByTestId("user").filter({ hasText: "jisoo" })).toBeVisible();
});

test("questions are answered by a button and by text", async ({ page }) => {
  await page.goto("/questions");
  await expect(page.getByTestId("question-count")).toHaveText("2");
  await page.getByTestId("answer-option").first().click();
  await expect(page.getByTestId("question")).toHaveCount(1);
  await page.getByTestId("answer-text").fill("Haeundae-ro 1");
  await page.getByTestId("answer-send").click();
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("health and settings say what to mend and where it comes from", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByTestId("finding").first()).toHaveAttribute("data-status", "error");
  await expect(page.getByTestId("finding").first()).toContainText("toolwright keygen");
  await expect(page.getByTestId("settings")).toContainText("toolwright.toml");
});

test("snippets have this server's address", async ({ page }) => {
  await page.goto("/connect");
  await page.getByTestId("connect-cursor").click();
  await expect(page.getByTestId("snippet")).toContainText('"url": "http://127.0.0.1:8080/mcp"');
  await expect(page).toHaveURL(/host=cursor/);
});

for (const era of ["2026-07-28", "2025-11-25"]) {
  test(`the playground speaks ${era} and shows the wire`, async ({ page }) => {
    await page.goto(`/playground?era=${era}&section=tools&name=calculator`);
    await page.getByTestId("argument-expression").fill("1+1");
    await page.getByTestId("test-run").click();
    await expect(page.getByTestId("mcp-result")).toContainText("1+1");
    const wire = page.getByTestId("wire");
    await expect(wire).toContainText("tools/call");
    await expect(wire).toContainText("notifications/message");
    if (era === "2025-11-25") await expect(wire).toContainText("notifications/initialized");
    else await expect(wire).not.toContainText("initialize");
  });
}
