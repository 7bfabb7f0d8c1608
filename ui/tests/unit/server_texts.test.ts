import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TextCode, Told } from "../../src/api/told";
import { told as english } from "../../src/i18n/en/told";
import { korean, tellKorean } from "../../src/i18n/ko/server";
import { definitions } from "../../src/i18n/ko/server_definitions";
import { credentials, files, imports } from "../../src/i18n/ko/server_imports";
import { parts } from "../../src/i18n/ko/server_parts";
import { calls, requests } from "../../src/i18n/ko/server_requests";
import { upstreams } from "../../src/i18n/ko/server_upstreams";
import { told } from "../../src/i18n/ko/told/told";

const HANGUL = /[\uac00-\ud7af]/;
/** Those of names and punctuation alone. */
const SAME = new Set(["advice", "invalid_time", "kind_null", "problem_at", "role_other"]);

const all = [
  ...[definitions, credentials, files, imports].flat(),
  ...[parts, requests, upstreams, calls].flat(),
];

/** The server's sources without their tests; a text that goes on in the next line is in one. */
function sourcesOf(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join("..", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".rs") && !file.includes("tests"))
      .map(
        (file) => readFileSync(join("..", folder, file), "utf8").split("#[cfg(test)]\nmod tests {")[0] ?? "",
      )
      .map((source) => source.replaceAll(/\\\n\s*/g, "")),
  );
}

/** The texts of the server's sources, with the places that are filled in as `{}`. */
function serverTexts(): string {
  const folders = ["access", "base", "engines", "framework", "gateway", "http", "registry", "src"];
  return unified(sourcesOf(folders).join("\n").replaceAll('\\"', '"'));
}

