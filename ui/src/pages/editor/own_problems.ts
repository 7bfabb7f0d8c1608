import type { Problem } from "../../api/problem";
import type { ToolSpec } from "../../api/tools";
import type { Translate } from "../../i18n/language";

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_SECONDS = 86_400;
/** The most characters of a description. */
const MAX_DESCRIPTION = 16_384;

/** The common mistakes, in the reader's language. The server's check remains the truth for everything else. */
export function ownProblems(spec: ToolSpec, t: Translate): Problem[] {
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if (!NAME.test(spec.name)) add("/name", spec.name === "" ? t("problem.empty") : t("problem.name"));
  if (spec.description?.trim() === "") add("/description", t("problem.empty"));
  for (const member of ["description", "description_user"] as const) {
    const count = lengthOf(spec[member] ?? "");
    if (count > MAX_DESCRIPTION) add(`/${member}`, tooLong(count, t));
  }
  const seconds = spec.timeout_seconds;
  if (seconds != null && (seconds <= 0 || seconds > MAX_SECONDS))
    add("/timeout_seconds", t("problem.seconds"));
  for (const [index, { description }] of (spec.parameters ?? []).entries()) {
    const count = lengthOf(description ?? "");
    if (count > MAX_DESCRIPTION) add(`/parameters/${index}/description`, tooLong(count, t));
  }
  const names = (spec.parameters ?? []).map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const path = `/parameters/${index}/name`;
    if (name === "") add(path, t("problem.empty"));
    else if (names.indexOf(name) !== index) add(path, t("problem.twice", { name }));
  }
  return problems;
}

/** The characters of a text, as the server counts them: one outside of the basic plane is two for JavaScript. */
function lengthOf(text: string): number {
  if (text.length <= MAX_DESCRIPTION) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const tooLong = (count: number, t: Translate): string =>
  t("problem.long", { most: MAX_DESCRIPTION.toLocaleString("en"), count: count.toLocaleString("en") });

/** Both, without what the server says about a place of which the console has spoken. */
export function joined(own: Problem[], server: Problem[]): Problem[] {
  const said = new Set(own.map(({ path }) => path));
  return [...own, ...server.filter(({ path }) => !said.has(path))];
}
