// Agents: made and changed in the console, used by clients as servers of their own.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import { expect, open, SUM, test, unique, waitUntilSaved } from "./harness";
import { admin, logIn, userWithKey } from "./people";
import { ADMIN_KEY, GUARDED } from "./servers";

const run = promisify(execFile);
const PYTHON = process.env.TOOLWRIGHT_CONSOLE_PYTHON;

/** How a key is answered that is for something else. */
const REFUSED = 403;

const MODEL = { model_provider: "anthropic", model_name: "claude-sonnet-4-5" };

async function makeAgent(request: APIRequestContext, spec: object): Promise<string> {
  const name = unique("agent");
  const response = await request.post("/api/v1/agents", { data: { name, ...MODEL, ...spec } });
  expect(response.status(), await response.text()).toBe(201);
  return name;
}

for (const language of ["en", "ko"]) {
  test(`an agent is made with the keyboard alone, with tools picked by search (${language})`, async ({
    page,
    make,
  }) => {
    await page.addInitScript(
      (text) => localStorage.setItem("toolwright.language", text),
      JSON.stringify(language),
    );
    const [tool, name] = [await make(SUM), unique("agent")];
    await open(page, "/agents");
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await page.getByTestId("new-agent").focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("agent-name").focus();
    await page.keyboard.type(name);
    await page.getByTestId("agent-model").focus();
    await page.keyboard.type("claude-sonnet-4-5");
    await page.getByTestId("find-tools").focus();
    await page.keyboard.type(tool);
    await expect(page.getByTestId("found-tool")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("chosen-tool")).toContainText(tool);
    await expect(page.getByTestId("agent-tokens")).toContainText(/[1-9]\d/);
    await expect(page.getByTestId("find-tools")).toBeFocused();
    await page.keyboard.press("Control+s");
    await expect(page).toHaveURL(new RegExp(`/agents/${name}$`));
    await waitUntilSaved(page);
    await page.getByTestId("open-connect").click();
    await expect(page.getByTestId("agent-offers").getByTestId("agent-tool")).toHaveText(new RegExp(tool));
    await expect(page.getByTestId("agent-url")).toHaveText(new RegExp(`/mcp/agents/${name}$`));
  });
}

test("mistakes are told at their fields: at once, when saving, and by the server", async ({
  page,
  request,
}) => {
  const taken = await makeAgent(request, {});
  await open(page, "/new-agent");
  await page.getByTestId("agent-name").fill(taken);
  await expect(page.getByTestId("field-problem")).toHaveText(`There is an agent ${taken} already.`);
  await page.getByTestId("agent-name").fill(unique("agent"));
  await expect(page.getByTestId("field-problem")).toHaveCount(0);
  await page.getByTestId("agent-save").click();
  await expect(page.getByTestId("agent-model")).toBeFocused();
  await expect(page.getByTestId("field-problem")).toHaveText("Fill this in.");
  await page.getByTestId("agent-model").fill("claude-sonnet-4-5");
  await page.getByTestId("agent-temperature").fill("warm");
  await expect(page.getByTestId("field-problem")).toHaveText("not a value of this type");
  await page.getByTestId("agent-temperature").fill("1.5");
  await page.getByTestId("agent-save").click();
  await expect(page.getByTestId("field-problem")).toHaveText("expected a number from 0 to 1");
  await expect(page.getByTestId("agent-temperature")).toBeFocused();
  await page.getByTestId("agent-provider").selectOption("openai");
  await page.getByTestId("agent-save").click();
  await waitUntilSaved(page);
});

test("agents are found, switched off, removed, and come back", async ({ page, request }) => {
  const name = await makeAgent(request, { description: "Counts what nobody else counts." });
  await open(page, "/agents");
  await page.getByTestId("agent-search").fill(`counts ${name}`);
  const row = page.getByTestId("agent-row");
  await expect(row).toHaveCount(1);
  await page.getByTestId("agent-switch").click();
  await expect(row).toHaveAttribute("data-status", "inactive");
  await expect
    .poll(async () => (await (await request.get(`/api/v1/agents/${name}`)).json()).is_active)
    .toBe(false);
  await page.getByTestId("agent-delete").click();
  await expect(row).toHaveCount(0);
  await page.getByTestId("toast-action").click();
  await expect(row).toHaveCount(1);
  await page.getByTestId("agent-delete").click();
  await expect(row).toHaveCount(0);
  await page.getByTestId("filter-state").selectOption("deleted");
  await page.getByTestId("agent-restore").click();
  await expect(row).toHaveCount(0);
  await page.getByTestId("filter-state").selectOption("");
  await row.getByRole("link").click();
  await expect(page.locator("h1")).toHaveText(name);
});

