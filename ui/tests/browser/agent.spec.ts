// The list of tools as an agent gets it.

import { expect, open, SUM, test } from "./harness";
import { admin, logIn, userWithKey } from "./people";
import { ADMIN_KEY, GUARDED } from "./servers";

test("the agent's view has tokens, weak spots, and what is hidden with its reason", async ({
  page,
  make,
}) => {
  const weak = await make({ ...SUM, description: "Adds." });
  const off = await make({ ...SUM, is_active: false });
  await open(page, "/agent");
  const row = page.getByTestId("agent-tool").filter({ hasText: weak });
  await expect(row.getByTestId("weak-spot")).toHaveText(["very short", "parameters without a description"]);
  await expect(row.locator(".col-tokens")).toHaveText(/^\d+$/);
  await expect(page.getByTestId("agent-total")).toContainText(/\d+ tools, [\d,]+ tokens/);
  await expect(page.getByTestId("hidden-tool").filter({ hasText: off })).toHaveAttribute(
    "data-status",
    "inactive",
  );
  await page.getByTestId("era").selectOption("2025-11-25");
  await expect(page).toHaveURL(/era=2025-11-25/);
  await expect(row).toBeVisible();
});

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });

  test("shows the list of a limited key, which is kept nowhere", async ({ page, request }) => {
    const { user } = await userWithKey(request, "caller");
    const made = await request.post("/api/v1/keys", { headers: admin, data: { user, tools: ["calc*"] } });
    const { key } = await made.json();
    await page.goto("/agent");
    await logIn(page, ADMIN_KEY);
    await page.getByTestId("agent-identity").selectOption("key");
    await page.getByTestId("agent-key").fill(key);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("agent-tool")).toHaveCount(1);
    await expect(page.getByTestId("agent-tool")).toContainText("calculator");
    const hidden = page.getByTestId("hidden-tool").filter({ hasText: "doc_parser" });
    await expect(hidden).toHaveAttribute("data-status", "policy");
    expect(await page.evaluate(() => JSON.stringify(localStorage) + location.href)).not.toContain(key);
  });
});
