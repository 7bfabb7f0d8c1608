import { json } from "@codemirror/lang-json";
import { pythonLanguage } from "@codemirror/lang-python";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { Database } from "../api/database";
import { expressionCompletion } from "./expression_completion";
import { quoteName } from "./identifier";
import { parameterCompletion } from "./parameters";

export type CodeLanguage = "sql" | "python" | "json" | "text";

export interface Names {
  parameters: string[];
  database: Database | null;
}

/** The highlighting and completion of a language. `names` is asked at every completion. */
export function languageOf(language: CodeLanguage, names: () => Names): Extension {
  switch (language) {
    case "sql":
      return sqlLanguage(names);
    case "python":
      return expressionLanguage(names);
    case "json":
      return json();
    default:
      return [];
  }
}

/** Python without its own completion, which offers what an expression cannot use before its parameters. */
function expressionLanguage(names: () => Names): Extension {
  const complete = expressionCompletion(() => names().parameters);
  return [pythonLanguage, pythonLanguage.data.of({ autocomplete: complete }), EditorView.lineWrapping];
}

function sqlLanguage(names: () => Names): Extension {
  const support = sql({ dialect: PostgreSQL, upperCaseKeywords: true, schema: namespace(names().database) });
  const functions = (names().database?.functions ?? []).map((label) => ({
    label,
    type: "function",
    apply: `${label}(`,
  }));
  const language = PostgreSQL.language.data;
  return [
    support,
    language.of({ autocomplete: parameterCompletion(() => names().parameters) }),
    language.of({
      autocomplete: (context: { matchBefore(expression: RegExp): { from: number; text: string } | null }) => {
        const word = context.matchBefore(/(?<![.:\w])\w+/);
        return word === null ? null : { from: word.from, options: functions };
      },
    }),
    parameterMarks,
    EditorView.lineWrapping,
  ];
}

/** `schema → table → columns`; tables of `public` are offered without their schema too. */
function namespace(database: Database | null) {
  const schemas: Record<
    string,
    Record<string, { label: string; detail: string; type: string; apply: string }[]>
  > = {};
  for (const { schema, name, columns } of database?.items ?? []) {
    schemas[schema] ??= {};
    schemas[schema][name] = columns.map((column) => ({
      label: column.name,
      detail: column.type,
      type: "property",
      apply: quoteName(column.name),
    }));
  }
  return { ...schemas, ...schemas.public };
}

const matcher = new MatchDecorator({
  regexp: /(?<![:\w]):[A-Za-z_]\w*|\{\{\s*[A-Za-z_]\w*\s*\}\}/g,
  decoration: Decoration.mark({ class: "cm-parameter" }),
});

const parameterMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
