import { call, expect, open, SUM, stored, test, typeCode, unique, waitUntilSaved } from "./harness";

test("parameters are ordered by keyboard and by dragging", async ({ page, make }) => {
  await page.goto(`/tools/${await make(SUM)}?step=parameters`);
  const names = page.getByTestId("parameter-name");
  await page.getByTestId("grip").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(names.first()).toHaveValue("b");
  await expect(page.getByTestId("grip").nth(1)).toBeFocused();
  // A press at the exact centre counts as one of a screen reader.
  const sourcePosition = { x: 5, y: 5 };
  await page.getByTestId("grip").nth(1).dragTo(page.getByTestId("parameter").first(), { sourcePosition });
  await expect(names.first()).toHaveValue("a");
});

test("a parameter is dragged by keyboard as the announcements say", async ({ page, make }) => {
  await page.goto(`/tools/${await make(SUM)}?step=parameters`);
  await page.getByTestId("grip").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("parameter").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("parameter").nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("parameter-name").first()).toHaveValue("b");
});

test("parameters come from a pasted example, and from the query", async ({ page }) => {
  await page.goto("/new?step=parameters");
  await page.getByTestId("from-json").click();
  await page.getByTestId("paste-text").fill('{"user_name": "hong", "limit": 10}');
  await page.getByTestId("paste-take").click();
  await expect(page.getByTestId("parameter-name").nth(1)).toHaveValue("limit");
  await expect(page.getByTestId("parameter-type").nth(1)).toHaveValue("integer");
  await page.getByTestId("step-logic").click();
  await typeCode(page, "sql-editor", "SELECT name FROM customers WHERE city = :city");
  await page.getByTestId("step-parameters").click();
  await page.getByTestId("from-sql").click();
  await expect(page.getByTestId("parameter-name").last()).toHaveValue("city");
});

test("a draft is kept in the browser until it is saved or discarded", async ({ page, make }) => {
  await page.goto(`/tools/${await make(SUM)}`);
  await page.getByTestId("description").fill("half a sentence");
  await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "draft");
  // Drafts are written when typing rests.
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.getByTestId("draft-restored")).toBeVisible();
  await expect(page.getByTestId("description")).toHaveValue("half a sentence");
  await page.getByTestId("discard-draft").click();
  await expect(page.getByTestId("description")).toHaveValue(SUM.description);
});

test("versions are compared and brought back", async ({ page, request, make }) => {
  const name = await make(SUM);
  await page.goto(`/tools/${name}?step=logic`);
  await typeCode(page, "expression-editor", "a - b");
  await page.getByTestId("save").click();
  await waitUntilSaved(page);
  await page.getByTestId("open-versions").click();
  await expect(page.getByTestId("version")).toHaveCount(2);
  await expect(page.getByTestId("diff")).toContainText("a - b");
  await expect(page.getByTestId("diff")).toContainText("a + b");
  await page.getByTestId("roll-back").click();
  await expect(page.getByTestId("version")).toHaveCount(3);
  expect((await stored(request, name)).config).toEqual({ expression: "a + b" });
  expect(await call(request, name, { a: 1, b: 2 })).toBe(3);
});

test("two browsers change one tool: the second is told, sees both, and merges", async ({
  page,
  request,
  browser,
  baseURL,
  make,
}) => {
  const name = await make(SUM);
  const second = await (await browser.newContext({ baseURL })).newPage();
  await page.goto(`/tools/${name}`);
  await second.goto(`/tools/${name}`);
  await second.getByTestId("description").fill("What the second one wrote.");
  await second.getByTestId("description-user").fill("Only the second one wrote this.");
  await page.getByTestId("description").fill("What the first one wrote.");
  await page.getByTestId("step-logic").click();
  await typeCode(page, "expression-editor", "a * b");
  await page.getByTestId("save").click();
  await waitUntilSaved(page);
  await second.getByTestId("save").click();
  await expect(second.getByTestId("merge")).toContainText("config.expression");
  await expect(second.getByTestId("conflict")).toHaveCount(1);
  await expect(second.getByTestId("conflict")).toContainText("What the first one wrote.");
  await second.getByTestId("take-theirs").check();
  await second.getByTestId("save-merged").click();
  await expect(second.getByTestId("merge")).toHaveCount(0);
  await waitUntilSaved(second);
  await expect(second.getByTestId("description")).toHaveValue("What the first one wrote.");
  expect(await stored(request, name)).toMatchObject({
    description: "What the first one wrote.",
    description_user: "Only the second one wrote this.",
    config: { expression: "a * b" },
  });
  await second.context().close();
});

test("the question before each call is a text, and is stored", async ({ page, request, make }) => {
  const name = await make(SUM);
  await page.goto(`/tools/${name}`);
  await page.getByTestId("behaviour").locator("summary").click();
  await page.getByTestId("confirm-question").fill("Add {a}?");
  await page.getByTestId("save").click();
  await waitUntilSaved(page);
  expect((await stored(request, name)).confirm).toBe("Add {a}?");
});

test("a name that is taken is said while it is typed", async ({ page, make }) => {
  const taken = await make(SUM);
  await page.goto("/new");
  await page.getByTestId("name").fill(taken);
  await expect(page.getByTestId("field-problem")).toContainText(taken);
  await page.getByTestId("name").fill(`${taken}_2`);
  await expect(page.getByTestId("field-problem")).toHaveCount(0);
});

