// The page of one tool: calls, last runs, snippets, tests.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { call, expect, open, SUM, stored, test } from "./harness";

const run = promisify(execFile);

test("a tool's page has its calls, its last runs and a link to copy", async ({ page, request, make }) => {
  const name = await make(SUM);
  for (const a of [1, 2, 3]) await call(request, name, { a });
  await open(page, `/tools/${name}`);
  await page.getByTestId("open-activity").click();
  await expect(page.getByTestId("last-day")).toContainText("3");
  await expect(page.getByTestId("last-run")).toHaveCount(3);
  await expect(page.getByTestId("last-run").first()).toContainText('{"a":3}');
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(`/tools/${name}`, page.url()).href,
  );
  await page.getByTestId("last-run").first().getByRole("link").click();
  await expect(page.getByTestId("facts")).toBeVisible();
});

test("the command that a tool's page shows calls the tool", async ({ page, make }) => {
  const parameters = [
    { name: "who", type: "string", required: true, enum: ["it's me", "you"] },
    { name: "times", type: "integer", required: true, default: 2 },
    { name: "more", type: "string", required: false, default: "" },
  ];
  const name = await make({ ...SUM, config: { expression: "who * times + more" }, parameters });
  await open(page, `/tools/${name}?view=activity`);
  const command = (await page.getByTestId("snippet-curl").locator("pre").textContent()) ?? "";
  const { stdout } = await run("bash", ["-c", command]);
  expect(JSON.parse(stdout).result).toBe("it's meit's me");
  const message = (await page.getByTestId("snippet-mcp").locator("pre").textContent()) ?? "";
  expect(JSON.parse(message).params).toEqual({ name, arguments: { who: "it's me", times: 2 } });
});

test("a call becomes a test with one click, tests are run together, and differences are shown", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  for (const a of [40, 5]) {
    await call(request, name, { a, b: 2 });
    await page.goto(`/executions?tool=${name}`);
    await page.getByTestId("execution").first().locator(".row-link").click({ force: true });
    await page.getByTestId("save-test").click();
    await expect(page.getByTestId("toast").last()).toContainText("is saved");
  }
  expect((await stored(request, name)).tests).toEqual([
    { arguments: { a: 40, b: 2 }, result: 42 },
    { arguments: { a: 5, b: 2 }, result: 7 },
  ]);
  await open(page, `/tools/${name}?view=activity`);
  await page.getByTestId("run-tests").click();
  await expect(page.getByTestId("tests-summary")).toHaveAttribute("data-status", "ok");
  // Somebody changes the tool: it is wrong for one of them.
  const { revision } = await (await request.get(`/api/v1/tools/${name}`)).json();
  const changed = await request.patch(`/api/v1/tools/${name}`, {
    headers: { "if-match": `"${revision}"`, "content-type": "application/merge-patch+json" },
    data: { config: { expression: "0 * (a + b) + 42" } },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await page.getByTestId("run-tests").click();
  await expect(page.getByTestId("tests-summary")).toHaveText("Not as expected: 1");
  const cases = page.getByTestId("test-case");
  await expect(cases.nth(0)).toHaveAttribute("data-status", "ok");
  await expect(cases.nth(1)).toHaveAttribute("data-status", "differs");
  await expect(cases.nth(1)).toContainText("7");
  await expect(cases.nth(1)).toContainText("42");
  await cases.nth(1).getByTestId("remove-test").click();
  await expect(cases).toHaveCount(1);
  expect((await stored(request, name)).tests).toHaveLength(1);
});
