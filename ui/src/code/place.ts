export interface Span {
  from: number;
  to: number;
}

/**
 * The place in `text` that a message of the server is about: the name that it quotes, after the line and column that
 * it may give; without a name the rest of that line, and without both all of the text.
 */
export function placeOf(message: string, text: string): Span {
  const given = /\(line (\d+), column (\d+)\)/.exec(message);
  const start = given === null ? 0 : offsetOf(text, Number(given[1]), Number(given[2]));
  for (const [, quoted, marked] of message.matchAll(/"([^"]+)"|`([^`]+)`/g)) {
    const name = quoted ?? marked ?? "";
    const from = start + text.slice(start).search(wholeWord(name));
    if (from >= start) return { from, to: from + name.length };
  }
  if (given === null) return { from: 0, to: text.length };
  const end = text.indexOf("\n", start);
  return { from: start, to: end < 0 ? text.length : end };
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(start + column - 1, text.length);
}

function wholeWord(name: string): RegExp {
  const literal = name.replace(/[^\w\s]/g, "\\$&");
  return new RegExp(`(?<!\\w)${literal}(?!\\w)`);
}
