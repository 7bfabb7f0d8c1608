// What `languages.spec.ts` does for pages, for what is opened on them: dialogs, notices, errors, empty and broken pages.

import type { APIRequestContext, Page } from "@playwright/test";
import { call, expect, open, SUM, test, typeCode, unique } from "./harness";
import { admin, logIn, userWithKey } from "./people";
import { ADMIN_KEY, GUARDED } from "./servers";
import { wrongIn } from "./words";

interface Tour {
  page: Page;
  request: APIRequestContext;
  make(spec: Omit<typeof SUM, "name"> & Record<string, unknown>): Promise<string>;
  /** Reads what is shown now. */
  look(what: string): Promise<void>;
}

type Tours = Record<string, (tour: Tour) => Promise<void>>;

const DIALOGS: Tours = {
  async "keys and palette"({ page, look }) {
    await open(page, "/tools");
    await page.keyboard.press("?");
    await page.getByTestId("shortcuts").waitFor();
    await look("keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByTestId("palette-item").first().waitFor();
    await look("palette");
    await page.getByTestId("palette-input").fill("zzzz");
    await expect(page.getByTestId("palette-item")).toHaveCount(0);
    await look("palette without a match");
  },

  async "list of tools"({ page, look, make }) {
    const name = await make(SUM);
    await open(page, `/tools?q=${name}`);
    await page.getByTestId("tool-more").click();
    await page.getByTestId("tool-delete").waitFor();
    await look("menu of a row");
    await page.keyboard.press("Escape");
    await page.getByTestId("tool-test").click();
    await page.getByTestId("raw-json").click();
    await page.getByTestId("raw-arguments").fill('{"a": "x"}');
    await page.getByTestId("test-run").click();
    await page.getByTestId("result-error").waitFor();
    await look("test run that is refused");
    await page.keyboard.press("Escape");
    await page.getByTestId("choose-all").check();
    await look("bar for several tools");
    await page.getByTestId("bulk-tag").click();
    await look("tag for several tools");
    await page.keyboard.press("Escape");
    await page.getByTestId("bulk-delete").click();
    await look("question before deleting");
    await page.getByTestId("confirm-yes").click();
    await page.getByTestId("toast").first().waitFor();
    await look("message after deleting");
    await open(page, "/tools?q=zzzz_no_tool");
    await look("list without a match");
  },

  async "import of definitions"({ page, look, make }) {
    const known = await make(SUM);
    const give = (text: string) =>
      page
        .getByTestId("import-file")
        .setInputFiles({ name: "tools.json", mimeType: "text/plain", buffer: Buffer.from(text) });
    await open(page, "/tools");
    await give("nothing of use");
    await page.getByTestId("toast").first().waitFor();
    await look("file without definitions");
    const bad = { ...SUM, name: unique("bad"), tags: Array.from({ length: 60 }, (_, index) => `t${index}`) };
    await give(JSON.stringify({ tools: [{ ...SUM, name: known }, bad] }));
    await expect(page.getByTestId("import-item")).toHaveCount(2);
    await look("definitions of a file");
    await page.getByTestId("import-run").click();
    await expect(page.getByTestId("import-item").last().getByTestId("server-text")).not.toBeEmpty();
    await look("a definition that is refused");
    await page.keyboard.press("Escape");
    const get = { operationId: unique("read"), responses: {} };
    const cookie = { name: "session", in: "cookie", required: true, schema: { type: "string" } };
    const post = { operationId: unique("write"), parameters: [cookie], responses: {} };
    const info = { title: "Two operations", version: "1" };
    await give(JSON.stringify({ openapi: "3.0.0", info, paths: { "/one": { get, post } } }));
    await page.getByTestId("import-address").waitFor();
    await look("question for the address");
    await page.getByTestId("import-address").fill("https://api.example.com");
    await page.getByTestId("import-read").click();
    await page.getByTestId("import-skipped").locator("summary").click();
    await look("operations that are left out");
  },

  async "users and keys"({ page, request, look }) {
    const name = unique("user");
    await request.post("/api/v1/users", { data: { name, role: "caller" } });
    await open(page, "/access");
    await page.getByTestId("new-user").click();
    for (const taken of ["not a name!", name]) {
      await page.getByTestId("user-name").fill(taken);
      await page.getByTestId("user-save").click();
      await page.getByTestId("field-problem").waitFor();
      await look(`user ${taken}`);
    }
    await page.keyboard.press("Escape");
    await page.getByTestId("new-key").click();
    await page.getByTestId("key-user").selectOption(name);
    await page.getByTestId("key-tools").fill("vat");
    await look("new key");
    await page.getByTestId("key-save").click();
    await page.getByTestId("key-secret").waitFor();
    await look("key that is shown once");
    await page.getByTestId("key-stored").click();
    const row = (id: string) => page.getByTestId(id).filter({ hasText: name });
    await row("key").getByTestId("delete-key").click();
    await look("question before deleting a key");
    await page.getByTestId("confirm-yes").click();
    await row("user").getByTestId("delete-user").click();
    await look("question before deleting a user");
  },

  async "other servers"({ page, look }) {
    await open(page, "/servers");
    await page.getByTestId("paste-servers").click();
    for (const text of ["{ no JSON", '{"mcpServers": {"one": {}}}', '{"mcpServers": {"one": {"url": 1}}}']) {
      await page.getByTestId("servers-text").fill(text);
      await page.getByTestId("field-problem").or(page.getByTestId("server-left-out")).first().waitFor();
      await look(`pasted ${text}`);
    }
    await page.getByTestId("servers-text").fill('{"mcpServers": {"notes": {"command": "python3"}}}');
    await page.getByTestId("server-left-out").waitFor();
    await look("a server that is there already");
    await open(page, "/servers/away");
    await page.getByTestId("server-test").click();
    await page.getByTestId("server-test-outcome").waitFor();
    await look("a server that cannot be reached");
    await page.getByTestId("server-delete").click();
    await look("question before removing a server");
  },

  async "the editor"({ page, request, look, make }) {
    await open(page, "/new?step=test");
    await page.getByTestId("problem-summary").waitFor();
    await look("an empty tool");
    await page.getByTestId("step-basics").click();
    await page.getByTestId("name").focus();
    await page.getByTestId("description").focus();
    await page.getByTestId("name").focus();
    await look("fields that are left empty");
    await page.getByTestId("behaviour").locator("summary").click();
    await look("behaviour");
    await page.getByTestId("step-parameters").click();
    await page.getByTestId("from-json").click();
    await page.getByTestId("paste-text").fill("[1");
    await page.getByTestId("field-problem").first().waitFor();
    await look("pasted parameters");
    await page.keyboard.press("Escape");
    const name = await make(SUM);
    await open(page, `/tools/${name}?step=parameters`);
    for (const more of await page.locator("[data-testid=parameter] summary").all()) await more.click();
    await look("all of a parameter");
    await open(page, `/tools/${name}`);
    await page.getByTestId("description").fill("Mine.");
    const headers = { "if-match": '"1"', "content-type": "application/merge-patch+json" };
    await request.patch(`/api/v1/tools/${name}`, { headers, data: { description: "Theirs." } });
    await page.getByTestId("save").click();
    await page.getByTestId("conflict").waitFor();
    await look("two changes of one field");
    await page.keyboard.press("Escape");
    await open(page, `/tools/${name}`);
    await page.getByTestId("draft-restored").waitFor();
    await look("a draft");
    const gone = { "if-match": '"2"', "content-type": "application/json" };
    await request.delete(`/api/v1/tools/${name}`, { headers: gone });
    await page.getByTestId("tool-gone").waitFor();
    await look("a tool that is gone");
  },

  async "problems of definitions"({ page, look }) {
    await open(page, "/new?step=logic");
    const queries = [
      "SELECT FROM WHERE",
      "SELECT * FROM no_such_table",
      "SELECT pg_sleep(1)",
      "DELETE FROM a",
    ];
    for (const query of queries) {
      await typeCode(page, "sql-editor", query);
      await page.getByTestId("field-problem").first().waitFor();
      // The server looks at it a moment later.
      await page.waitForTimeout(1000);
      await look(query);
    }
    await page.getByTestId("logic-expression").click();
    for (const expression of ["1 +", "import os", "unknown_name + 1"]) {
      await typeCode(page, "expression-editor", expression);
      await page.getByTestId("field-problem").first().waitFor();
      await page.waitForTimeout(1000);
      await look(expression);
    }
    await page.getByTestId("logic-http").click();
    for (const address of ["no address", "ftp://example.com", "https://user:word@example.com"]) {
      await page.getByTestId("http-base_url").fill(address);
      await page.getByTestId("http-path").fill("/a/{nobody}");
      await page.keyboard.press("Tab");
      await page.getByTestId("field-problem").first().waitFor();
      await page.waitForTimeout(1000);
      await look(address);
    }
  },

  async calls({ page, request, look, make }) {
    const name = await make(SUM);
    await call(request, name, { a: 1 });
    await request.post(`/api/v1/tools/${name}/call`, { data: { arguments: { a: "x" } } });
    await open(page, `/executions?tool=${name}`);
    await expect(page.getByTestId("execution")).toHaveCount(2);
    await look("calls of a tool");
    await page.getByTestId("execution").first().locator(".row-link").click({ force: true });
    await page.getByTestId("execution-error").waitFor();
    await look("a call that failed");
    await page.getByTestId("older").click();
    await page.getByTestId("save-test").click();
    await page.getByTestId("toast").first().waitFor();
    await look("a call that became a test");
    await page.getByTestId("raw-arguments").fill("{");
    await page.getByTestId("replay").click();
    await look("arguments that are no JSON");
    await page.getByTestId("raw-arguments").fill('{"b": 1}');
    await page.getByTestId("replay").click();
    await page.getByTestId("result-error").waitFor();
    await look("a replay that is refused");
    await open(page, `/tools/${name}?view=activity`);
    await page.getByTestId("run-tests").click();
    await page.getByTestId("tests-summary").waitFor();
    await look("tests that were run");
    await open(page, "/executions?tool=zzzz_no_tool");
    await look("no calls");
    await open(page, "/playground?section=tools&name=vat");
    await page.getByTestId("test-run").click();
    await page.getByTestId("wire-message").first().waitFor();
    await look("a call of the playground");
  },

  async "pages that are not there, and a server that is broken or away"({ page, look }) {
    for (const path of [
      "/no-such-page",
      "/tools/no_such_tool",
      "/executions/none",
      "/servers/no_such_server",
    ]) {
      await open(page, path);
      await page.getByTestId("not-found").waitFor();
      await look(path);
    }
    const detail = "the registry cannot be read or written: the log says why";
    await page.route(/\/api\/v1\/(?!session|events|kinds)/, (route) =>
      route.fulfill({ status: 503, json: { title: "Service Unavailable", status: 503, detail } }),
    );
    for (const path of [
      "/tools",
      "/executions",
      "/overview",
      "/access",
      "/settings",
      "/servers",
      "/questions",
    ]) {
      await page.goto(path);
      await page.getByTestId("failure").first().waitFor();
      await look(`${path} of a broken server`);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await open(page, "/tools");
    await page.route("**/api/v1/**", (route) => route.abort());
    await page.getByTestId("menu-overview").click();
    await page.getByTestId("away").waitFor();
    await look("a server that is away");
  },
};

const GUARDED_STATES: Tours = {
  async "logging in, and what a caller may not see"({ page, request, look }) {
    await page.goto("/tools");
    await page.getByTestId("login-key").fill("tw_wrong");
    await page.getByTestId("log-in").click();
    await page.getByTestId("field-problem").waitFor();
    await look("a wrong key");
    const caller = await userWithKey(request, "caller");
    await logIn(page, caller.key);
    for (const path of ["/access", "/settings", "/servers", "/new", "/executions", "/overview"]) {
      await open(page, path);
      await look(`${path} of a caller`);
    }
    await request.delete(`/api/v1/keys/${caller.id}`, { headers: admin });
    await page.goto("/tools");
    await page.getByTestId("login").waitFor();
    await look("a session that ended");
    await logIn(page, ADMIN_KEY);
    await open(page, "/agent");
    await page.getByTestId("agent-identity").selectOption("key");
    await look("a key is asked for");
    await page.getByTestId("agent-key").fill("tw_wrong");
    await page.keyboard.press("Enter");
    await page.getByTestId("failure").waitFor();
    await look("a wrong key of an agent");
  },
};

function both(tours: Tours): void {
  for (const [name, tour] of Object.entries(tours)) {
    for (const language of ["en", "ko"] as const) {
      test(`${name}: all in the reader's language (${language})`, async ({ page, request, make }) => {
        await page.addInitScript(
          (text) => localStorage.setItem("toolwright.language", text),
          JSON.stringify(language),
        );
        const look = async (what: string) => {
          let wrong: string[] = [];
          // The server's sentences in Korean are loaded after the page.
          await expect(async () => {
            wrong = await wrongIn(page, language);
            expect(wrong).toEqual([]);
          })
            .toPass({ timeout: 4000 })
            .catch(() => undefined);
          expect.soft(wrong, what).toEqual([]);
        };
        await tour({ page, request, make, look });
      });
    }
  }
}

both(DIALOGS);

test.describe("a server that asks for a key", () => {
  test.use({ baseURL: GUARDED });
  both(GUARDED_STATES);
});
