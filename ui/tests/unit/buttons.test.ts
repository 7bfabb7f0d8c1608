import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("no button is `disabled`, which would take the focus away from it", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  const disabled = files.filter((file) => {
    const buttons = readFileSync(join("src", file), "utf8").match(/<button\b.*?<\/button>/gs) ?? [];
    return buttons.some((button) => /\sdisabled\b/.test(button));
  });
  expect(files.length).toBeGreaterThan(100);
  expect(disabled).toEqual([]);
});
