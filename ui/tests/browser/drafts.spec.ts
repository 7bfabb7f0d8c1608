// What is typed and not saved yet.

import { expect, SUM, stored, test, unique, waitUntilSaved } from "./harness";
import { logIn, userWithKey } from "./people";
import { GUARDED } from "./servers";

/** Drafts are written when typing rests. */
const REST = 600;

test("a colleague's change is merged with a draft, not reverted", async ({ page, request, make }) => {
  const name = await make(SUM);
  await page.goto(`/tools/${name}`);
  await page.getByTestId("description-user").fill("Mine, not saved yet.");
  await page.waitForTimeout(REST);
  await page.getByTestId("menu-tools").click();
  await page.getByTestId("tool-search").fill(name);
  await expect(page.getByTestId("has-draft")).toBeVisible();
  const patch = { description: "A colleague wrote this.", timeout_seconds: 7 };
  const headers = { "if-match": '"1"', "content-type": "application/merge-patch+json" };
  expect((await request.patch(`/api/v1/tools/${name}`, { data: patch, headers })).status()).toBe(200);
  await page.getByRole("link", { name }).click();
  await expect(page.getByTestId("draft-behind")).toBeVisible();
  await page.getByTestId("save").click();
  await expect(page.getByTestId("merge")).toContainText("description");
  await expect(page.getByTestId("merge")).toContainText("timeout_seconds");
  await expect(page.getByTestId("conflict")).toHaveCount(0);
  await page.getByTestId("save-merged").click();
  await waitUntilSaved(page);
  expect(await stored(request, name)).toMatchObject({ ...patch, description_user: "Mine, not saved yet." });
});

test("a copy does not open the draft of another tool", async ({ page, make }) => {
  const name = await make(SUM);
  await page.goto("/new");
  await page.getByTestId("name").fill(unique("other"));
  await page.waitForTimeout(REST);
  await page.goto(`/new?from=${name}`);
  await expect(page.getByTestId("name")).toHaveValue(`${name}_copy`);
  await page.goto("/new");
  await expect(page.getByTestId("name")).toHaveValue(/^other_/);
});

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });

  test("keeps no credentials in the browser, shows drafts to their user alone, and removes them at log-out", async ({
    page,
    request,
  }) => {
    const [one, other] = [await userWithKey(request, "author"), await userWithKey(request, "author")];
    await page.goto("/new?step=logic");
    await logIn(page, one.key);
    await page.getByTestId("logic-http").click();
    await page.getByTestId("http-base_url").fill("https://api.example.com");
    await page.getByLabel("Credentials").fill('{"type": "bearer", "token": "s3cr3t-token"}');
    await page.getByTestId("http-headers").getByRole("button").click();
    await page.getByLabel("Headers: name 1").fill("X-Api-Key");
    await page.getByLabel("Headers: value 1").fill("s3cr3t-header");
    await page.waitForTimeout(REST);
    const kept = () => page.evaluate(() => JSON.stringify(localStorage));
    expect(await kept()).toContain("api.example.com");
    expect(await kept()).not.toContain("s3cr3t");
    await page.context().clearCookies();
    await page.goto("/new?step=logic");
    await logIn(page, other.key);
    await expect(page.getByTestId("draft-restored")).toHaveCount(0);
    await page.context().clearCookies();
    await page.goto("/new?step=logic");
    await logIn(page, one.key);
    await expect(page.getByTestId("http-base_url")).toHaveValue("https://api.example.com");
    await page.getByTestId("log-out").click();
    await expect(page.getByTestId("login")).toBeVisible();
    await page.waitForTimeout(REST);
    expect(await kept()).not.toContain("api.example.com");
  });
});
