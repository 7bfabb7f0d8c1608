import { useMemo } from "react";
import { PlainBlock } from "./Plain";
import { useServerTranslator } from "./server_language";
import { clip, visible } from "./visible";

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** Whether a text is words. A path or a number belongs to no language. */
const isEnglish = (text: string): boolean => !HANGUL.test(text) && /[a-z] [a-z]/i.test(text);

/** Returns a sentence of the server in the reader's language, if the console knows it. */
export function useTranslated(text: string): string {
  const translate = useServerTranslator();
  return useMemo(() => (HANGUL.test(text) ? text : (translate?.(text) ?? text)), [translate, text]);
}

/**
 * A sentence of the server or the database, in the reader's language if the console knows it. One that stays English is
 * marked as such for screen readers.
 */
export function ServerText({ text, most = 1000 }: { text: string; most?: number }) {
  const shown = useTranslated(text);
  return (
    <span lang={isEnglish(shown) ? "en" : undefined} data-testid="server-text">
      {visible(clip(shown, most))}
      {shown.length > most && "…"}
    </span>
  );
}

/** The same for a text of many lines. */
export function ServerBlock({ text }: { text: string }) {
  const shown = useTranslated(text);
  return (
    <div lang={isEnglish(shown) ? "en" : undefined} data-testid="server-text">
      <PlainBlock text={shown} />
    </div>
  );
}
