import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToolSpec } from "../../src/api/tools";
import { draftedTools, forgetAll, keepDraft, loadDraft } from "../../src/drafts/draft";
import { isSecretName, withoutCredentials } from "../../src/drafts/secrets";

const base: ToolSpec = {
  name: "weather",
  type: "http",
  description: "Reads the weather.",
  config: { base_url: "https://api.example.com", headers: { "X-Api-Key": "********" } },
  auth: { type: "bearer", token: "********" },
};

describe("a draft", () => {
  it("has the stars of the stored tool in place of typed credentials", () => {
    const typed: ToolSpec = {
      ...base,
      config: { ...base.config, path: "/v2", headers: { "X-Api-Key": "typed", Accept: "text/plain" } },
      auth: { type: "bearer", token: "typed" },
    };
    expect(withoutCredentials(typed, base)).toEqual({
      ...base,
      config: { ...base.config, path: "/v2", headers: { "X-Api-Key": "********", Accept: "text/plain" } },
    });
  });

  it("of a new tool has empty values for them", () => {
    const { auth: _, ...empty } = { ...base, config: {} };
    const typed = { ...base, type: "shell" as const, config: { env: { DB_PASSWORD: "typed", LANG: "C" } } };
    expect(withoutCredentials(typed, empty)).toEqual({
      ...empty,
      type: "shell",
      config: { env: { DB_PASSWORD: "", LANG: "C" } },
    });
  });

  it("of a kind that the console does not know has none of its members that are credentials", () => {
    const stored = { ...base, type: "mail", config: { password: "********", max_tokens: 5 } };
    const typed = { ...stored, config: { password: "typed", max_tokens: 7, to: "hong" } };
    expect(withoutCredentials(typed, stored).config).toEqual({
      password: "********",
      max_tokens: 7,
      to: "hong",
    });
  });

  it("knows credentials by their names", () => {
    const secret = ["Authorization", "X-API-Key", "GITHUB_TOKEN", "client_secret", "Cookie", "password"];
    expect(secret.filter((name) => !isSecretName(name))).toEqual([]);
    expect(["Accept", "city", "monkey", "page", "keyword"].filter(isSecretName)).toEqual([]);
  });
});

/** A storage as the browser's: its items are its own members. */
function storage(): Record<string, string> {
  const items: Record<string, string> = Object.create({
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => {
      items[key] = text;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
  });
  return items;
}

describe("what the browser keeps", () => {
  let kept: Record<string, string> = {};
  beforeEach(() => {
    kept = storage();
    vi.stubGlobal("localStorage", kept);
  });
  afterEach(() => vi.unstubAllGlobals());

  const typed: ToolSpec = { ...base, auth: { type: "bearer", token: "typed-secret" } };
  const keep = (user: string) =>
    keepDraft({ user, of: "tool/weather" }, typed, { spec: base, revision: "1" });

  it("has no credential that was typed", () => {
    keep("ada");
    expect(Object.keys(kept)).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain("typed-secret");
  });

  it("is the draft of its user alone", () => {
    keep("ada");
    expect(loadDraft({ user: "ada", of: "tool/weather" })).not.toBeNull();
    expect(loadDraft({ user: "hong", of: "tool/weather" })).toBeNull();
    expect(draftedTools("hong").size).toBe(0);
    expect(draftedTools("ad").size).toBe(0);
  });

  it("is gone after a log-out", () => {
    keep("ada");
    keep("hong");
    localStorage.setItem("toolwright.arguments.weather", "{}");
    localStorage.setItem("toolwright.theme", "dark");
    forgetAll();
    expect(Object.keys(kept)).toEqual(["toolwright.theme"]);
  });
});
