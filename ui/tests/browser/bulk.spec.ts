// Several tools at once, and files with definitions.

import { readFile } from "node:fs/promises";
import { expect, open, SUM, stored, test, unique } from "./harness";

test("several tools are switched, tagged, exported and deleted at once", async ({ page, request, make }) => {
  const tag = unique("batch");
  const names = [await make({ ...SUM, tags: [tag] }), await make({ ...SUM, tags: [tag] })];
  await open(page, `/tools?tag=${tag}`);
  await page.getByTestId("choose-all").check();
  await expect(page.getByTestId("bulk-bar")).toContainText("2 chosen");
  await page.getByTestId("bulk-off").click();
  await expect(page.getByTestId("bulk-bar")).toHaveCount(0);
  for (const name of names) expect((await stored(request, name)).is_active).toBe(false);
  await page.getByTestId("choose-all").check();
  await page.getByTestId("bulk-tag").click();
  await page.getByTestId("bulk-tag-name").fill("reviewed");
  await page.getByTestId("bulk-tag-save").click();
  await expect(page.getByTestId("tag").filter({ hasText: "reviewed" })).toHaveCount(2);
  await page.getByTestId("choose-all").check();
  const saved = page.waitForEvent("download");
  await page.getByTestId("bulk-export").click();
  const file = JSON.parse(await readFile(await (await saved).path(), "utf8"));
  expect(file.tools.map((one: { name: string }) => one.name).toSorted()).toEqual(names.toSorted());
  await page.getByTestId("bulk-delete").click();
  await page.getByTestId("confirm-yes").click();
  await expect(page.getByTestId("tool-row")).toHaveCount(0);
});

test("a file with definitions is imported, and dropped ones too", async ({ page, request, make }) => {
  const known = await make(SUM);
  const fresh = unique("imported");
  const tools = [known, fresh].map((name) => ({ name, ...SUM, description: "From a file." }));
  const buffer = Buffer.from(JSON.stringify({ tools }));
  await open(page, "/tools");
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "tools.json", mimeType: "application/json", buffer });
  await expect(page.getByTestId("import-item")).toHaveCount(2);
  await page.getByTestId("import-run").click();
  await expect(page.getByTestId("import-dialog")).toHaveCount(0);
  expect((await stored(request, fresh)).description).toBe("From a file.");
  expect((await stored(request, known)).description).toBe(SUM.description);
  await page.getByTestId("tool-table").waitFor();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.effectAllowed = "copy";
    data.items.add(new File([text], "tools.json", { type: "application/json" }));
    return data;
  }, buffer.toString());
  for (const type of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent(".page.fixed", type, { dataTransfer: dropped });
  }
  await expect(page.getByTestId("import-item").first()).toHaveAttribute("data-status", "known");
  await page.getByTestId("import-replace").check();
  await page.getByTestId("import-run").click();
  await expect(page.getByTestId("import-dialog")).toHaveCount(0);
  expect((await stored(request, known)).description).toBe("From a file.");
});

test("the list can be compact, and stays so", async ({ page }) => {
  await open(page, "/tools");
  const height = async () => (await page.getByTestId("tool-row").first().boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByTestId("density").click();
  await expect.poll(height).toBeLessThan(before - 15);
  await page.reload();
  await expect.poll(height).toBeLessThan(before - 15);
});