/** What stands before a text that refuses a definition, an import or a request. */
const REFUSALS =
  /(?:#\[error\(|problems\.push\(|\.(?:problem|expected|refuse|at)\(|\bErr\(|Problem::\w+\(|Self::(?:unavailable|internal|bad_request|forbidden)\()(?:[^"();]|\(\)|"\/[^"]*",|format!\(|\.into\()*?"((?:[^"\\]|\\.)*)"/g;

/** What stands before a text that is sent with a code. */
const CODED =
  /(?:\.(?:problem|expected|at)\(|problems\.add\(|Problem::\w+\(|Self::(?:unavailable|internal|bad_request|forbidden)\()(?:[^"();]|\(\)|"\/[^"]*",|format!\(|\.into\()*?"((?:[^"\\]|\\.)*)"/g;

/** What the registry and the API say when they refuse something, with a word in each place. */
function refusals(before: RegExp): string[] {
  const texts = sourcesOf([join("registry", "src"), join("src", "admin")]).flatMap((source) =>
    [...source.matchAll(before)].map((match) => (match[1] ?? "").replaceAll('\\"', '"')),
  );
  return [...new Set(texts)].filter((text) => /[a-z] [a-z]/.test(text));
}

/** The rows of the server's tables of texts, by their codes. */
function tables(): Record<string, string> {
  const sources = sourcesOf([join("registry", "src", "texts"), join("src", "admin", "texts")]);
  sources.push(readFileSync(join("..", "engines", "src", "texts.rs"), "utf8"));
  const rows = sources.flatMap((source) => [
    ...source.matchAll(/^ +(\w+)\([^)]*\) = "((?:[^"\\]|\\.)*)";$/gm),
  ]);
  const plain = (text: string) => text.replaceAll('\\"', '"').replaceAll("{{", "{").replaceAll("}}", "}");
  return Object.fromEntries(rows.map((row) => [row[1] ?? "", plain(row[2] ?? "")]));
}

const placesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].toSorted().join();

const filledIn = (text: string): string =>
  text
    .replaceAll("{{", "\u0001")
    .replaceAll("}}", "\u0002")
    .replaceAll(/\{[^{}]*\}/g, "word")
    .replaceAll("\u0001", "{")
    .replaceAll("\u0002", "}");

/** Said to who writes a program or starts the server; words and ends of sentences, which others are made of. */
const NOT_ALONE =
  /^(this process is a worker of a registry|there is word word `word` already|duplicate word `word`: it is also|removed agent$|there are definitions in word already|expected a schema of lower-case letters|there is a kind of tool|`word` cannot be the name of a kind|key word is not 32 bytes|open question$|removed tool$|there is no word `word`$|`word` is not a parameter: word$)/;

/** A sentence whose places have no names, so that it is found whatever the server calls them. */
const unified = (text: string) => text.replaceAll(/\{[\w:.#?]*\}/g, "{}");

/** Said by libraries, or put together from several texts. */
const NOT_IN_THE_SOURCES =
  /^(expected \{what\}, got|there is an? (tool|agent) |there is no (tool|agent) |duplicate (tool|agent) |syntax error (at|in)|unterminated|Expected an|`\{\w+\}` is not (allowed:|allowed, since it does|a parameter)|from the env|there is no MCP|the description (says|has the hidden)|Connection refused|unknown argument|Execution error|`\\{name\\}`: got|(nothing|a string|a boolean|an integer)$)/;

describe("the codes of the server", () => {
  it("are those of its tables", () => {
    expect(Object.keys(english).length).toBeGreaterThan(250);
    expect(english).toEqual(tables());
  });

  it("are all said in Korean, with all that is filled in", () => {
    expect(Object.keys(told).toSorted()).toEqual(Object.keys(english).toSorted());
    const others = Object.entries(english).filter(
      ([code, text]) => placesOf(text) !== placesOf(told[code as TextCode] ?? ""),
    );
    expect(others).toEqual([]);
    const words = Object.entries(told).filter(([code, text]) => !HANGUL.test(text) && !SAME.has(code));
    expect(words).toEqual([]);
  });

  it("stand for everything that the registry and the API refuse", () => {
    expect(refusals(CODED)).toEqual([]);
  });

  it("are filled in with words, and with other codes", () => {
    const what = { message: "a number", code: "kind_number", params: {} } as const;
    const expected = { message: "expected a number, got `text`", code: "expected" } as const;
    expect(tellKorean({ ...expected, params: { what, value: "`text`" } })).toBe("숫자 필요, 받은 값: `text`");
    // The name that somebody typed is no sentence of the server.
    const unknown = { message: "unknown provider `text`: …", code: "unknown_provider" } as const;
    expect(tellKorean({ ...unknown, params: { name: "text" } })).toContain("`text`");
    const refused = { message: "…", code: "database_does_not_answer" } as const;
    expect(tellKorean({ ...refused, params: { error: "division by zero" } })).toBe(
      "데이터베이스가 응답하지 않습니다: 0으로 나누었습니다",
    );
    expect(tellKorean({ message: "there is no tool `a`" })).toBe("`a` 도구가 없습니다");
    const newer = { message: "what a newer server says", code: "unheard_of" } as unknown as Told;
    expect(tellKorean(newer)).toBe("what a newer server says");
  });
});

describe("the sentences of the server", () => {
  it("are those that it writes", { timeout: 60_000 }, () => {
    const sources = serverTexts();
    const gone = all.map(([english]) => english).filter((english) => !NOT_IN_THE_SOURCES.test(english));
    expect(gone.filter((english) => !pieces(english).every((piece) => sources.includes(piece)))).toEqual([]);
  });

  it("that refuse something are all said in Korean", () => {
    const said = refusals(REFUSALS);
    expect(said.length).toBeGreaterThan(30);
    const unknown = said.filter(
      (text) => !NOT_ALONE.test(filledIn(text)) && korean(filledIn(text)) === null && korean(text) === null,
    );
    expect(unknown).toEqual([]);
  });

  it("keep what is filled in", () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
    const invented = all.filter(([english, text]) =>
      names(text).some((name) => !names(english).includes(name)),
    );
    expect(invented).toEqual([]);
  });

  it("are said in Korean, also several in one text and one in another", () => {
    expect(korean("missing field `script` or `module`")).toBe("`script` 또는 `module`이 필요합니다");
    expect(korean("missing field `function`")).toBe("`function`이(가) 필요합니다");
    expect(korean("model `a`; 384 dimensions; first answer after 4.3 s, then after 487 ms")).toBe(
      "모델 `a`, 384차원, 첫 응답 4.3 s, 그다음 487 ms",
    );
    expect(korean("expected a number, got `x`")).toBe("숫자 필요, 받은 값: `x`");
    const refused =
      "Input validation failed: invalid arguments for `vat`:\n- `net`: got nothing, wanted a number";
    expect(korean(refused)).toBe(
      "입력 검증 실패: `vat`의 인자가 올바르지 않습니다:\n- `net`: 숫자 필요, 받은 값: 없음",
    );
    expect(korean('relation "nope" does not exist')).toBe('"nope" 테이블이 없습니다');
    expect(korean("something that nobody has translated")).toBeNull();
    expect(korean(`there is no tool \`${"a".repeat(5000)}\``)).toBeNull();
  });
});

/** The text between places: a place may be a whole text of its own in the sources. */
function pieces(english: string): string[] {
  const whole = unified(english);
  return whole.split("{}").filter((piece) => /\w{3}/.test(piece));
}
