// What a reader of Korean is told. `every_page.spec.ts` reads the pages, `languages_of_states.spec.ts` what is opened on them.

import { expect, LIMIT_QUERY, SUM, test, typeCode } from "./harness";

test.describe("in Korean", () => {
  test.use({ locale: "ko-KR" });

  test("common mistakes are said in Korean", async ({ page }) => {
    await page.goto("/new");
    await page.getByTestId("name").fill("두 단어");
    await expect(page.getByTestId("field-problem")).toHaveText("영문자, 숫자, _ - . 을 1~64자로 쓰세요.");
    await page.getByTestId("step-parameters").click();
    await page.getByTestId("add-parameter").click();
    await page.getByTestId("parameter-name").fill("a");
    await page.getByTestId("add-parameter").click();
    await page.getByTestId("parameter-name").nth(1).fill("a");
    await page.keyboard.press("Tab");
    await expect(page.getByTestId("field-problem")).toHaveText("a 파라미터가 두 개 있습니다.");
  });

  test("what the server and the database say is Korean", async ({ page, make }) => {
    await page.goto("/new?step=logic");
    const problem = page.getByTestId("field-problem");
    await typeCode(page, "sql-editor", "DELETE FROM h_user");
    await expect(problem).toContainText("`DELETE FROM`은(는) 읽기만 하는 문이 아니어서 쓸 수 없습니다.");
    await typeCode(page, "sql-editor", "SELECT * FROM no_such_table");
    await expect(problem).toHaveText('"no_such_table" 테이블이 없습니다');
    await page.getByTestId("logic-expression").click();
    await typeCode(page, "expression-editor", "wrong + 1");
    await expect(problem).toHaveText("`wrong`은(는) 파라미터가 아닙니다. 이 도구에는 파라미터가 없습니다");
    const name = await make(SUM);
    await page.goto(`/tools/${name}?step=test`);
    await page.getByTestId("raw-json").click();
    await page.getByTestId("raw-arguments").fill('{"a": "x"}');
    await page.getByTestId("test-run").click();
    await expect(page.getByTestId("result-error")).toContainText('숫자 필요, 받은 값: "x"');
  });

  test("a refusal that has a code is Korean, whatever its words are in English", async ({ page }) => {
    const codes: string[] = [];
    await page.route("**/api/v1/tools/check", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const problem of json.problems) {
        codes.push(problem.code);
        problem.message = "in other words";
      }
      await route.fulfill({ response, json });
    });
    await page.goto("/new?step=logic");
    const problem = page.getByTestId("field-problem");
    await typeCode(page, "sql-editor", "SELECT 1; SELECT 2");
    const words = "한 번에 문 하나만 실행할 수 있습니다. `;` 뒤의 문은 따로 보내세요";
    await expect(problem).toHaveText(words);
    expect(codes).toContain("several_statements");
    // The mark in the editor says the same.
    await page.locator("[data-testid=sql-editor] .cm-lintRange").first().hover();
    await expect(page.locator(".cm-tooltip-lint")).toHaveText(words);
    await typeCode(page, "sql-editor", "SELECT pg_sleep(:seconds)");
    await expect(problem).toContainText("연결을 기다리게 합니다. 나중에 다시 조회하세요.");
    await page.getByTestId("logic-http").click();
    await page.getByTestId("http-base_url").fill("ftp://example.com");
    await page.keyboard.press("Tab");
    await expect(problem.first()).toHaveText("`https://`나 `http://`로 시작하는 주소가 필요합니다");
  });

  test("the find panel, the folds of a difference and the verbs of versions are Korean", async ({
    page,
    make,
  }) => {
    const query = `${LIMIT_QUERY}\n${"-- a line\n".repeat(12)}`;
    const parameters = [{ name: "user_name", type: "string", required: true }];
    const name = await make({ ...SUM, type: "sql", config: { query }, parameters });
    await page.goto(`/tools/${name}?step=logic`);
    await page.getByTestId("sql-editor").click();
    await page.keyboard.press("Control+f");
    await expect(page.locator(".cm-search")).toContainText("대소문자 구분");
    expect(await page.locator(".cm-search").textContent()).not.toMatch(/[a-z]{3}/);
    await page.keyboard.press("Escape");
    await typeCode(page, "sql-editor", `${query} LIMIT 5`);
    await page.getByTestId("save").click();
    await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
    await page.getByTestId("open-versions").click();
    await expect(page.getByTestId("version")).toContainText(["변경", "만듦"]);
    await expect(page.getByTestId("diff")).toContainText(/변경 없는 \d+줄/);
  });
});
