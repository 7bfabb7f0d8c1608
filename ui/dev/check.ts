import type { Problem } from "../src/api/problem.ts";
import type { CheckResult, ToolSpec } from "../src/api/tools.ts";
import { DATABASE } from "./seed_database.ts";
import { schemaOf } from "./seed_tools.ts";
import type { World } from "./world.ts";

/** Checks a spec as roughly as the tests of the console need it. */
export function check(_world: World, spec: ToolSpec): CheckResult {
  const problems: Problem[] = [];
  if (!/^[\w.-]{1,64}$/.test(spec.name)) {
    problems.push({ path: "/name", message: "a name has 1 to 64 of `A-Z a-z 0-9 _ - .`" });
  }
  if (spec.description.trim() === "")
    problems.push({ path: "/description", message: "the agent needs a description" });
  for (const [index, { name }] of (spec.parameters ?? []).entries()) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      problems.push({ path: `/parameters/${index}/name`, message: `\`${name}\` is not a name` });
    }
  }
  const derived: CheckResult["derived"] = { parameters: [], columns: [] };
  if (spec.type === "sql") checkSql(spec, problems, derived);
  if (spec.type === "expression") checkExpression(spec, problems);
  const definition = {
    name: spec.name,
    description: spec.description,
    inputSchema: spec.input_schema ?? schemaOf(spec.parameters ?? []),
  };
  const tokens = Math.ceil(JSON.stringify(definition).length / 4);
  const hints = spec.description.length < 30 ? ["say when the agent should use another tool"] : [];
  return {
    ok: problems.length === 0,
    problems,
    derived,
    definition,
    tokens,
    hints,
    request_preview: preview(spec),
  };
}

function checkSql(spec: ToolSpec, problems: Problem[], derived: CheckResult["derived"]): void {
  const query = String(spec.config.query ?? "");
  const at = (word: string, message: string) => {
    const offset = query.search(new RegExp(`\\b${word}\\b`, "i"));
    const before = query.slice(0, offset).split("\n");
    problems.push({
      path: "/config/query",
      message,
      offset,
      length: word.length,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    });
  };
  if (query.trim() === "") problems.push({ path: "/config/query", message: "the query is empty" });
  const verb = /\b(delete|update|insert|drop)\b/i.exec(query)?.[1];
  if (verb !== undefined) at(verb, `only SELECT is allowed, not ${verb.toUpperCase()}`);
  const known = new Set(DATABASE.items.flatMap(({ schema, name }) => [name, `${schema}.${name}`]));
  for (const [, table = ""] of query.matchAll(/\b(?:from|join)\s+([\w.]+)/gi)) {
    if (!known.has(table)) at(table, `relation "${table}" does not exist`);
  }
  const names = [...query.matchAll(/(?<!:):([A-Za-z_]\w*)|\{\{\s*(\w+)\s*\}\}/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  derived.parameters = [...new Set(names)].map((name) => ({ name, type: "string", database_type: "text" }));
  const selected = /select\s+([\s\S]*?)\s+from\b/i.exec(query)?.[1] ?? "";
  for (const part of selected.split(",")) {
    const name = /(\w+)\s*$/.exec(part)?.[1];
    const column = DATABASE.items.flatMap((table) => table.columns).find((one) => one.name === name);
    if (name !== undefined)
      derived.columns.push({ name, type: column?.type ?? "text", nullable: column?.nullable ?? true });
  }
}

function checkExpression(spec: ToolSpec, problems: Problem[]): void {
  const expression = String(spec.config.expression ?? "");
  const names = new Set([
    ...(spec.parameters ?? []).map((one) => one.name),
    "round",
    "result",
    "len",
    "abs",
    "min",
    "max",
  ]);
  for (const match of expression.matchAll(/[A-Za-z_]\w*/g)) {
    if (names.has(match[0])) continue;
    problems.push({
      path: "/config/expression",
      message: `\`${match[0]}\` is not a parameter`,
      offset: match.index,
      length: match[0].length,
    });
  }
  if (expression.trim() === "")
    problems.push({ path: "/config/expression", message: "the expression is empty" });
}

function preview(spec: ToolSpec): CheckResult["request_preview"] {
  if (spec.type !== "http") return null;
  const { base_url, path, method, headers, query, body } = spec.config as Record<string, never>;
  const search = new URLSearchParams(query ?? {}).toString();
  const url = `${base_url ?? ""}${path ?? ""}${search === "" ? "" : `?${search}`}`;
  return {
    method: method ?? "GET",
    url,
    headers: headers ?? {},
    body: body === undefined ? null : JSON.stringify(body),
  };
}
