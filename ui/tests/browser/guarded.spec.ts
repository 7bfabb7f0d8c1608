// The console of a server that asks for a key.

import { findings } from "./axe";
import { expect, open, SUM, test, unique, waitUntilSaved } from "./harness";
import { admin, logIn, userWithKey } from "./people";
import { ADMIN_KEY, GUARDED } from "./servers";

test.use({ baseURL: GUARDED });

test("a key is asked for, a wrong one refused, and logging out ends the session", async ({ page }) => {
  await page.goto("/settings");
  await page.getByTestId("login-key").fill("tw_wrong");
  await page.getByTestId("log-in").click();
  await expect(page.getByTestId("field-problem")).toBeVisible();
  await logIn(page, ADMIN_KEY);
  await expect(page).toHaveURL(/\/settings$/);
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict" }]);
  expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toContain("tw_");
  await page.getByTestId("log-out").click();
  await expect(page.getByTestId("login")).toBeVisible();
  expect((await page.request.get("/api/v1/session")).status()).toBe(401);
});

test("axe finds nothing on the login page", async ({ page }) => {
  await page.goto("/tools");
  await page.getByTestId("login").waitFor();
  expect(await findings(page)).toEqual([]);
});

test("a session that ended is renewed where one was", async ({ page, request }) => {
  const [first, second] = [await userWithKey(request, "author"), await userWithKey(request, "admin")];
  await page.goto("/new");
  await logIn(page, first.key);
  await page.getByTestId("name").fill(unique("kept"));
  await page.getByTestId("description").fill("Typed before the session ended.");
  await page.getByTestId("step-logic").click();
  await page.getByTestId("logic-builtin").click();
  await page.getByTestId("builtin-tool").selectOption("calculator");
  await request.delete(`/api/v1/keys/${first.id}`, { headers: admin });
  await page.keyboard.press("Control+s");
  await expect(page.getByTestId("login")).toBeVisible();
  await logIn(page, second.key);
  await page.getByTestId("step-basics").click();
  await expect(page.getByTestId("description")).toHaveValue("Typed before the session ended.");
  await page.getByTestId("save").click();
  await waitUntilSaved(page);
});

test("a caller is not offered what a caller may not do", async ({ page, request }) => {
  const { key } = await userWithKey(request, "caller");
  await page.goto("/tools");
  await logIn(page, key);
  await expect(page.getByTestId("tool-table")).toBeVisible();
  await expect(page.getByTestId("new-tool")).toHaveCount(0);
  await expect(page.getByTestId("menu-access")).toHaveCount(0);
  await expect(page.getByTestId("menu-settings")).toHaveCount(0);
  for (const path of ["/access", "/new"]) {
    await page.goto(path);
    await expect(page.getByTestId("empty")).toBeVisible();
  }
  const refused = await page.evaluate(async (data) => {
    const headers = { "content-type": "application/json", "x-toolwright-console": "1" };
    return (await fetch("/api/v1/tools", { method: "POST", headers, body: JSON.stringify(data) })).status;
  }, SUM);
  expect(refused).toBe(403);
});

test("what nobody has used yet says what to do first", async ({ page, request }) => {
  const { key } = await userWithKey(request, "author");
  await page.goto("/executions");
  await logIn(page, key);
  for (const path of ["/executions", "/overview", "/questions"]) {
    await open(page, path);
    await expect(page.getByTestId("empty")).toBeVisible();
  }
});
