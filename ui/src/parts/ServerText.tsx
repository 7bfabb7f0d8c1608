import { useMemo } from "react";
import { english, type Said } from "../api/told";
import { PlainBlock } from "./Plain";
import { useTeller } from "./server_language";
import { clip, visible } from "./visible";

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** Whether a text is words. A path or a number belongs to no language. */
const isEnglish = (text: string): boolean => !HANGUL.test(text) && /[a-z] [a-z]/i.test(text);

/** Whether a text stays English. One with a code does not: names are all that is left of it. */
const isForeign = (said: Said, shown: string): boolean =>
  (typeof said === "string" || said.code === undefined) && isEnglish(shown);

/** Returns a sentence of the server in the reader's language, if the console knows it. */
export function useTranslated(said: Said): string {
  const tell = useTeller();
  return useMemo(() => {
    const text = english(said);
    const told = typeof said === "string" ? { message: said } : said;
    return tell === null || (HANGUL.test(text) && told.code === undefined) ? text : tell(told);
  }, [tell, said]);
}

/**
 * A sentence of the server or the database, in the reader's language if the console knows it. One that stays English is
 * marked as such for screen readers.
 */
export function ServerText({ text, most = 1000 }: { text: Said; most?: number }) {
  const shown = useTranslated(text);
  const lang = isForeign(text, shown) ? "en" : undefined;
  return (
    <span lang={lang} data-testid="server-text">
      {visible(clip(shown, most))}
      {shown.length > most && "…"}
    </span>
  );
}

/** The same for a text of many lines. */
export function ServerBlock({ text }: { text: Said }) {
  const shown = useTranslated(text);
  return (
    <div lang={isForeign(text, shown) ? "en" : undefined} data-testid="server-text">
      <PlainBlock text={shown} />
    </div>
  );
}
