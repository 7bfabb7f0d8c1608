/** Sentences of the server with `{places}`, and what they are in the reader's language, with the same places. */
export type Sentences = readonly (readonly [english: string, translated: string])[];

export interface ServerLanguage {
  sentences: Sentences;
  /** What stands between two sentences of one text. */
  joints: readonly [english: string, translated: string][];
}

type Rule = readonly [pattern: RegExp, names: string[], translated: string];

/** What is longer is no sentence of the server, but a text that it passes on. */
const MAX_LENGTH = 1500;
/** A sentence can have another one in a place, and that a third one. */
const MAX_DEPTH = 6;

const PLACE = /\{(\w+)\}/g;

/** Translates the sentences of the server; `null` is what it does not know. */
export type ServerTranslator = (text: string) => string | null;

export function translatorOf({ sentences, joints }: ServerLanguage): ServerTranslator {
  const rules = sentences.map(rule);
  function translate(text: string, depth: number): string | null {
    if (text.length > MAX_LENGTH || depth > MAX_DEPTH) return null;
    for (const [pattern, names, translated] of rules) {
      const match = pattern.exec(text);
      if (match === null) continue;
      const values = new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
      return translated.replace(PLACE, (_, name: string) => {
        const value = values.get(name) ?? "";
        return translate(value, depth + 1) ?? value;
      });
    }
    for (const [english, other] of joints) {
      const parts = text.split(english);
      if (parts.length < 2) continue;
      const translated = parts.map((part) => translate(part, depth + 1));
      if (translated.every((part) => part !== null)) return translated.join(other);
    }
    return null;
  }
  return (text) => translate(text, 0);
}

function rule([english, translated]: Sentences[number]): Rule {
  const names = [...english.matchAll(PLACE)].map((match) => match[1] ?? "");
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return [new RegExp(`^${parts.join("([\\s\\S]+?)")}$`), names, translated];
}
