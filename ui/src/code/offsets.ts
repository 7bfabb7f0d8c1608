import type { Problem } from "../api/problem";

export interface Span {
  from: number;
  to: number;
}

/** The place of a problem in UTF-16 units. The server counts characters; without an offset it is the line, or all of it. */
export function spanOf(problem: Problem, text: string): Span {
  if (problem.offset !== undefined) {
    const from = unitsOf(text, problem.offset);
    const to = unitsOf(text, problem.offset + Math.max(problem.length ?? 1, 1));
    return { from, to: Math.max(to, Math.min(from + 1, text.length)) };
  }
  if (problem.line === undefined) return { from: 0, to: text.length };
  const lines = text.split("\n");
  const before = lines.slice(0, problem.line - 1).join("\n").length + (problem.line > 1 ? 1 : 0);
  const end = before + (lines[problem.line - 1]?.length ?? 0);
  return { from: Math.min(before + Math.max((problem.column ?? 1) - 1, 0), end), to: end };
}

function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (let left = characters; left > 0 && units < text.length; left -= 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}
