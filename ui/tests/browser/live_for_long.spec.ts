// The list of executions at 50 calls a second, for as long as `TOOLWRIGHT_CONSOLE_LIVE_SECONDS` says.

import type { APIRequestContext, Browser, CDPSession, Page } from "@playwright/test";
import { call, expect, SUM, test } from "./harness";

const SECONDS = Number(process.env.TOOLWRIGHT_CONSOLE_LIVE_SECONDS ?? 30);
const LANES = 10;
const EVERY = 200;
const LOOK_EVERY = 50;
const SAMPLES = 10;
/** How long the fixed piece of work takes on the machine that the bound was stated for, and how often it is done. */
const WORK_MS = 10;
const WORK_EVERY = 1000;
/** By how much the heap may differ between the first half of the time and its end. */
const MAX_GROWTH = 6_000_000;

test("50 calls a second: the page is free, its memory does not grow, and no call is missing", async ({
  page,
  request,
  make,
}) => {
  test.setTimeout((SECONDS * 2 + 240) * 1000);
  const name = await make(SUM);
  await call(request, name, { a: 1 });
  await watchLongTasks(page);
  await page.goto(`/executions?tool=${name}`);
  await expect(page.getByTestId("execution").first()).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  const spent = await processorTime(browser);
  const used: Used[] = [];
  const end = Date.now() + SECONDS * 1000;
  const watching = watch(spent, used, end);
  const slowness = slownessUntil(page.context().browser(), end);
  const collections: LongTask[] = [];
  const heap = sampleHeap(browser, end, collections);
  const made = await Promise.all(Array.from({ length: LANES }, () => pace(request, name, end)));
  await watching;
  const calls = made.reduce((sum, count) => sum + count, 1);
  const [first, last] = [used[0], used.at(-1)];
  if (first === undefined || last === undefined) throw new Error("nothing was measured");
  const slow = await slowness;
  const share = (last.busy - first.busy) / (last.at - first.at) / slow;
  // A collection that the test asks for is a long task of its own.
  const own = (await longTasks(page)).filter(
    (task) => !collections.some(({ from, to }) => task.from < to && task.to > from),
  );
  const longest = Math.max(0, ...own.map((task) => busyDuring(used, task))) / slow;
  const sizes = await heap;
  const before = median(sizes.slice(0, sizes.length / 2));
  const growth = (sizes.at(-1) ?? 0) - before;
  process.stdout.write(
    `${calls} calls in ${SECONDS} s, machine ${slow.toFixed(2)} times as slow: ` +
      `main thread busy ${(share * 100).toFixed(1)} % on a quiet one, longest task ${longest.toFixed(0)} ms ` +
      `of processor time, heap ${(before / 1e6).toFixed(1)} MB and ${(growth / 1e6).toFixed(1)} MB more at the end\n`,
  );
  expect(calls).toBeGreaterThan(SECONDS * 10);
  // Half a percent for each call a second, which is 10 % at 20 of them; and what the page needs without calls.
  expect(share).toBeLessThan(0.03 + (0.005 * calls) / SECONDS);
  expect(longest).toBeLessThan(100);
  expect(growth).toBeLessThan(MAX_GROWTH);
  await expectAllShown(page, calls);
});

/** Calls the tool until the end, five times a second, and returns how often that was. */
async function pace(request: APIRequestContext, name: string, end: number): Promise<number> {
  let made = 0;
  for (let next = Date.now(); next < end; next += EVERY) {
    await new Promise((resolve) => setTimeout(resolve, next - Date.now()));
    await call(request, name, { a: made });
    made += 1;
  }
  return made;
}

/** Scrolls until everything is loaded. A list that is scrolled down counts the last calls, and shows none of them yet. */
async function expectAllShown(page: Page, calls: number): Promise<void> {
  const table = page.locator(".scroll.rest");
  const counted = page.getByTestId("new-calls");
  await expect(async () => {
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const rows = Number(await page.getByTestId("executions").getAttribute("aria-rowcount")) - 1;
    const held = (await counted.count()) === 0 ? 0 : Number.parseInt((await counted.textContent()) ?? "", 10);
    expect(rows + held).toBe(calls);
  }).toPass({ intervals: [50], timeout: (SECONDS + 60) * 1000 });
  await expect(page.getByTestId("gap")).toHaveCount(0);
}

interface Used {
  /** The time in milliseconds. */
  at: number;
  /** What the main thread has used until then. */
  busy: number;
}

async function watch(spent: () => Promise<number>, used: Used[], end: number): Promise<void> {
  while (Date.now() < end) {
    const busy = await spent();
    used.push({ at: Date.now(), busy });
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

interface LongTask {
  from: number;
  to: number;
}

/**
 * How many times as slow as the machine of the bound this one is until `end`: by the processor time of a fixed piece of
 * work in a page of its own. Other programs take caches and turns of the processor from both alike.
 */
async function slownessUntil(chromium: Browser | null, end: number): Promise<number> {
  // One of a context of its own is in a process of its own.
  const page = await chromium?.newPage();
  if (page === undefined) throw new Error("there is no browser");
  const browser = await page.context().newCDPSession(page);
  const times: number[] = [];
  const spent = await processorTime(browser);
  while (Date.now() < end) {
    const before = await spent();
    await page.evaluate(work);
    times.push((await spent()) - before);
    await new Promise((resolve) => setTimeout(resolve, WORK_EVERY));
  }
  await page.close();
  return Math.max(1, median(times) / WORK_MS);
}

/** Draws a table as the page does. */
function work(): void {
  const table = document.createElement("table");
  document.body.append(table);
  for (let row = 0; row < 40; row += 1) {
    const line = table.insertRow();
    for (let cell = 0; cell < 8; cell += 1)
      line.insertCell().textContent = `${row} ${cell} ${Math.sin(row * cell)}`;
  }
  table.getBoundingClientRect();
  table.remove();
}

/** Returns what tells the milliseconds of processor time that the page's thread has used, which other processes do not change. */
async function processorTime(browser: CDPSession): Promise<() => Promise<number>> {
  await browser.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await browser.send("Performance.enable");
  return async () => {
    const { metrics } = await browser.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: LongTask[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const from = performance.timeOrigin + startTime;
        tasks.push({ from, to: from + duration });
      }
    }).observe({ type: "longtask" });
  });
}

const longTasks = (page: Page): Promise<LongTask[]> =>
  page.evaluate(() => (window as unknown as { tasks: LongTask[] }).tasks);

/** The processor time of a task, at most: other processes make a task long by the clock, but not by this. */
function busyDuring(used: Used[], { from, to }: LongTask): number {
  const before = used.findLast(({ at }) => at <= from);
  const after = used.find(({ at }) => at >= to);
  // The page was loading, or the time was over.
  if (before === undefined || after === undefined) return 0;
  return Math.min(after.busy - before.busy, to - from);
}

/** The heap after everything that is not needed was thrown away, from the first thousand calls on. */
async function sampleHeap(browser: CDPSession, end: number, collections: LongTask[]): Promise<number[]> {
  const sizes: number[] = [];
  const pause = (end - Date.now()) / (SAMPLES + 2);
  await new Promise((resolve) => setTimeout(resolve, pause));
  for (let count = 0; count < SAMPLES; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const from = Date.now();
    await browser.send("HeapProfiler.collectGarbage");
    collections.push({ from, to: Date.now() });
    const { usedSize } = await browser.send("Runtime.getHeapUsage");
    sizes.push(usedSize);
  }
  return sizes;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
