import { randomUUID } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";

/** Asks the fake server for trouble, for this test only. */
export type Control = (wish: Record<string, unknown>) => Promise<void>;

interface Fixtures {
  control: Control;
  /** What the browser complained about: scripts that failed, violations of the policy, requests to other hosts. */
  complaints: string[];
}

/** Each test has a world of its own, by a cookie. It fails on any complaint of the browser. */
export const test = base.extend<Fixtures>({
  context: async ({ context, baseURL }, use) => {
    await context.addCookies([{ name: "world", value: randomUUID(), url: baseURL ?? "" }]);
    await use(context);
  },
  control: async ({ context, baseURL }, use) => {
    await use(async (data) => {
      await context.request.post(`${baseURL}/__fake`, { data });
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

/** Replaces the text of a CodeMirror editor by typing. */
export async function typeCode(page: Page, testId: string, text: string): Promise<void> {
  const editor = page.getByTestId(testId);
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** One address for each page and each state of the editor. */
export const PLACES: Record<string, string> = {
  tools: "/tools",
  new: "/new",
  basics: "/tools/get_user_limit",
  parameters: "/tools/vat?step=parameters",
  sql: "/tools/get_user_limit?step=logic",
  expression: "/tools/vat?step=logic",
  http: "/tools/weather?step=logic",
  script: "/tools/word_count?step=logic",
  test: "/tools/get_user_limit?step=test",
  versions: "/tools/vat?view=versions",
  builtin: "/tools/calculator",
  executions: "/executions",
  overview: "/overview",
  access: "/access",
  settings: "/settings",
  questions: "/questions",
  connect: "/connect",
  playground: "/playground?section=tools&name=vat",
};

export { expect };
