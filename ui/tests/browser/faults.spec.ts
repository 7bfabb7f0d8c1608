import { toolOf } from "../listed_tools";
import { expect, open, SUM, test, waitUntilSaved } from "./harness";
import { Line } from "./line";

const SCRIPT = `<script>window.hacked=1</script><img src=x onerror="window.hacked=1">`;

test("strangers' text is shown as text", async ({ page, make }) => {
  const name = await make({
    type: "expression",
    title: SCRIPT,
    description: `\u202Ereversed ${SCRIPT}`,
    description_user: SCRIPT,
    config: { expression: '{"said": text * 6000 if text == "가나다 " else text}' },
    parameters: [{ name: "text", type: "string", required: true, description: SCRIPT }],
    tags: ["javascript:alert(1)"],
  });
  await open(page, `/tools?q=${name}`);
  await expect(page.getByTestId("tool-row")).toContainText("<script>window.hacked=1</script>");
  await open(page, `/tools/${name}?step=test`);
  await page.getByTestId("argument-text").fill(`${SCRIPT}\u202E`);
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result-rows")).toContainText("<img src=x");
  await expect(page.getByTestId("result-rows")).toContainText("⟦U+202E⟧");
  await page.getByTestId("argument-text").fill("가나다 ");
  await page.getByTestId("test-run").click();
  await page.getByTestId("result-json").click();
  await expect(page.getByTestId("result")).toContainText(/Show all \(24,\d+ characters\)/);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

// A server of ours refuses such names. A list that has them all the same is given in place of its own.
test("a name that no server of ours has is shown as text", async ({ page }) => {
  const tools = [toolOf(SCRIPT, "mcp"), toolOf("right_to_left_\u202Eexe.txt", "mcp")];
  await page.route("**/api/v1/tools?*", (route) =>
    route.fulfill({ json: { items: tools, next: null, total: 2 } }),
  );
  await page.goto("/tools");
  await expect(page.getByTestId("tool-table")).toContainText("<script>window.hacked=1</script>");
  await expect(page.getByTestId("tool-table")).toContainText("right_to_left_⟦U+202E⟧exe.txt");
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a slow server has grey lines in place of the list, and a broken one says so", async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/v1/tools?*", async (route) => {
    await asked;
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
  });
  await page.goto("/tools");
  await expect(page.getByTestId("skeleton")).toBeVisible();
  answer();
  await expect(page.getByTestId("failure")).toContainText("Bad Gateway");
  await page.unroute("**/api/v1/tools?*");
  await page.getByTestId("failure").getByRole("button").click();
  await expect(page.getByTestId("tool-table")).toBeVisible();
});

// The server refuses so long a description: that of a tool of another server is given in place of a stored one.
test("a description of 900 kB without a break is shown shortened, and freezes nothing", async ({
  page,
  make,
}) => {
  const name = await make(SUM);
  const description = "가나다라".repeat(75_000);
  const long = (tool: Record<string, unknown>) =>
    tool.name === name
      ? { ...tool, description, spec: tool.spec && { ...(tool.spec as object), description } }
      : tool;
  await page.route(/\/api\/v1\/tools(\?.*|\/tool_\w+)$/, async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({
      json: json.items === undefined ? long(json) : { ...json, items: json.items.map(long) },
    });
  });
  for (const path of [
    `/tools?q=${name}`,
    `/tools/${name}`,
    `/tools/${name}?step=test`,
    `/tools/${name}?step=work`,
  ]) {
    const started = performance.now();
    await open(page, path);
    expect(await page.evaluate(() => document.body.innerText.length), path).toBeLessThan(60_000);
    expect(performance.now() - started, path).toBeLessThan(10_000);
  }
  await open(page, `/tools/${name}`);
  await expect(page.getByTestId("long-text")).toContainText("300,000");
});

test("a description that is too long is refused, by the page and by the server", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  const description = "a".repeat(16_385);
  const response = await request.post("/api/v1/tools", { data: { ...SUM, name: `${name}_b`, description } });
  expect(response.status()).toBe(422);
  expect((await response.json()).problems).toEqual([
    {
      path: "/description",
      message: "expected at most 16384 characters, got 16385",
      code: "too_many_characters",
      params: { most: "16384", count: "16385" },
    },
  ]);
  await open(page, `/tools/${name}`);
  await page.getByTestId("description").fill(description);
  await page.getByTestId("description").blur();
  await expect(page.getByTestId("field-problem")).toHaveText(
    "Use at most 16,384 characters. These are 16,385.",
  );
  await page.getByTestId("language").selectOption("ko");
  await expect(page.getByTestId("field-problem")).toHaveText(
    "16,384자까지 쓸 수 있습니다. 지금은 16,385자입니다.",
  );
  await page.getByTestId("description").fill(description.slice(1));
  await expect(page.getByTestId("field-problem")).toHaveCount(0);
});

test.describe("the server goes away", () => {
  const line = new Line();
  test.beforeAll(() => line.up());
  test.afterAll(() => line.down());
  // The address is known when the line is up.
  test.use({
    baseURL: async ({ browserName: _ }, use) => {
      await use(`http://127.0.0.1:${line.port}`);
    },
  });

  test("and comes back: nothing that was typed is lost", async ({ page, make }) => {
    await page.goto(`/tools/${await make(SUM)}`);
    await page.getByTestId("description").fill("Typed before it went away.");
    line.down();
    await page.getByTestId("save").click();
    await expect(page.getByTestId("away")).toBeVisible();
    await page.getByTestId("description").fill("Typed while it was away.");
    await line.up();
    await expect(page.getByTestId("away")).toHaveCount(0);
    await expect(page.getByTestId("description")).toHaveValue("Typed while it was away.");
    await page.getByTestId("save").click();
    await waitUntilSaved(page);
  });

  test("and a page that was never opened can still be opened", async ({ page }) => {
    await page.goto("/tools");
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .join(),
      );
    await expect.poll(loaded).toContain("/CodeEditor-");
    await expect.poll(loaded).toContain("/Chart-");
    line.down();
    await page.getByTestId("new-tool").click();
    await page.getByTestId("step-logic").click();
    await expect(page.getByTestId("sql-editor")).toBeVisible();
    await line.up();
    await expect(page.getByTestId("away")).toHaveCount(0);
  });

  test("before a page could be loaded: it is shown when the server is back, without a reload", async ({
    page,
    complaints,
  }) => {
    await page.route("**/assets/SettingsPage-*.js", (route) => route.abort());
    await page.goto("/tools");
    await expect(page.getByTestId("tool-table")).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByTestId("menu-settings").click();
    await expect(page.getByTestId("failure")).toBeVisible();
    await page.getByTestId("menu-tools").click();
    await expect(page.getByTestId("tool-table")).toBeVisible();
    await page.unroute("**/assets/SettingsPage-*.js");
    await page.getByTestId("menu-settings").click();
    await expect(page.getByTestId("settings")).toBeVisible();
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    // What the boundary shows is written to the browser's console too.
    expect(complaints.splice(0).join()).toContain("SettingsPage");
  });
});
