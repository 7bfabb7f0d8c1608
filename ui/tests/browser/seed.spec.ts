import { expect, test, typeCode } from "./harness";

const QUERY = `SELECT u.user_nm, l.max_count
FROM h_user u
JOIN h_mcp_tool_limit l ON u.uid = l.target_id
WHERE u.user_nm = :user_name AND l.target_type = 'USER'`;

test.describe("in Korean", () => {
  test.use({ locale: "ko-KR" });

  test("get_user_daily_limit is made, tried, saved and listed", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByTestId("menu-tools")).toHaveText("사용자 정의 도구 (Custom Tools)");
    await page.getByTestId("new-tool").click();
    await page.getByTestId("name").fill("get_user_daily_limit");
    await page.getByTestId("description").fill("특정 사용자의 일일 제한량을 조회합니다.");
    await page.getByTestId("step-logic").click();
    await typeCode(page, "sql-editor", QUERY);
    await page.getByTestId("sql-result").selectOption("row");
    await expect(page.getByTestId("derived-column")).toHaveText([/user_nm/, /max_count/]);
    await page.getByTestId("take-derived").click();
    await page.getByTestId("step-parameters").click();
    await expect(page.getByTestId("parameter-name")).toHaveValue("user_name");
    await page.getByTestId("step-test").click();
    await page.getByTestId("argument-user_name").fill("hong");
    await page.getByTestId("test-run").click();
    await expect(page.getByTestId("result-rows")).toContainText("hong50");
    await page.getByTestId("result-json").click();
    await expect(page.getByTestId("result")).toContainText('"max_count": 50');
    await page.getByTestId("save-foot").click();
    await expect(page).toHaveURL(/\/tools\/get_user_daily_limit/);
    await expect(page.getByTestId("save-state")).toHaveAttribute("data-status", "saved");
    await page.getByTestId("menu-tools").click();
    await page.getByTestId("tool-search").fill("일일 제한량 daily");
    await expect(page.getByTestId("tool-row")).toHaveCount(1);
    await expect(page.getByTestId("tool-switch")).toHaveAttribute("data-status", "on");
  });
});

test("multiply_numbers is made in English, by keyboard where it is typed", async ({ page }) => {
  await page.goto("/new");
  await page.getByTestId("name").fill("multiply_numbers");
  await page.getByTestId("description").fill("두 숫자를 입력받아 곱한 결과를 반환합니다.");
  await page.getByTestId("next-step").click();
  for (const [index, name] of ["num1", "num2"].entries()) {
    await page.getByTestId("add-parameter").click();
    await page.getByTestId("parameter-name").nth(index).fill(name);
    await page.getByTestId("parameter-type").nth(index).selectOption("number");
  }
  await page.getByTestId("next-step").click();
  await page.getByTestId("logic-expression").click();
  await typeCode(page, "expression-editor", "num1 * nmu2");
  await expect(page.getByTestId("field-problem").first()).toContainText("`nmu2` is not a parameter");
  await expect(page.locator(".cm-lintRange-error").first()).toContainText("nmu2");
  await typeCode(page, "expression-editor", "result = num1 * num2");
  await expect(page.getByTestId("field-problem")).toHaveCount(0);
  await page.getByTestId("next-step").click();
  await page.getByTestId("argument-num1").fill("5");
  await page.getByTestId("argument-num2").fill("3");
  await page.getByTestId("test-run").click();
  await expect(page.getByTestId("result")).toContainText("15");
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/tools\/multiply_numbers/);
});
