// Several tools at once, and files with definitions.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { call, expect, open, register, SUM, stored, test, unique } from "./harness";
import { withOtherServer } from "./other_server";

async function give(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.getByTestId("import-file").setInputFiles({ name, mimeType: "text/plain", buffer });
}

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

test("an OpenAPI document becomes tools that reach its server", async ({ page, request }) => {
  const operationId = unique("openapi");
  const document = `openapi: 3.0.3
info: { title: Toolwright, version: "1" }
paths:
  /api/v1/tools/{name}:
    get:
      operationId: ${operationId}
      summary: Reads a tool.
      parameters:
        - { name: name, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: The tool. } }
  /upload:
    post:
      operationId: ${operationId}_upload
      requestBody: { required: true, content: { application/octet-stream: { schema: { type: string } } } }
      responses: { "204": { description: Stored. } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
`;
  await open(page, "/tools");
  await give(page, "service.yaml", document);
  await withOtherServer(async (address) => {
    // The document does not say where its server is.
    await page.getByTestId("import-address").fill(address);
    await page.getByTestId("import-read").click();
    await expect(page.getByTestId("import-item")).toHaveText([new RegExp(operationId)]);
    await expect(page.getByTestId("import-credentials")).toBeVisible();
    await expect(page.getByTestId("import-skipped")).toContainText("Left out (1)");
    await page.getByTestId("import-run").click();
    await expect(page.getByTestId("import-dialog")).toHaveCount(0);
    const path = "/api/v1/tools/calculator";
    expect(await call(request, operationId, { name: "calculator" })).toMatchObject({ path });
  });
});

test("rows of h_custom_tool become tools", async ({ page, request }) => {
  const [sum, count] = [unique("custom"), unique("custom")];
  const rows = {
    h_custom_tool: [
      {
        id: 1,
        name: sum,
        description_agent: "Adds.",
        tool_type: "PYTHON",
        definition: "a + b",
        is_active: "Y",
      },
      { id: 2, name: count, description_user: "Counts.", tool_type: "SQL", definition: "SELECT 7 AS n" },
    ],
    h_custom_tool_param: [
      { tool_id: 1, param_name: "a", param_type: "NUMBER", is_required: "Y", description: "The first" },
      { tool_id: 1, param_name: "b", param_type: "NUMBER", is_required: "Y" },
    ],
  };
  await open(page, "/tools");
  await give(page, "h_custom_tool.json", JSON.stringify(rows));
  await expect(page.getByTestId("import-item")).toHaveCount(2);
  await page.getByTestId("import-run").click();
  await expect(page.getByTestId("import-dialog")).toHaveCount(0);
  expect(await call(request, sum, { a: 3, b: 4 })).toBe(7);
  expect(await call(request, count, {})).toEqual([{ n: 7 }]);
});

test("a file without definitions is refused", async ({ page }) => {
  await open(page, "/tools");
  await give(page, "notes.json", '{"some": "thing"}');
  await expect(page.getByTestId("toast")).toContainText("notes.json has no definitions of tools.");
  await give(page, "old.json", '{"swagger": "2.0"}');
  await expect(page.getByTestId("toast").filter({ hasText: "Swagger 2.0" })).toBeVisible();
});

test("tools whose names begin alike are in a folder, and folders in folders", async ({ page, request }) => {
  const shop = unique("shop").replace("_", "");
  for (const name of ["eu_list", "eu_add", "us_list", "us_add", "ping"])
    await register(request, { name: `${shop}_${name}`, ...SUM });
  await open(page, `/tools?folder=${shop}_`);
  await expect(page.getByTestId("tool-row")).toHaveCount(5);
  await expect(page.getByTestId("folder")).toHaveText([`${shop}_eu_ 2`, `${shop}_us_ 2`]);
  await page.getByTestId("folder").first().click();
  await expect(page).toHaveURL(new RegExp(`folder=${shop}_eu_`));
  await expect(page.getByTestId("tool-row")).toHaveCount(2);
  await page
    .getByTestId("folders")
    .getByRole("button", { name: `${shop}_`, exact: true })
    .click();
  await expect(page.getByTestId("tool-row")).toHaveCount(5);
  await page.getByTestId("folder-all").click();
  await expect(page).not.toHaveURL(/folder=/);
});
