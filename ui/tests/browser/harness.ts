import { randomBytes } from "node:crypto";
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import type { ToolSpec } from "../../src/api/tools";

interface Fixtures {
  /** Registers a tool under a name of its own, which it returns. */
  make(spec: Omit<ToolSpec, "name">): Promise<string>;
  /** What the browser complained about: scripts that failed, violations of the policy, requests to other hosts. */
  complaints: string[];
}

/** The tests share the servers, so each uses tools, users and keys of its own. They fail on any complaint of the browser. */
export const test = base.extend<Fixtures>({
  make: async ({ request }, use) => {
    await use(async (spec) => {
      const name = unique("tool");
      await register(request, { name, ...spec });
      return name;
    });
  },
  complaints: [
    async ({ context, baseURL }, use) => {
      const complaints: string[] = [];
      context.on("page", (page) => watch(page, complaints, baseURL ?? ""));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

function watch(page: Page, complaints: string[], baseURL: string): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.includes("Failed to load resource")) complaints.push(text);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith("data:"))
      complaints.push(request.url());
  });
}

export function unique(prefix: string): string {
  return `${prefix}_${randomBytes(4).toString("hex")}`;
}

export async function register(request: APIRequestContext, spec: ToolSpec): Promise<void> {
  const response = await request.post("/api/v1/tools", { data: spec });
  expect(response.status(), await response.text()).toBe(201);
}

/** Calls a tool as a script does, and returns its result. */
export async function call(request: APIRequestContext, name: string, args: object): Promise<unknown> {
  const response = await request.post(`/api/v1/tools/${name}/call`, { data: { arguments: args } });
  const answer = await response.json();
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true });
  return answer.result;
}

/** Returns the stored definition of a tool. */
export async function stored(request: APIRequestContext, name: string): Promise<ToolSpec> {
  const response = await request.get(`/api/v1/tools/${name}`);
  expect(response.status()).toBe(200);
  return (await response.json()).spec;
}

/** Replaces the text of a CodeMirror editor by typing. */
export async function typeCode(page: Page, testId: string, text: string): Promise<void> {
  const editor = page.getByTestId(testId);
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Goes to a place and waits until everything is loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("h1").waitFor();
  await expect(page.getByTestId("skeleton")).toHaveCount(0);
}

export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
}

export const SUM: Omit<ToolSpec, "name"> & { description: string } = {
  type: "expression",
  description: "Adds two numbers, the second of which is 1 by default.",
  config: { expression: "a + b" },
  parameters: [
    { name: "a", type: "number", required: true, description: "The first number" },
    { name: "b", type: "number", required: false, default: 1 },
  ],
};

export const LIMIT_QUERY = `SELECT u.user_nm, l.max_count
FROM h_user u
JOIN h_mcp_tool_limit l ON u.uid = l.target_id
WHERE u.user_nm = :user_name AND l.target_type = 'USER'`;

export const LIMIT: Omit<ToolSpec, "name"> = {
  type: "sql",
  description: "Looks up the daily call limit of one user.",
  config: { query: LIMIT_QUERY, result: "row" },
  parameters: [{ name: "user_name", type: "string", required: true, description: "Name of the user" }],
};

export { expect };
