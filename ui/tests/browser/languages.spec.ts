// Each page is opened in both languages: what the console says is all in the chosen one.

import type { Page } from "@playwright/test";
import { expect, LIMIT_QUERY, open, SUM, test, typeCode } from "./harness";
import { PLACES } from "./places";

/**
 * What the console says on the page: its own texts, labels, titles and placeholders. Left out are names and values of
 * users (`bdi`), code, and what is marked to be in another language, as sentences of the server are.
 */
function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const other =
      "bdi, code, pre, kbd, script, style, svg, .cm-content, .brand, .code, [lang]:not(html), .who, textarea";
    const isShown = (element: Element) =>
      element.closest(other) === null && element.getClientRects().length > 0;
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const isOption = parent?.tagName === "OPTION" && parent.closest("[data-names]") === null;
      if (parent !== null && (isShown(parent) || isOption) && parent.closest(other) === null) {
        texts.push(node.textContent ?? "");
      }
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (!isShown(element)) continue;
      for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
    }
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  });
}

const HANGUL = /[\u3130-\u318f\uac00-\ud7af]/;

/** Names that are the same in every language. A sentence in Korean may have others. */
const NAMES =
  /Toolwright|Claude Code|Claude Desktop|Cursor|Visual Studio Code|(TypeScript|Python) SDK|curl|SQL|HTTP|JSON|MCP|p50|p95|p99|GET|POST|PUT|PATCH|DELETE|Test Run|\bid\b|\b(ms|min)\b/g;

/** Names of tools, parameters, users and addresses that the seed and the server have. */
const VALUES =
  /\w+(_\w+)+|\b(local|minji|vat|weather|calculator|sales|limits|users|public|text|data|documents|web|person|calculation|example|expression|variables|net|rate)\b|https?:\S+|\w+: (name|value) \d/g;

const isEnglish = (text: string): boolean =>
  !HANGUL.test(text) && /[A-Za-z]{2,}/.test(text.replace(NAMES, "").replace(VALUES, ""));

for (const [name, path] of Object.entries(PLACES)) {
  test(`the page ${name} is all Korean in Korean, and has no Korean in English`, async ({ page }) => {
    await open(page, path);
    const english = (await said(page)).filter((text) => HANGUL.test(text));
    expect(english.filter((text) => text !== "한국어")).toEqual([]);
    await page.evaluate(() => localStorage.setItem("toolwright.language", '"ko"'));
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    const korean = (await said(page)).filter(isEnglish);
    expect(korean).toEqual([]);
  });
}

test.describe("in Korean", () => {
  test.use({ locale: "ko-KR" });

  test("common mistakes are said in Korean", async ({ page }) => {
    await page.goto("/new");
    await page.getByTestId("name").fill("두 단어");
    await expect(page.getByTestId("field-problem")).toHaveText("영문자, 숫자, _ - . 을 1~64자로 쓰세요.");
    await page.getByTestId("step-parameters").click();
    await page.getByTestId("add-parameter").click();
    await page.getByTestId("parameter-name").fill("a");
    await page.getByTestId("add-parameter").click();
    await page.getByTestId("parameter-name").nth(1).fill("a");
    await expect(page.getByTestId("field-problem")).toHaveText("a 매개변수가 두 개 있습니다.");
  });

  test("the find panel, the folds of a difference and the verbs of versions are Korean", async ({
    page,
    make,
  }) => {
    const query = `${LIMIT_QUERY}\n${"-- a line\n".repeat(12)}`;
    const parameters = [{ name: "user_name", type: "string", required: true }];
    const name = await make({ ...SUM, type: "sql", config: { query }, parameters });
    await page.goto(`/tools/${name}?step=logic`);
    await page.getByTestId("sql-editor").click();
    await page.keyboard.press("Control+f");
    await expect(page.locator(".cm-search")).toContainText("대소문자 구분");
    expect(await page.locator(".cm-search").textContent()).not.toMatch(/[a-z]{3}/);
    await page.keyboard.press("Escape");
    await typeCode(page, "sql-editor", `${query} LIMIT 5`);
    await page.getByTestId("save").click();
    await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
    await page.getByTestId("open-versions").click();
    await expect(page.getByTestId("version")).toContainText(["변경", "만듦"]);
    await expect(page.getByTestId("diff")).toContainText(/변경 없는 \d+줄/);
  });
});
