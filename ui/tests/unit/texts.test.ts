import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { en } from "../../src/i18n/en";
import { fill } from "../../src/i18n/fill";
import { duration, formatter } from "../../src/i18n/format";
import { ko } from "../../src/i18n/ko";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("i18n/e") && !file.startsWith("i18n/k"))
  .map((file) => readFileSync(join("src", file), "utf8"))
  .join("\n");

describe("the texts", () => {
  it("have the same keys in both languages", () => {
    expect(Object.keys(ko)).toEqual(Object.keys(en));
  });

  it("have the same values to fill in", () => {
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    const differing = Object.entries(en).filter(
      ([key, text]) => `${values(text)}` !== `${values(ko[key as keyof typeof en])}`,
    );
    // `{{name}}` of SQL is written in Korean words.
    expect(differing.map(([key]) => key)).toEqual(["sql.hint"]);
  });

  it("are Korean in Korean, but for names", () => {
    const names = /^(p50|Anthropic|OpenAI|Zhipu AI|SQL|HTTP|JSON|MCP|Python|\{\w+\}|[\W\d])*$/;
    const english = Object.entries(ko).filter(([, text]) => !/[가-힣]/.test(text) && !names.test(text));
    expect(english).toEqual([]);
  });

  it("have no Korean in English", () => {
    expect(Object.entries(en).filter(([, text]) => /[가-힣]/.test(text))).toEqual([]);
  });

  it("are all used", () => {
    const prefixes = [...sources.matchAll(/`(\w+\.)\$\{/g)].map((match) => match[1] ?? "");
    const isUsed = (key: string) =>
      sources.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
    expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([]);
  });

  it("name the menu entry as the design document does", () => {
    expect(ko["menu.tools"]).toBe("사용자 정의 도구 (Custom Tools)");
  });

  it("are filled in", () => {
    expect(fill("{shown} of {all}", { shown: 1, all: 2 })).toBe("1 of 2");
    expect(fill("as /users/{id}")).toBe("as /users/{id}");
  });

  it("write durations with their unit", () => {
    expect([null, 0.312, 12.44, 340, 3200, 90_000].map(duration)).toEqual([
      "–",
      "0.31 ms",
      "12.4 ms",
      "340 ms",
      "3.2 s",
      "1.5 min",
    ]);
  });

  it("write the days on a chart in the reader's language", () => {
    const noon = new Date(2026, 10, 19, 12).getTime() / 1000;
    expect(formatter("ko").mark(noon, 86_400)).toBe("11월 19일");
    expect(formatter("en").mark(noon, 86_400)).toBe("Nov 19");
    expect(formatter("ko").mark(noon, 3600)).toBe("12:00");
  });
});
