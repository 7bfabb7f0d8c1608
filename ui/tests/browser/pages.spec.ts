import { call, expect, open, SUM, test, unique } from "./harness";

test("executions arrive live, and are filtered by the address", async ({ page, request, make }) => {
  const [one, other] = [await make(SUM), await make(SUM)];
  await call(request, one, { a: 1 });
  await call(request, other, { a: 1 });
  await page.goto(`/executions?tool=${other}&outcome=ok`);
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await page.getByTestId("filter-tool").fill(one);
  await expect(page).toHaveURL(new RegExp(`tool=${one}`));
  await expect(page.getByTestId("execution")).toContainText([one]);
  await call(request, one, { a: 2 });
  await expect(page.getByTestId("execution")).toHaveCount(2);
  await request.post(`/api/v1/tools/${one}/call`, { data: { arguments: { a: "x" } } });
  await page.getByTestId("filter-outcome").selectOption("invalid_arguments");
  await expect(page.getByTestId("execution")).toHaveCount(1);
  await expect(page.getByTestId("outcome")).toHaveText("invalid arguments");
});

test("one call is shown whole, and replayed with changed arguments", async ({ page, request, make }) => {
  const name = await make(SUM);
  await call(request, name, { a: 40, b: 2 });
  await page.goto(`/executions?tool=${name}`);
  await page.getByTestId("execution").first().getByRole("link").click();
  await expect(page.getByRole("main")).toContainText(name);
  await expect(page.getByTestId("facts")).toContainText("Playwright");
  await expect(page.getByTestId("timeline")).toContainText(/ms/);
  await expect(page.getByTestId("raw-arguments")).toHaveValue(/"a": 40/);
  await page.getByTestId("raw-arguments").fill('{"a": 500, "b": 5}');
  await page.getByTestId("replay").click();
  await expect(page.getByTestId("result")).toContainText("505");
  await page.goto(`/executions?tool=${name}`);
  await expect(page.getByTestId("execution")).toHaveCount(2);
});

test("a question that is dismissed fails its call", async ({ page, request }) => {
  const question = `${unique("Shall")} we go on?`;
  const asked = request.post("/api/v1/tools/request_human_input/call", { data: { arguments: { question } } });
  await page.goto("/questions");
  const card = page.getByTestId("question").filter({ hasText: question });
  await card.getByTestId("dismiss").click();
  await expect(card).toHaveCount(0);
  expect((await (await asked).json()).success).toBe(false);
});

test("the overview has totals and charts, and narrows to one tool", async ({ page, request, make }) => {
  const name = await make(SUM);
  for (let count = 0; count < 5; count += 1) await call(request, name, { a: count });
  await page.goto(`/overview?tool=${name}`);
  await expect(page.getByTestId("totals")).toContainText("5");
  await expect(page.getByTestId("chart").locator("canvas")).toHaveCount(2);
  await page.getByTestId("clear-tool").click();
  await expect(page).not.toHaveURL(/tool=/);
  await page.getByTestId("ranking-p95_ms").getByRole("button").first().click();
  await expect(page).toHaveURL(/tool=/);
  await page.getByTestId("period").selectOption("hour");
  await expect(page).toHaveURL(/period=hour/);
});

test("a user is made, and a taken name is refused beside the field", async ({ page }) => {
  const name = unique("user");
  await page.goto("/access");
  const add = async () => {
    await page.getByTestId("new-user").click();
    await page.getByTestId("user-name").fill(name);
    await page.getByTestId("user-save").click();
  };
  await add();
  await expect(page.getByTestId("user").filter({ hasText: name })).toBeVisible();
  await add();
  await expect(page.getByTestId("field-problem")).toContainText(name);
});

test("a key is shown once, and is rotated and revoked", async ({ page, request }) => {
  const [user, label] = [unique("user"), unique("robot")];
  const made = await request.post("/api/v1/users", { data: { name: user, role: "author" } });
  expect(made.status()).toBe(201);
  await page.goto("/access");
  await page.getByTestId("new-key").click();
  await page.getByTestId("key-user").selectOption(user);
  await page.getByTestId("key-label").fill(label);
  await expect(page.getByTestId("key-role")).toHaveValue("author");
  await expect(page.getByTestId("key-role").locator("option")).toHaveText(["Author", "Caller"]);
  await page.getByTestId("key-tools").fill("get_*, vat");
  await expect(page.getByTestId("key-role").locator("option")).toHaveText(["Caller"]);
  await page.getByTestId("key-save").click();
  await expect(page.getByTestId("key-made-role")).toContainText("Caller");
  const secret = (await page.getByTestId("key-secret").textContent()) ?? "";
  expect(secret).toMatch(/^tw_/);
  const headers = { authorization: `Bearer ${secret}` };
  const session = await (await request.get("/api/v1/session", { headers })).json();
  expect(session.user).toMatchObject({ name: user, role: "caller" });
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByTestId("key-secret")).toHaveText(secret);
  await page.getByTestId("key-stored").click();
  const row = page.getByTestId("key").filter({ hasText: label });
  await expect(row).toContainText("get_*, vat");
  expect(await page.locator("body").textContent()).not.toContain(secret);
  await row.getByTestId("rotate-key").click();
  await expect(page.getByTestId("key-secret")).not.toHaveText(secret);
  await page.getByTestId("key-stored").click();
  expect((await request.get("/api/v1/session", { headers })).status()).toBe(401);
  await row.getByTestId("delete-key").click();
  await expect(page.getByTestId("confirm-no")).toBeFocused();
  await page.getByTestId("confirm-no").click();
  await expect(row).toHaveCount(1);
  await row.getByTestId("delete-key").click();
  await page.getByTestId("confirm-yes").click();
  await expect(row).toHaveCount(0);
});

