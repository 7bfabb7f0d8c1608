import { describe, expect, it } from "vitest";
import { clip, visible } from "../../src/parts/visible";

describe("strangers' text", () => {
  it("shows control characters and marks of direction", () => {
    expect(visible("a\u0000b\u001b[31m\u202Egpj.exe")).toBe("a␀b␛[31m⟦U+202E⟧gpj.exe");
  });

  it("keeps lines, tabs, Korean and joined emoji", () => {
    const text = "가나\n\t👩‍👩‍👧";
    expect(visible(text)).toBe(text);
  });

  it("is never cut inside of a character", () => {
    expect(clip("ab😀", 3)).toBe("ab");
    expect(clip("ab😀", 4)).toBe("ab😀");
  });
});
