import type { TextCode, Told } from "../api/told";
import { fill } from "./fill";
import type { ServerTranslator } from "./server_text";

/** What another program has said, which may be a sentence that the console knows. All others are names and numbers. */
const SENTENCES = new Set([
  "advice",
  "error",
  "expected",
  "message",
  "places",
  "problem",
  "reason",
  "right",
  "why",
]);

export type Teller = (told: Told) => string;

/** Says what has a code with the text of that code, and tries to find the sentence of what has none. */
export function tellerOf(texts: Record<TextCode, string>, translate: ServerTranslator): Teller {
  function tell({ message, code, params = {} }: Told): string {
    // A server that is newer than this page may have other codes.
    const text = code === undefined ? undefined : (texts[code] as string | undefined);
    if (text === undefined) return translate(message) ?? message;
    const values = Object.entries(params).map(([name, value]) => [name, filledIn(name, value)]);
    return fill(text, Object.fromEntries(values));
  }
  function filledIn(name: string, value: string | Told): string {
    if (typeof value !== "string") return tell(value);
    return SENTENCES.has(name) ? (translate(value) ?? value) : value;
  }
  return tell;
}
