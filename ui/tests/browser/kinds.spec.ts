// A tool of each kind is made in the editor, tried and saved. Expressions and SQL are in `requirements.spec.ts`.

import type { Page } from "@playwright/test";
import { call, expect, test, unique, waitUntilSaved } from "./harness";
import { withOtherServer } from "./other_server";
import { withShout } from "./shout";

/** Begins a tool, up to its logic. */
async function begin(page: Page, name: string, tab: string, parameters: string[]): Promise<void> {
  await page.goto("/new");
  await page.getByTestId("name").fill(name);
  await page.getByTestId("description").fill(`Made in the browser, of the kind ${tab}.`);
  await page.getByTestId("next-step").click();
  for (const [index, parameter] of parameters.entries()) {
    await page.getByTestId("add-parameter").click();
    await page.getByTestId("parameter-name").nth(index).fill(parameter);
  }
  await page.getByTestId("next-step").click();
  await page.getByTestId(`logic-${tab}`).click();
}

/** Tries it, sees `expected`, and saves it. */
async function tryAndSave(page: Page, args: Record<string, string>, expected: string): Promise<void> {
  await page.getByTestId("next-step").click();
  for (const [parameter, value] of Object.entries(args))
    await page.getByTestId(`argument-${parameter}`).fill(value);
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result")).toHaveAttribute("data-status", "ok");
  await expect(page.getByTestId("result")).toContainText(expected);
  await page.getByTestId("save-foot").click();
  await waitUntilSaved(page);
}

test("an HTTP tool: its request is previewed, and it reaches a server", async ({ page, request }) => {
  const name = unique("http");
  await withOtherServer(async (address) => {
    await begin(page, name, "http", ["tool"]);
    await page.getByTestId("http-base_url").fill(address);
    await page.getByTestId("http-path").fill("/tools/{tool}");
    await expect(page.getByTestId("http-preview")).toContainText(`${address}/tools/`);
    await tryAndSave(page, { tool: "calculator" }, "/tools/calculator");
    expect(await call(request, name, { tool: "a b" })).toMatchObject({ path: "/tools/a%20b" });
  });
});

test("a Python tool calls a function of a script below the registry", async ({ page, request }) => {
  const name = unique("python");
  await begin(page, name, "script", ["text"]);
  await page.getByTestId("script-script").fill("no_such.py");
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("step-logic")).toHaveAttribute("data-status", "problem");
  await expect(page.getByTestId("field-problem").first()).toContainText("no_such.py");
  await page.getByTestId("script-script").fill("word_count.py");
  await page.getByTestId("script-function").fill("run");
  await expect(page.getByTestId("step-logic")).toHaveAttribute("data-status", "ok");
  await tryAndSave(page, { text: "three short words" }, "words");
  expect(await call(request, name, { text: "a b" })).toEqual({ words: 2, lines: 1 });
});

test("a shell tool runs a program with its arguments", async ({ page, request }) => {
  const name = unique("shell");
  await begin(page, name, "script", ["text"]);
  await page.getByTestId("script-kind").selectOption("shell");
  await page.getByTestId("shell-command").fill("echo\n{text}");
  await tryAndSave(page, { text: "$(id) ; said" }, "$(id) ; said");
  expect(await call(request, name, { text: "again" })).toMatchObject({ exit_code: 0, stdout: "again\n" });
});

test("a built-in tool gets other arguments", async ({ page, request }) => {
  const name = unique("builtin");
  await begin(page, name, "builtin", []);
  await page.getByTestId("builtin-tool").selectOption("calculator");
  await page.getByRole("textbox", { name: /arguments/i }).fill('{"expression": {"value": "17 + 4"}}');
  await tryAndSave(page, {}, "21");
  expect(JSON.stringify(await call(request, name, {}))).toContain("21");
});

test("a tool that cannot be changed here is shown and tried", async ({ page }) => {
  await page.goto("/tools/calculator");
  await expect(page.getByTestId("save")).toHaveCount(0);
  await page.getByTestId("argument-expression").fill("6 * 7");
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result")).toContainText("42");
});

test("a kind that the console does not know has a form made of its schema", async ({ page, request }) => {
  const saved = await withShout(page);
  const name = unique("shout");
  await begin(page, name, "shout", []);
  await expect(page.getByTestId("schema-logic")).toContainText("What each text ends with.");
  await expect(page.getByTestId("config-times")).toHaveValue("1");
  await page.getByTestId("config-times").fill("many");
  await expect(page.getByTestId("field-problem")).toHaveText("not a value of this type");
  await page.getByTestId("config-times").fill("2");
  await page.getByTestId("config-suffix").fill("!");
  await expect(page.getByTestId("field-problem")).toHaveCount(0);
  await tryAndSave(page, { text: "hello" }, "HELLO!!");
  expect(await call(request, name, { text: "a" })).toBe("A!!");
  expect(saved.map(({ type, config }) => ({ type, config }))).toEqual([
    { type: "shout", config: { suffix: "!", times: 2 } },
  ]);
  // It is edited in the same form.
  await page.goto(`/tools/${name}?step=logic`);
  await expect(page.getByTestId("logic-shout")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByTestId("config-suffix")).toHaveValue("!");
  await page.getByTestId("config-times").fill("");
  await page.getByTestId("save").click();
  await waitUntilSaved(page);
  expect(saved.at(-1)?.config).toEqual({ suffix: "!" });
  expect(await call(request, name, { text: "a" })).toBe("A!");
});

test("what is typed for such a kind is kept while another is looked at", async ({ page }) => {
  await withShout(page);
  await begin(page, unique("shout"), "shout", []);
  await page.getByTestId("config-suffix").fill("?");
  await page.getByTestId("logic-http").click();
  await page.getByTestId("http-base_url").waitFor();
  await page.getByTestId("logic-shout").click();
  await expect(page.getByTestId("config-suffix")).toHaveValue("?");
});