test("an error is said after its field is left, goes while it is mended, and is said once", async ({
  page,
  make,
}) => {
  const isSaid = (field: string) => page.locator(`[data-testid=${field}][aria-invalid]`);
  await open(page, "/new");
  await page.getByTestId("name").focus();
  await page.getByTestId("description").focus();
  await expect(isSaid("name")).toHaveCount(1);
  await expect(isSaid("description")).toHaveCount(0);
  await page.getByTestId("name").fill(unique("late"));
  await expect(isSaid("name")).toHaveCount(0);
  await expect(isSaid("description")).toHaveCount(1);
  await page.getByTestId("description").fill("Reads something.");
  await expect(isSaid("description")).toHaveCount(0);
  await page.getByTestId("step-logic").click();
  await page.getByTestId("logic-http").click();
  const checked = page.waitForResponse(
    (response) =>
      response.url().endsWith("/tools/check") && response.request().postData()?.includes('"exa"') === true,
  );
  await page.getByTestId("http-base_url").pressSequentially("exa");
  await (await checked).finished();
  await expect(page.getByTestId("step-logic")).toHaveAttribute("data-status", "problem");
  await expect(isSaid("http-base_url")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(isSaid("http-base_url")).toHaveCount(1);
  await page.getByTestId("http-base_url").fill("https://example.com");
  await expect(isSaid("http-base_url")).toHaveCount(0);
  await open(page, `/tools/${await make(SUM)}?step=work`);
  await typeCode(page, "expression-editor", "nobody + 1");
  await expect(page.getByText("`nobody` is not a parameter")).toHaveCount(1);
});

test("a tool that is deleted elsewhere while it is edited is said at once, and can be saved as new", async ({
  page,
  request,
  make,
}) => {
  const name = await make(SUM);
  await page.goto(`/tools/${name}`);
  await page.getByTestId("description").fill("Typed before it was deleted.");
  const headers = { "if-match": '"1"', "content-type": "application/json" };
  expect((await request.delete(`/api/v1/tools/${name}`, { headers })).status()).toBe(204);
  await expect(page.getByTestId("tool-gone")).toBeVisible();
  await expect(page.getByTestId("description")).toHaveValue("Typed before it was deleted.");
  await page.getByTestId("save-as-new").click();
  await expect(page.getByTestId("tool-gone")).toHaveCount(0);
  await waitUntilSaved(page);
  expect((await stored(request, name)).description).toBe("Typed before it was deleted.");
});

test("an example says so, and is used as a template", async ({ page, make }) => {
  const name = await make({ ...SUM, tags: ["example"] });
  await page.goto(`/tools?q=${name}`);
  await expect(page.getByTestId("example")).toHaveText("Example");
  await page.getByTestId("tool-more").click();
  await page.getByRole("menuitem", { name: "Use as template" }).click();
  await expect(page.getByTestId("name")).toHaveValue(`${name}_copy`);
});

test("an expression is completed with the parameters first", async ({ page, make }) => {
  const parameters = ["num1", "num2"].map((name) => ({ name, type: "number", required: true }));
  const config = { expression: "num1 * num2" };
  const name = await make({ type: "expression", description: "Multiplies.", config, parameters });
  await page.goto(`/tools/${name}?step=logic`);
  await typeCode(page, "expression-editor", "");
  await page.keyboard.type("nu", { delay: 50 });
  const options = page.locator(".cm-tooltip-autocomplete li");
  await expect(options.first()).toHaveText("num1");
  expect((await options.allTextContents()).join()).not.toContain("enumerate");
  // A key right after the list appears is taken as typing.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("expression-editor")).toHaveText("num1");
});

test("a tool is made, tried and saved with the keyboard alone", async ({ page, request }) => {
  const name = unique("typed");
  await page.goto("/tools");
  await page.getByTestId("new-tool").focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("name").waitFor();
  /** Presses Tab until the element has the focus: what Tab does not reach cannot be used. */
  const reach = async (testId: string, index = 0) => {
    const wanted = page.getByTestId(testId).nth(index);
    for (let presses = 0; presses < 80; presses += 1) {
      if (await wanted.evaluate((element) => element.contains(document.activeElement))) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${testId}`);
  };
  await reach("name");
  await page.keyboard.type(name);
  await reach("description");
  await page.keyboard.type("Doubles a number.");
  await reach("next-step");
  await page.keyboard.press("Enter");
  await reach("add-parameter");
  await page.keyboard.press("Enter");
  await reach("parameter-name");
  await page.keyboard.type("number");
  await reach("parameter-type");
  await page.keyboard.type("number");
  await expect(page.getByTestId("parameter-type")).toHaveValue("number");
  await reach("next-step");
  await page.keyboard.press("Enter");
  await reach("logic-sql");
  await page.keyboard.press("ArrowRight");
  await page.getByTestId("expression-editor").waitFor();
  await reach("expression-editor");
  await page.keyboard.type("number * 2");
  // Tab leaves the editor after Escape.
  await page.keyboard.press("Escape");
  await reach("next-step");
  await page.keyboard.press("Enter");
  await reach("argument-number");
  await page.keyboard.type("21");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("result")).toContainText("42");
  await page.keyboard.press("Control+s");
  await waitUntilSaved(page);
  expect(await call(request, name, { number: 4 })).toBe(8);
});

test("a query that writes is refused before the tool has a name", async ({ page }) => {
  await page.goto("/new?step=logic");
  await typeCode(page, "sql-editor", "DELETE FROM h_user");
  await expect(page.getByTestId("field-problem")).toContainText("DELETE FROM");
});
