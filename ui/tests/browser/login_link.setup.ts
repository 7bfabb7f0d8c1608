// Runs before all other tests: a link to log in is valid for five minutes after the start of the server.

import { expect, test } from "./harness";
import { GUARDED, LINK } from "./servers";

test.use({ baseURL: GUARDED });

test("the link that the start prints logs in once, and its token leaves the address", async ({
  page,
  browser,
}) => {
  const token = LINK.split("#token=")[1] ?? "";
  expect(token).toHaveLength(43);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(LINK);
  await expect(page.getByTestId("log-out")).toBeVisible();
  expect(page.url()).not.toContain(token);
  expect(asked.filter((url) => new URL(url).pathname !== "/").join()).not.toContain(token);
  const other = await (await browser.newContext()).newPage();
  await other.goto(LINK);
  await expect(other.getByTestId("login")).toBeVisible();
  expect(other.url()).not.toContain(token);
  await other.context().close();
});
