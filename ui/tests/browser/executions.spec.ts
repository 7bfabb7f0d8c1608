// The list of executions: finding, opening, going on, coming back.

import { call, expect, SUM, test, unique } from "./harness";

test("calls are found by a part of the tool's name, and by a part of the client's", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  await call(request, name, { a: 1 });
  await page.goto("/executions");
  await page.getByTestId("filter-tool").fill(name.slice(2));
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await expect(page.getByTestId("execution")).toContainText(name);
  await page.getByTestId("filter-caller").fill("laywrig");
  await expect(page).toHaveURL(/caller=laywrig/);
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await page.getByTestId("filter-caller").fill("nobody");
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("a row shows the arguments, is opened with a click anywhere, and leads to the next", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  for (const a of [40, 40, 40]) await call(request, name, { a, b: 2 });
  await page.goto(`/executions?tool=${name}`);
  const rows = page.getByTestId("execution");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('{"a":40,"b":2}');
  await expect(rows.first().locator("time")).toHaveAttribute("title", /\d{4}/);
  // The link covers the row.
  await rows.nth(1).locator(".col-elapsed").click({ force: true });
  await expect(page).toHaveURL(/\/executions\/.+/);
  const middle = page.url();
  await page.getByTestId("older").click();
  await expect(page).not.toHaveURL(middle);
  await expect(page.getByTestId("older")).toHaveCount(0);
  await page.getByTestId("newer").click();
  await expect(page).toHaveURL(middle);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/executions\\?tool=${name}`));
});

test("the time of a call runs", async ({ page, request, make }) => {
  const name = await make(SUM);
  await call(request, name, { a: 1 });
  await page.goto(`/executions?tool=${name}`);
  const time = page.getByTestId("execution").locator("time");
  const first = await time.textContent();
  await expect(time).not.toHaveText(first ?? "");
});

test("the list is where it was when one comes back", async ({ page, request, make }) => {
  const name = await make(SUM);
  for (let count = 0; count < 60; count += 1) await call(request, name, { a: count });
  await page.goto(`/executions?tool=${name}`);
  const scroller = page.locator(".scroll.rest");
  await expect(page.getByTestId("execution").first()).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, 1200));
  await page.waitForTimeout(300);
  await page.getByTestId("execution").nth(14).locator(".col-elapsed").click({ force: true });
  await expect(page.getByTestId("facts")).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId("execution").first()).toBeVisible();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(1000);
});

test("on a small screen the rows are cards", async ({ page, request, make }) => {
  const name = await make(SUM);
  await call(request, name, { a: 1 });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/executions?tool=${name}`);
  const row = page.getByTestId("execution").first();
  await expect(row).toBeVisible();
  expect((await row.boundingBox())?.height).toBeGreaterThan(80);
  const wider = await page.locator(".scroll.rest").evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(wider).toBe(0);
});

test("an outcome of the overview leads to these calls of this tool in this time", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  await call(request, name, { a: 1 });
  await page.goto(`/overview?tool=${name}&period=hour`);
  await page.getByTestId("outcome").first().click();
  await expect(page).toHaveURL(new RegExp(`/executions\\?outcome=ok&tool=${name}&since=20`));
  await expect(page.getByTestId("execution")).toHaveCount(1);
});

test("the chart of times has a logarithmic scale, and a linear one", async ({ page, request, make }) => {
  const name = await make(SUM);
  await call(request, name, { a: 1 });
  await page.goto(`/overview?tool=${name}`);
  await expect(page.getByTestId("chart").nth(1)).toHaveAttribute("data-status", "log");
  await page.getByTestId("log-scale").uncheck();
  await expect(page.getByTestId("chart").nth(1)).toHaveAttribute("data-status", "linear");
});

test("the time in which a call waits for a person is not counted as its own", async ({
  page,
  request,
  make,
}) => {
  const name = await make({
    type: "builtin",
    description: "Asks somebody.",
    config: { tool: "request_human_input", arguments: {} },
  });
  const question = unique("How many?");
  const data = { arguments: { question, timeout_seconds: 120 } };
  const asked = request.post(`/api/v1/tools/${name}/call`, { data });
  await page.goto("/questions");
  const card = page.getByTestId("question").filter({ hasText: question });
  await card.getByTestId("answer-text").fill("7");
  // So long does somebody think about it.
  await page.waitForTimeout(2500);
  await card.getByTestId("answer-send").click();
  expect((await (await asked).json()).success).toBe(true);
  await page.goto(`/overview?tool=${name}`);
  await expect(page.getByTestId("total-waited").locator("dd")).toHaveText(/^[2-9](\.\d)? s$/);
  await expect(page.getByTestId("total-p95").locator("dd")).toHaveText(/ ms$/);
  await page.goto(`/executions?tool=${name}`);
  await page.getByTestId("execution").locator(".row-link").click({ force: true });
  await expect(page.getByTestId("facts")).toContainText("waiting for an answer");
});

test("percentiles are those of all calls of the period", async ({ page, request, make }) => {
  const name = await make({
    type: "sql",
    description: "Counts up to a number.",
    config: { query: "SELECT count(*) AS n FROM generate_series(1, :n)", result: "value" },
    parameters: [{ name: "n", type: "integer", required: true }],
  });
  for (const n of [...Array(18).fill(1), 4_000_000, 4_000_000]) await call(request, name, { n });
  await page.goto(`/overview?tool=${name}&period=hour`);
  const shown = async (id: string) => {
    const text = await page.getByTestId(`total-${id}`).locator("dd").innerText();
    return Number.parseFloat(text) * (text.endsWith(" s") ? 1000 : 1);
  };
  await expect(page.getByTestId("total-calls").locator("dd")).toHaveText("20");
  // Two of twenty calls are slow: more than 5 % and less than half.
  const [typical, p95, p99] = [await shown("p50"), await shown("p95"), await shown("p99")];
  expect(p95).toBeGreaterThan(typical * 4);
  expect(p99).toBeGreaterThanOrEqual(p95);
});