test("a key of an author has the author's role unless a lesser one is chosen", async ({ page, request }) => {
  const user = unique("user");
  await request.post("/api/v1/users", { data: { name: user, role: "author" } });
  await page.goto("/access");
  await page.getByTestId("new-key").click();
  await page.getByTestId("key-user").selectOption(user);
  await page.getByTestId("key-save").click();
  await expect(page.getByTestId("key-made-role")).toContainText("Author");
  const headers = { authorization: `Bearer ${await page.getByTestId("key-secret").textContent()}` };
  const session = await (await request.get("/api/v1/session", { headers })).json();
  expect(session.user).toEqual({ name: user, role: "author" });
});

test("questions are answered by a button and by text", async ({ page, request }) => {
  const ask = async (question: string, more: object) => {
    const data = { arguments: { question, ...more } };
    const response = await request.post("/api/v1/tools/request_human_input/call", { data });
    return JSON.stringify((await response.json()).result);
  };
  const [first, second] = [unique("Which colour?"), unique("Which street?")];
  const chosen = ask(first, { kind: "choice", choices: ["red", "blue"] });
  const written = ask(second, {});
  await page.goto("/questions");
  await expect(page.getByTestId("question-count")).toBeVisible();
  const card = (text: string) => page.getByTestId("question").filter({ hasText: text });
  await card(first).getByTestId("answer-option").filter({ hasText: "blue" }).click();
  await card(second).getByTestId("answer-text").fill("Haeundae-ro 1");
  await card(second).getByTestId("answer-send").click();
  expect(await chosen).toContain("blue");
  expect(await written).toContain("Haeundae-ro 1");
  await expect(card(first)).toHaveCount(0);
  await expect(card(second)).toHaveCount(0);
});

test("health and settings say what to mend and where each value comes from", async ({ page }) => {
  await open(page, "/settings");
  const finding = page.getByTestId("finding").filter({ hasText: "web search" });
  await expect(finding).toHaveAttribute("data-status", "note");
  await expect(finding).toContainText("TOOLWRIGHT_SEARCH_URL");
  await page.getByRole("searchbox").fill("TOOLWRIGHT_HTTP_PRIVATE_HOSTS");
  await expect(page.getByTestId("settings").locator("tbody tr")).toHaveCount(1);
  await expect(page.getByTestId("settings")).toContainText("127.0.0.1");
  await expect(page.getByTestId("settings")).toContainText("environment");
});

test("what is pasted into a client has this server's address", async ({ page, baseURL }) => {
  await page.goto("/connect");
  await page.getByTestId("connect-cursor").click();
  await expect(page.getByTestId("snippet")).toContainText(`"url": "${baseURL}/mcp"`);
  await expect(page).toHaveURL(/host=cursor/);
});

for (const era of ["2026-07-28", "2025-11-25"]) {
  test(`the playground speaks ${era} and shows the wire`, async ({ page }) => {
    await page.goto(`/playground?era=${era}&section=tools&name=calculator`);
    await page.getByTestId("argument-expression").fill("1+1");
    await page.getByTestId("test-run").click();
    await expect(page.getByTestId("mcp-result")).toContainText("2");
    const wire = page.getByTestId("wire");
    await expect(wire).toContainText("tools/call");
    if (era === "2025-11-25") await expect(wire).toContainText("notifications/initialized");
    else await expect(wire).not.toContainText("initialize");
  });
}

test("the settings say what the role of SQL tools could do, with the SQL that mends it", async ({
  page,
  request,
}) => {
  const posture = await (await request.get("/api/v1/database/posture")).json();
  await open(page, "/settings");
  await expect(page.getByTestId("posture-role")).toHaveText(posture.role);
  await expect(page.getByTestId("posture-finding")).toHaveCount(posture.findings.length);
  await page.getByTestId("posture").locator("summary").click();
  await expect(page.getByTestId("posture").locator("pre")).toContainText("CREATE ROLE");
});

// The role of the tests' own database is a good one.
test("a right to write is shown as a danger with its statement", async ({ page }) => {
  const finding = {
    severity: "danger",
    problem: "the role can change 3 tables",
    fix: "REVOKE INSERT ON orders FROM app;",
    told: {
      message: "the role can change 3 tables",
      code: "role_writes",
      params: { role: "app", count: "3", names: "orders" },
    },
    advice: { message: "REVOKE INSERT ON orders FROM app;" },
  };
  await page.route("**/api/v1/database/posture", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, role: "app", findings: [finding] } });
  });
  await open(page, "/settings");
  const shown = page.getByTestId("posture-finding");
  await expect(shown).toHaveAttribute("data-status", "danger");
  await expect(shown).toContainText(finding.fix);
  await page.getByTestId("language").selectOption("ko");
  await expect(page.getByTestId("posture")).toContainText("SQL 도구의 권한");
  await expect(shown).toContainText("위험");
  await expect(shown).toContainText("`app`은(는) 테이블 3개에 쓸 수 있습니다. 예: `orders`");
});
