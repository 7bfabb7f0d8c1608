import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";

/** The parameters that a query names, as `:name` or `{{name}}`, outside of strings, comments and casts. */
export function namedParameters(query: string): string[] {
  const bare = query.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  const names = [...bare.matchAll(/(?<![:\w]):([A-Za-z_]\w*)|\{\{\s*([A-Za-z_]\w*)\s*\}\}/g)];
  return [...new Set(names.map((match) => match[1] ?? match[2] ?? ""))];
}

/** Completes `:na|` and `{{na|` with the names of the parameters. */
export function parameterCompletion(names: () => string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const colon = context.matchBefore(/(?<![:\w]):\w*/);
    if (colon !== null) return { from: colon.from, options: options(names(), (name) => `:${name}`) };
    const braces = context.matchBefore(/\{\{\s*\w*/);
    if (braces === null) return null;
    const closed = context.state.sliceDoc(context.pos, context.pos + 2) === "}}";
    return { from: braces.from, options: options(names(), (name) => `{{${name}${closed ? "" : "}}"}`) };
  };
}

function options(names: string[], form: (name: string) => string) {
  return names.map((name) => ({ label: form(name), type: "variable", boost: 99 }));
}
