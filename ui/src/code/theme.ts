import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours are the variables of the page, so that one theme serves both schemes. */
const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--field)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection) !important",
  },
  ".cm-tooltip": { backgroundColor: "var(--panel)", border: "1px solid var(--border)", color: "var(--text)" },
  ".cm-tooltip.cm-tooltip-autocomplete": {
    borderRadius: "8px",
    boxShadow: "0 6px 24px rgb(0 0 0 / 20%)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16em" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 10px" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "12px" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--border)" },
  ".cm-panel.cm-search": { padding: "8px", fontFamily: "var(--sans)" },
  ".cm-textfield": {
    minHeight: "28px",
    padding: "0 8px",
    border: "1px solid var(--control-border)",
    borderRadius: "6px",
    backgroundColor: "var(--field)",
    color: "var(--text)",
    fontSize: "13px",
  },
  ".cm-button": {
    minHeight: "28px",
    border: "1px solid var(--control-border)",
    borderRadius: "6px",
    backgroundImage: "none",
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    fontSize: "13px",
  },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--hover)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--selection)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-parameter": { color: "var(--code-parameter)", fontWeight: "600" },
  ".cm-diagnostic": { fontFamily: "var(--sans)" },
  // The sign of the package is in few fonts.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"…"' },
  ".cm-collapsedLines": { background: "var(--hover)", color: "var(--muted)" },
  ".cm-changedLine": { backgroundColor: "var(--changed) !important" },
  ".cm-changedText": { background: "var(--changed-text) !important" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.propertyName], color: "var(--code-type)" },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], color: "var(--code-type)" },
]);

export const codeTheme = [look, syntaxHighlighting(colours)];
