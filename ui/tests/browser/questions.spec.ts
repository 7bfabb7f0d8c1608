// Questions of agents: the title, a notification, the time that is left.

import type { APIRequestContext } from "@playwright/test";
import { expect, open, test, unique } from "./harness";

/** Asks a question that nobody waits for. */
function ask(request: APIRequestContext, question: string): void {
  const data = { arguments: { question, timeout_seconds: 120 } };
  request.post("/api/v1/tools/request_human_input/call", { data, timeout: 0 }).catch(() => undefined);
}

test("the tab's title counts the questions, and the time that is left runs", async ({ page, request }) => {
  const question = unique("Which way?");
  ask(request, question);
  await page.goto("/questions");
  const card = page.getByTestId("question").filter({ hasText: question });
  await expect(page).toHaveTitle(/^\(\d+\) Questions/);
  const left = card.getByTestId("countdown");
  await expect(left).toHaveText(/^[12]:\d\d$/);
  const first = await left.textContent();
  await expect(left).not.toHaveText(first ?? "");
  await card.getByTestId("dismiss").click();
  await expect(card).toHaveCount(0);
});

test("a hidden page notifies of a new question", async ({ page, request, context }) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Recorded {
      static permission = "granted";
      constructor(_title: string, options: { body: string }) {
        shown.push(options.body);
      }
    }
    Object.assign(window, { shown, Notification: Recorded });
  });
  await open(page, "/tools");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const question = unique("Is anybody there?");
  ask(request, question);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown.join()), {
      timeout: 60_000,
    })
    .toContain(question);
});

test("a visit of the playground asks for nothing that the server does not have", async ({ page }) => {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  for (const era of ["2026-07-28", "2025-11-25"]) {
    await page.goto(`/playground?era=${era}`);
    await expect(page.getByTestId("entry").first()).toBeVisible();
  }
  await page.waitForTimeout(500);
  expect(refused).toEqual([]);
});

test("a definition that costs nothing yet says nothing about tokens", async ({ page }) => {
  await open(page, "/new");
  await page.getByTestId("name").fill("9 lives");
  await page.waitForTimeout(1500);
  await expect(page.getByTestId("tokens")).toHaveCount(0);
});
