import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Problem } from "../api/problem";
import { useText } from "../i18n/language";
import type { Teller } from "../i18n/told";
import { useTeller } from "../parts/server_language";
import { type CodeLanguage, languageOf, type Names } from "./languages";
import { styleNonce } from "./nonce";
import { phrasesOf } from "./phrases";
import { placeOf } from "./place";
import { codeTheme } from "./theme";

export interface CodeEditorProps {
  value: string;
  language: CodeLanguage;
  label: string;
  names?: Names;
  problems?: Problem[];
  readOnly?: boolean;
  testId?: string;
  onChange?(value: string): void;
  /** Is given a function that inserts text at the cursor. */
  onReady?(insert: (text: string) => void): void;
}

const NO_NAMES: Names = { parameters: [], database: null };

/** CodeMirror as a controlled component. Tab leaves it, as everywhere in the page. */
export default function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const languageSlot = useRef(new Compartment());
  const { language: spoken } = useText();
  const tell = useTeller();
  const { value, language, label, readOnly = false, problems = [], testId } = props;
  const database = props.names?.database ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; changes come by the effects below
  useEffect(() => {
    if (host.current === null) return;
    const names = () => latest.current.names ?? NO_NAMES;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          phrasesOf(spoken),
          basics,
          languageSlot.current.of(languageOf(language, names)),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ "aria-label": label, "data-testid": testId ?? "code" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    latest.current.onReady?.((text) => {
      editor.dispatch(editor.state.replaceSelection(text));
      editor.focus();
    });
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables of the database are part of the language
  useEffect(() => {
    const names = () => latest.current.names ?? NO_NAMES;
    view.current?.dispatch({ effects: languageSlot.current.reconfigure(languageOf(language, names)) });
  }, [language, database]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        problems.map((problem) => diagnostic(problem, editor, tell)),
      ),
    );
  }, [problems, tell]);

  return <div ref={host} className="code-editor" />;
}

const basics = [
  lineNumbers(),
  history(),
  drawSelection(),
  dropCursor(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  keymap.of([
    // It runs the tool: nothing is typed.
    { key: "Mod-Enter", run: () => true },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
  ]),
  codeTheme,
];

function diagnostic(problem: Problem, editor: EditorView, tell: Teller | null): Diagnostic {
  return {
    ...placeOf(problem.message, editor.state.doc.toString()),
    severity: "error",
    message: tell?.(problem) ?? problem.message,
  };
}
