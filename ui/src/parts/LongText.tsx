import { type ReactNode, useState } from "react";
import { useText } from "../i18n/language";
import { PlainBlock } from "./Plain";

/** A text field with more than this makes a browser slow, most of all without line breaks. */
const MAX_SHOWN = 20_000;
const BEGINNING = 2000;

/** The beginning of a very long text; its field appears when it is asked for. */
export function LongText({ text, children }: { text: string; children: ReactNode }) {
  const { t, number } = useText();
  const [isWhole, setWhole] = useState(false);
  if (text.length <= MAX_SHOWN || isWhole) return children;
  return (
    <div data-testid="long-text">
      <PlainBlock text={text.slice(0, BEGINNING)} />
      <button type="button" className="button small" onClick={() => setWhole(true)}>
        {t("common.edit_all", { size: number(text.length) })}
      </button>
    </div>
  );
}
