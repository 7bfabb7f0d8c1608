import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { useText } from "../i18n/language";
import { styleNonce } from "./nonce";
import { phrasesOf } from "./phrases";
import { codeTheme } from "./theme";

interface Props {
  before: string;
  after: string;
  beforeLabel: string;
  afterLabel: string;
}

/** Two texts side by side, with what differs marked. */
export default function DiffView({ before, after, beforeLabel, afterLabel }: Props) {
  const { language } = useText();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const side = (doc: string, label: string) => ({
      doc,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        phrasesOf(language),
        EditorState.readOnly.of(true),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        codeTheme,
      ],
    });
    const merge = new MergeView({
      parent: host.current,
      a: side(before, beforeLabel),
      b: side(after, afterLabel),
      collapseUnchanged: before === after ? undefined : { margin: 3, minSize: 6 },
    });
    return () => merge.destroy();
  }, [before, after, beforeLabel, afterLabel, language]);
  return <div ref={host} className="diff" data-testid="diff" />;
}
