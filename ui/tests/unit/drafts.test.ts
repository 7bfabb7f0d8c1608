import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../src/api/tools";
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
