import { clip, visible } from "./visible";

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** A sentence of the server or the database. They speak English: it is marked as such for screen readers. */
export function ServerText({ text, most = 1000 }: { text: string; most?: number }) {
  return (
    <span lang={HANGUL.test(text) ? undefined : "en"} data-testid="server-text">
      {visible(clip(text, most))}
      {text.length > most && "…"}
    </span>
  );
}
