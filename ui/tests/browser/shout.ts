import type { Page, Route } from "@playwright/test";

/** The schema of the toy kind in `tests/kind`, with a member of each further type. */
export const SHOUT = {
  name: "shout",
  config_schema: {
    type: "object",
    properties: {
      suffix: { type: "string", maxLength: 3, description: "What each text ends with." },
      times: { type: "integer", default: 1, minimum: 1 },
    },
    required: ["suffix"],
    additionalProperties: false,
  },
  text_field: null,
  needs_config: true,
  takes_auth: false,
  runs_programs: false,
};

type Spec = Record<string, unknown> & { config: { suffix?: string; times?: number } };

/** What a tool of the kind does, as a kind that the server has. */
function asExpression(spec: Spec): object {
  const { suffix = "", times = 1 } = spec.config;
  const expression = `text.upper() + ${JSON.stringify(suffix.repeat(times))}`;
  const parameters = [{ name: "text", type: "string", required: true }];
  return { ...spec, type: "expression", config: { expression }, parameters };
}

/**
 * Stands between the page and a server without the kind `shout`: the list of kinds has it, and a tool of the kind is
 * kept by the server as an expression. Returns the definitions that the page has saved.
 */
export async function withShout(page: Page): Promise<Spec[]> {
  const saved: Spec[] = [];
  const shown = (tool: Record<string, unknown>) => {
    const spec = saved.findLast(({ name }) => name === tool.name);
    return spec === undefined ? tool : { ...tool, kind: "shout", spec };
  };
  await page.route("**/api/v1/kinds", async (route) => {
    const kinds = await (await route.fetch()).json();
    await route.fulfill({ json: { ...kinds, items: [...kinds.items, SHOUT], total: kinds.total + 1 } });
  });
  await page.route(/\/api\/v1\/tools\/(check|test)$/, (route) => {
    const body = route.request().postDataJSON();
    if (body.spec.type !== "shout") return route.fallback();
    return route.continue({ postData: JSON.stringify({ ...body, spec: asExpression(body.spec) }) });
  });
  await page.route(/\/api\/v1\/tools(\/shout_\w+)?$/, async (route: Route) => {
    const sent = ["POST", "PUT"].includes(route.request().method()) ? route.request().postDataJSON() : null;
    if (sent?.type === "shout") saved.push(sent);
    const postData = sent?.type === "shout" ? JSON.stringify(asExpression(sent)) : undefined;
    const response = await route.fetch({ postData });
    await route.fulfill({ response, json: shown(await response.json()) });
  });
  return saved;
}
