// The words that a page shows, and in which language they are.

import type { Page } from "@playwright/test";

/**
 * What the console says on the page: its own texts, labels, titles and placeholders. Left out are names and values of
 * users (`bdi`), code, and what is marked to be in another language, as sentences of the server are.
 */
function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const other =
      "bdi, code, pre, kbd, script, style, svg, .cm-content, .cm-tooltip-autocomplete, .brand, .code, [lang]:not(html), .who, textarea";
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
  /Toolwright|Anthropic|OpenAI|Zhipu AI|Claude Code|Claude Desktop|Cursor|Visual Studio Code|(TypeScript|Python) SDK|curl|SQL|HTTP|JSON|MCP|p50|p95|p99|GET|POST|PUT|PATCH|DELETE|Test Run|\bid\b|\b(ms|min)\b/g;

/** Names of tools, fields, parameters, users, addresses and files that the seed and the server have. */
const VALUES =
  /\w+(_\w+)+|\b(local|minji|vat|weather|calculator|sales|limits|users|public|text|data|documents|web|person|calculation|example|expression|accountant|calculator|monthly|orders|variables|net|rate|notes|away)\b|https?:\S+|\w+: (name|value) \d|^\/\S+$|^tw_…$|^(WHERE|description)$/g;

const isEnglish = (text: string): boolean =>
  !HANGUL.test(text) && /[A-Za-z]{2,}/.test(text.replace(NAMES, "").replace(VALUES, ""));

/** The texts of the page that are not in its language, also sentences of the server that stay English in Korean. */
export async function wrongIn(page: Page, language: "en" | "ko"): Promise<string[]> {
  const texts = await said(page);
  if (language === "en") return texts.filter((text) => HANGUL.test(text) && text !== "한국어");
  const unknown = await page.locator("[data-testid=server-text][lang=en]").allTextContents();
  return [...texts.filter(isEnglish), ...unknown];
}
