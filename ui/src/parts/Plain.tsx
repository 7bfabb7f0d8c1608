import { useState } from "react";
import { useText } from "../i18n/language";
import { clip, visible } from "./visible";

/** One line of a stranger's text, cut so that a megabyte does not reach the page. */
export function Plain({ text, most = 300, lang }: { text: string; most?: number; lang?: string }) {
  const shown = visible(clip(text, most));
  return (
    <bdi lang={lang}>
      {shown}
      {text.length > most && "…"}
    </bdi>
  );
}

/** A stranger's text of many lines, in full when asked. */
export function PlainBlock({ text, most = 20_000 }: { text: string; most?: number }) {
  const { t, number } = useText();
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : clip(text, most);
  return (
    <div className="plain-block">
      {/* A block that scrolls has to be reachable with the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>{visible(shown)}</pre>
      {shown.length < text.length && (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          {t("common.show_all", { size: number(text.length) })}
        </button>
      )}
    </div>
  );
}
