// The other MCP servers.

import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, open, test, unique } from "./harness";
import { admin, logIn, userWithKey } from "./people";
import { ADMIN_KEY, GUARDED, NOTES, UPSTREAM } from "./servers";

test("the list says what each server is doing, and leads to its page", async ({ page }) => {
  await open(page, "/servers");
  const row = (name: string) => page.getByTestId("server").filter({ hasText: name });
  await expect(row("notes")).toHaveAttribute("data-status", "ready");
  await expect(row("notes")).toContainText("2025-06-18");
  await expect(row("away")).toHaveAttribute("data-status", "waiting");
  await expect(row("away")).toContainText("127.0.0.1");
  await row("notes").getByRole("link").click();
  await expect(page.locator("h1")).toHaveText("notes");
  await expect(page.getByTestId("facts")).toContainText("stdio");
  await expect(page.getByTestId("server-tools").getByRole("link")).toHaveText([
    "notes.add_note",
    "notes.find_note",
  ]);
  await expect(page.getByTestId("last-lines")).toContainText("the tools are in notes.json");
  await page.getByTestId("server-tools").getByRole("link").first().click();
  await expect(page.locator("h1")).toHaveText("notes.add_note");
  await open(page, "/servers/no_such_server");
  await expect(page.locator("h1")).toHaveText("There is no server no_such_server");
});

test("servers are pasted, tried, switched off and removed", async ({ page }, testInfo) => {
  const name = unique("pasted");
  const file = testInfo.outputPath("tools.json");
  await writeFile(
    file,
    JSON.stringify(["one", "two"].map((tool) => ({ name: tool, inputSchema: { type: "object" } }))),
  );
  const entry = { command: "python3", args: [UPSTREAM, file], env: { NOTES_TOKEN: "s3cr3t-token" } };
  await open(page, "/servers");
  await page.getByTestId("paste-servers").click();
  await page.getByTestId("servers-text").fill("{ no JSON");
  await expect(page.getByTestId("field-problem")).toBeVisible();
  await expect(page.getByTestId("servers-add")).toBeDisabled();
  await page
    .getByTestId("servers-text")
    .fill(JSON.stringify({ mcpServers: { [name]: entry, notes: entry } }));
  await expect(page.getByTestId("server-found")).toContainText(name);
  await expect(page.getByTestId("server-found")).not.toContainText("s3cr3t");
  await expect(page.getByTestId("server-left-out")).toHaveText("notes there is a server of this name");
  await page.getByTestId("servers-add").click();
  await expect(page.getByTestId("import-servers")).toHaveCount(0);
  const row = page.getByTestId("server").filter({ hasText: name });
  await expect(row).toHaveAttribute("data-status", "ready");
  await row.getByRole("link").click();
  await expect(page.getByTestId("server-entry")).toContainText("upstream.py");
  await expect(page.getByTestId("server-entry")).toContainText("********");
  await page.getByTestId("server-switch").click();
  await expect(page.getByTestId("server-state")).toHaveAttribute("data-status", "disabled");
  await page.getByTestId("server-test").click();
  await expect(page.getByTestId("server-test-outcome")).toContainText("tools 2, resources 0, prompts 0");
  await page.getByTestId("server-switch").click();
  await expect(page.getByTestId("server-state")).toHaveAttribute("data-status", "ready");
  await page.getByTestId("server-delete").click();
  await page.getByTestId("confirm-yes").click();
  await expect(page).toHaveURL(/\/servers$/);
  await expect(row).toHaveCount(0);
});

test("a server that cannot be reached says when it is tried again", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("toolwright.language", '"ko"'));
  await open(page, "/servers/away");
  await expect(page.getByTestId("server-state")).toHaveText("재시도 대기");
  await expect(page.getByTestId("server-reason")).toContainText("서버에 연결할 수 없습니다");
  await expect(page.getByTestId("facts")).toContainText("실패한 시도");
  await expect(page.getByTestId("countdown")).toHaveText(/^0:\d\d$/);
  await page.getByTestId("server-test").click();
  await expect(page.getByTestId("server-test-outcome")).toContainText("연결 실패: 서버에 연결할 수 없습니다");
});

test("a server that wants a login says how, with the command to copy", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const name = unique("locked");
  const locked = createServer((_, answer) => answer.writeHead(401, { "www-authenticate": "Bearer" }).end());
  await once(locked.listen(0, "127.0.0.1"), "listening");
  try {
    const url = `http://127.0.0.1:${(locked.address() as AddressInfo).port}/mcp`;
    const text = JSON.stringify({ mcpServers: { [name]: { url } } });
    const added = await request.post("/api/v1/servers/import", { data: { text } });
    expect(added.status(), await added.text()).toBeLessThan(300);
    await page.addInitScript(() => localStorage.setItem("toolwright.language", '"ko"'));
    await open(page, `/servers/${name}`);
    const reason = page.getByTestId("server-reason");
    await expect(reason).toContainText("명령으로 로그인하세요");
    await reason.getByTestId("copy").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `toolwright servers login ${name}`,
    );
    await page.getByTestId("server-delete").click();
    await page.getByTestId("confirm-yes").click();
    await expect(page).toHaveURL(/\/servers$/);
  } finally {
    locked.close();
  }
});

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });

  test("a changed definition is held back, shown, and served when it is approved", async ({
    page,
    request,
  }) => {
    const [description, added] = [unique("Finds what was written."), unique("drop_note")];
    const tools = JSON.parse(await readFile(NOTES, "utf8"));
    const changed = tools.map((tool: { name: string }) =>
      tool.name === "find_note" ? { ...tool, description } : tool,
    );
    await page.goto("/servers");
    await logIn(page, ADMIN_KEY);
    const row = page.getByTestId("server").filter({ hasText: "notes" });
    await expect(row).toHaveAttribute("data-status", "ready");
    await writeFile(NOTES, JSON.stringify([...changed, { ...tools[0], name: added }]));
    await expect(row.getByTestId("held-count")).toHaveText("2 held back");
    await row.getByRole("link").click();
    const changes = page.getByTestId("held-change");
    await expect(changes).toHaveCount(2);
    await expect(changes.filter({ hasText: "find_note" })).toContainText(description);
    await expect(changes.filter({ hasText: added })).toContainText("New: it is not served yet.");
    const offered = async () => {
      const answer = await request.get("/api/v1/tools/notes.find_note", { headers: admin });
      return (await answer.json()).description;
    };
    expect(await offered()).not.toBe(description);
    await page.getByTestId("approve").click();
    await expect(page.getByTestId("held-changes")).toHaveCount(0);
    await expect(page.getByTestId("server-tools")).toContainText(`notes.${added}`);
    await expect.poll(offered).toBe(description);
  });

  test("who is no admin is not shown the servers", async ({ page, request }) => {
    const { key } = await userWithKey(request, "author");
    await page.goto("/servers");
    await logIn(page, key);
    await expect(page.getByTestId("empty")).toBeVisible();
    await expect(page.getByTestId("menu-servers")).toHaveCount(0);
  });
});
