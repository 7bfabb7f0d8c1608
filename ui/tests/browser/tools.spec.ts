import { manyTools } from "../listed_tools";
import { expect, LIMIT, open, register, SUM, test, unique } from "./harness";

test("the list is searched, filtered and sorted, and the address says so", async ({ page, request }) => {
  const mark = unique("mark");
  await register(request, { name: `${mark}_a`, ...SUM, tags: [mark] });
  await register(request, { name: `${mark}_b`, ...LIMIT, tags: [mark], is_active: false });
  await open(page, `/tools?tag=${mark}`);
  const rows = page.getByTestId("tool-row");
  await expect(rows).toHaveCount(2);
  await page.getByTestId("filter-kind").selectOption("sql");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/kind=sql/);
  await page.getByTestId("filter-kind").selectOption("");
  await page.getByTestId("filter-state").selectOption("inactive");
  await expect(rows).toContainText([`${mark}_b`]);
  await page.getByTestId("filter-state").selectOption("");
  await page.getByTestId("sort-name").click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(rows.first()).toContainText(`${mark}_b`);
  await page.getByTestId("tool-search").fill("no such tool");
  await expect(page.getByTestId("empty")).toBeVisible();
});

test("a deleted tool comes back with undo", async ({ page, make }) => {
  const name = await make(SUM);
  await page.goto(`/tools?q=${name}`);
  await page.getByTestId("tool-more").click();
  await page.getByTestId("tool-delete").click();
  await expect(page.getByTestId("tool-row")).toHaveCount(0);
  await page.getByTestId("toast-action").click();
  await expect(page.getByTestId("tool-row")).toHaveCount(1);
});

test("a tool that another makes appears by itself", async ({ page, request }) => {
  const name = unique("elsewhere");
  await page.goto(`/tools?q=${name}`);
  await expect(page.getByTestId("empty")).toBeVisible();
  await register(request, { name, ...SUM });
  await expect(page.getByTestId("tool-row")).toHaveCount(1);
});

test("the calls of the last day are shown with the tool", async ({ page, request, make }) => {
  const name = await make(SUM);
  for (let count = 0; count < 3; count += 1)
    await request.post(`/api/v1/tools/${name}/call`, { data: { arguments: { a: count } } });
  await page.goto(`/tools?q=${name}`);
  await expect(page.getByTestId("tool-row")).toContainText("3");
  await expect(page.getByTestId("tool-row").locator(".sparkline")).toBeVisible();
});

// So many are not registered for one test: the list is given in place of the server's.
test("10,000 tools are one table that scrolls", async ({ page }) => {
  const tools = manyTools(10_000);
  await page.route("**/api/v1/tools?*", (route) => {
    const start = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const next = start + 1000 < tools.length ? String(start + 1000) : null;
    return route.fulfill({ json: { items: tools.slice(start, start + 1000), next, total: tools.length } });
  });
  await page.goto("/tools");
  await expect(page.getByTestId("tool-count")).toHaveText(/10,000/);
  expect(await page.getByTestId("tool-row").count()).toBeLessThan(60);
  await page.locator(".scroll.rest").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByTestId("tool-row").last()).toContainText("tool_09999");
  await page.getByTestId("tool-search").fill("tool_04321");
  await expect(page.getByTestId("tool-row")).toHaveCount(1);
});

test("the palette goes to a tool with the keyboard alone", async ({ page, make }) => {
  const name = await make(SUM);
  await open(page, "/overview");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(name);
  await expect(page.getByTestId("palette-item").first()).toContainText(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("h1")).toHaveText(name);
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

test("the first page needs at most 150 kB with all headers, and no file of an editor", async ({ page }) => {
  const started = performance.now();
  await page.goto("/");
  await expect(page.locator("h1")).toBeVisible();
  const seconds = (performance.now() - started) / 1000;
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry.name.includes("/assets/"))
      .map((entry) => ({ name: entry.name, size: (entry as PerformanceResourceTiming).transferSize })),
  );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  process.stdout.write(`first page: ${bytes} bytes in ${files.length} files, ${seconds.toFixed(2)} s\n`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(150_000);
  expect(files.filter(({ name }) => /Editor|codemirror/i.test(name))).toEqual([]);
});

test("the columns fill the table also where some of them are hidden", async ({ page, make }) => {
  for (let count = 0; count < 20; count += 1) await make(SUM);
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.goto("/tools");
  const table = page.getByTestId("tool-table");
  await expect(table).toBeVisible();
  const gap = () =>
    table.evaluate((element) => {
      const cells = [...element.querySelectorAll("thead th")].filter((cell) => cell.clientWidth > 0);
      const end = Math.max(...cells.map((cell) => cell.getBoundingClientRect().right));
      return Math.round(element.getBoundingClientRect().right - end);
    });
  await expect.poll(gap).toBe(0);
});