test("what is typed is kept, and is saved on top of what somebody else has saved", async ({
  page,
  request,
}) => {
  const name = await makeAgent(request, { description: "Old.", system_prompt: "Old." });
  await open(page, `/agents/${name}`);
  await page.getByTestId("agent-prompt").fill("Mine.");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("agent-draft"))))
    .toBe(true);
  const headers = { "if-match": '"1"', "content-type": "application/merge-patch+json" };
  const patched = await request.patch(`/api/v1/agents/${name}`, {
    headers,
    data: { description: "Theirs." },
  });
  expect(patched.status(), await patched.text()).toBe(200);
  await page.reload();
  await expect(page.getByTestId("draft-restored")).toBeVisible();
  await expect(page.getByTestId("agent-prompt")).toHaveValue("Mine.");
  await page.getByTestId("agent-save").click();
  await expect(page.getByTestId("agent-conflict")).toBeVisible();
  await page.getByTestId("save-mine").click();
  await waitUntilSaved(page);
  const stored = await (await request.get(`/api/v1/agents/${name}`)).json();
  expect([stored.description, stored.system_prompt]).toEqual(["Theirs.", "Mine."]);
  await page.getByTestId("agent-prompt").fill("Later.");
  const gone = { "if-match": `"${stored.revision}"`, "content-type": "application/json" };
  expect((await request.delete(`/api/v1/agents/${name}`, { headers: gone })).status()).toBe(204);
  await page.getByTestId("save-as-new").click();
  await waitUntilSaved(page);
  expect((await (await request.get(`/api/v1/agents/${name}`)).json()).system_prompt).toBe("Later.");
});

test("a tool that is switched off is left out and says so, and the export has the others", async ({
  page,
  request,
  make,
}) => {
  const [on, off] = [await make(SUM), await make(SUM)];
  const name = await makeAgent(request, { model_provider: "openai", tools: [on, off, "notes.add_note"] });
  const headers = { "if-match": '"1"', "content-type": "application/merge-patch+json" };
  await request.patch(`/api/v1/tools/${off}`, { headers, data: { is_active: false } });
  await open(page, `/agents/${name}`);
  const left = page.getByTestId("chosen-tool").filter({ hasText: off });
  await expect(left).toHaveAttribute("data-status", "inactive");
  await expect(left).toContainText("switched off");
  await page.getByTestId("open-export").click();
  const exported = JSON.parse((await page.getByTestId("export-request").locator("pre").textContent()) ?? "");
  const names = exported.tools.map((tool: { function: { name: string } }) => tool.function.name);
  expect(names.toSorted()).toEqual([on, "notes_add_note"].toSorted());
  await expect(page.getByTestId("export-renamed")).toContainText("notes.add_note → notes_add_note");
  await page.getByTestId("open-edit").click();
  await left.getByTestId("remove-tool").click();
  await expect(page.getByTestId("chosen-tool")).toHaveCount(2);
  await page.getByTestId("agent-save").click();
  await waitUntilSaved(page);
});

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });

  test("a key that is made for an agent opens it alone, and its calls are in the log", async ({
    page,
    request,
  }) => {
    test.skip(PYTHON === undefined, "TOOLWRIGHT_CONSOLE_PYTHON names no Python with the package `mcp`");
    const name = unique("agent");
    await page.goto("/new-agent");
    await logIn(page, ADMIN_KEY);
    await page.getByTestId("agent-name").fill(name);
    await page.getByTestId("agent-model").fill("claude-sonnet-4-5");
    await page.getByTestId("find-tools").fill("calculator");
    await page.getByTestId("found-tool").first().click();
    await page.getByTestId("agent-save").click();
    await waitUntilSaved(page);
    await page.getByTestId("open-connect").click();
    await page.getByTestId("agent-make-key").click();
    await expect(page.getByTestId("key-agent")).toContainText(name);
    await page.getByTestId("key-save").click();
    const key = (await page.getByTestId("key-secret").textContent()) ?? "";
    await page.getByTestId("key-stored").click();
    await page.getByTestId("connect-python").click();
    const snippet = (await page.getByTestId("snippet").locator("pre").textContent()) ?? "";
    const program = snippet
      .replaceAll("tw_YOUR_KEY", key)
      .replace(/^( *)print\(.*$/m, (line, indent) => `${line}\n${indent}print(${CALL})`);
    const { stdout } = await run(PYTHON ?? "", ["-c", program]);
    expect(stdout).toContain("calculator");
    expect(stdout).not.toContain("doc_parser");
    expect(stdout).toContain("4242");
    const bound = { authorization: `Bearer ${key}` };
    expect((await request.get("/api/v1/tools", { headers: bound })).status()).toBe(REFUSED);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    expect((await request.post("/mcp", { headers: bound, data: list })).status()).toBe(REFUSED);
    await open(page, "/executions?tool=calculator");
    const row = page.getByTestId("execution").filter({ hasText: name });
    await row.first().locator(".row-link").click({ force: true });
    await expect(page.getByTestId("facts")).toContainText(name);
    await open(page, "/access");
    await expect(page.getByTestId("key").filter({ hasText: `agent ${name}` })).toHaveCount(1);
  });

  test("who may only use an agent sees how, and changes nothing", async ({ page, request }) => {
    const name = unique("agent");
    const data = { name, ...MODEL, tools: ["calculator"], is_public: true };
    expect((await request.post("/api/v1/agents", { headers: admin, data })).status()).toBe(201);
    const { key } = await userWithKey(request, "caller");
    await page.goto("/agents");
    await logIn(page, key);
    const row = page.getByTestId("agent-row").filter({ hasText: name });
    await expect(row.getByTestId("agent-switch")).toBeDisabled();
    await expect(page.getByTestId("new-agent")).toHaveCount(0);
    await row.getByRole("link").click();
    await expect(page.getByTestId("agent-offers").getByTestId("agent-tool")).toHaveText(/calculator/);
    await expect(page.getByTestId("open-edit")).toHaveCount(0);
    await expect(page.getByTestId("agent-make-key")).toHaveCount(0);
    await open(page, "/new-agent");
    await expect(page.getByTestId("not-found")).toBeVisible();
  });
});

const CALL = `await client.call_tool("calculator", {"expression": "42 * 101"})`;
