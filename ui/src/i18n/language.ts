import { signal } from "../api/signal";
import { load, save } from "../parts/storage";
import { useSignal } from "../parts/use_signal";
import type { TextKey, Texts } from "./en";
import { fill, type Values } from "./fill";
import { formatter } from "./format";

export const LANGUAGES = { en: "English", ko: "한국어" } as const;
export type Language = keyof typeof LANGUAGES;

interface Chosen {
  language: Language;
  texts: Texts;
}

const chosen = signal<Chosen | null>(null);

/** The language that was chosen last, else the browser's first that there is. */
export function preferredLanguage(): Language {
  const stored = load<string>("language");
  const wanted = [stored ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";
}

/** Loads the texts of a language and shows the page in it. */
export async function showLanguage(language: Language): Promise<void> {
  const texts = language === "ko" ? (await import("./ko")).ko : (await import("./en")).en;
  document.documentElement.lang = language;
  chosen.set({ language, texts });
}

export async function chooseLanguage(language: Language): Promise<void> {
  save("language", language);
  await showLanguage(language);
}

function writerOf(current: Chosen | null) {
  const language = current?.language ?? "en";
  const t = (key: TextKey, values?: Values) => fill(current?.texts[key] ?? key, values);
  return { t, language, ...formatter(language) };
}

type Writer = ReturnType<typeof writerOf>;

/** One for all: a row of a table has many parts that write something, and formats are slow to make. */
let writer: { of: Chosen | null; it: Writer } | null = null;

/** The texts and formats of the chosen language. */
export function useText(): Writer {
  const current = useSignal(chosen);
  if (writer?.of !== current) writer = { of: current, it: writerOf(current) };
  return writer.it;
}

export type Translate = Writer["t"];
