// The list of executions while calls arrive.

import type { APIRequestContext, Page } from "@playwright/test";
import { call, expect, SUM, test } from "./harness";
import { Line } from "./line";
import { OPEN } from "./servers";

const shown = (page: Page) => page.getByTestId("executions").getAttribute("aria-rowcount");

async function callTimes(request: APIRequestContext, name: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await call(request, name, { a: count });
}

test("calls that were made during a pause are counted, and shown when one follows again", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  await callTimes(request, name, 1);
  await page.goto(`/executions?tool=${name}`);
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await page.getByTestId("live").click();
  await callTimes(request, name, 5);
  await expect(page.getByTestId("new-calls")).toHaveText("5 new");
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await page.getByTestId("new-calls").click();
  await expect(page.getByTestId("execution")).toHaveCount(6);
  await callTimes(request, name, 1);
  await expect(page.getByTestId("execution")).toHaveCount(7);
});

test("calls that cannot be asked for are named as a gap until they can", async ({ page, request, make }) => {
  const name = await make(SUM);
  await callTimes(request, name, 1);
  await page.goto(`/executions?tool=${name}`);
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await page.getByTestId("live").click();
  await callTimes(request, name, 2);
  await expect(page.getByTestId("new-calls")).toHaveText("2 new");
  await page.route("**/api/v1/executions?*", (route) =>
    route.fulfill({ status: 503, json: { title: "busy" } }),
  );
  await page.getByTestId("new-calls").click();
  await expect(page.getByTestId("gap")).toContainText("Some calls are missing here");
  await page.getByTestId("language").selectOption("ko");
  await expect(page.getByTestId("gap")).toContainText("일부 호출이 빠져 있습니다");
  await page.unroute("**/api/v1/executions?*");
  await page.getByTestId("gap").getByRole("button").click();
  await expect(page.getByTestId("gap")).toHaveCount(0);
  await expect(page.getByTestId("execution")).toHaveCount(3);
});

test("a list that is scrolled down stands still while calls arrive", async ({ page, request, make }) => {
  const name = await make(SUM);
  await callTimes(request, name, 60);
  await page.goto(`/executions?tool=${name}`);
  await expect.poll(() => shown(page)).toBe("61");
  await page.locator(".scroll.rest").evaluate((element) => element.scrollTo(0, 800));
  const inTheMiddle = () =>
    page.locator(".scroll.rest").evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest("tr");
      return row?.querySelector("a")?.getAttribute("href") ?? null;
    });
  await expect.poll(inTheMiddle).not.toBeNull();
  const first = await inTheMiddle();
  await callTimes(request, name, 3);
  await expect(page.getByTestId("new-calls")).toHaveText("3 new");
  expect(await inTheMiddle()).toBe(first);
  await page.getByTestId("new-calls").click();
  await expect.poll(() => shown(page)).toBe("64");
});

test("of many arrivals none is missing, and few rows are in the page", async ({ page, request, make }) => {
  const name = await make(SUM);
  await callTimes(request, name, 1);
  await page.goto(`/executions?tool=${name}`);
  await expect(page.getByTestId("execution")).toHaveCount(1);
  const lanes = Array.from({ length: 8 }, () => callTimes(request, name, 150));
  await Promise.all(lanes);
  // The last ones are announced while one still looks at the beginning: a list that is scrolled down holds them.
  await page.waitForTimeout(1500);
  const table = page.locator(".scroll.rest");
  // The list begins anew after many arrivals, and the rest is loaded while one scrolls.
  await expect(async () => {
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await shown(page)).toBe("1202");
  }).toPass();
  expect(await page.getByTestId("execution").count()).toBeLessThan(60);
});

test.describe("the connection is lost", () => {
  const line = new Line();
  test.beforeAll(() => line.up());
  test.afterAll(() => line.down());
  test.use({
    baseURL: async ({ browserName: _ }, use) => {
      await use(`http://127.0.0.1:${line.port}`);
    },
  });

  test("and what was called meanwhile is shown when it is back", async ({ page, playwright, make }) => {
    const direct = await playwright.request.newContext({ baseURL: OPEN });
    const name = await make(SUM);
    await callTimes(direct, name, 1);
    await page.goto(`/executions?tool=${name}`);
    await expect(page.getByTestId("execution")).toHaveCount(1);
    line.down();
    await callTimes(direct, name, 4);
    await line.up();
    await expect(page.getByTestId("execution")).toHaveCount(5);
  });
});
