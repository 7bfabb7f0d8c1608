import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";

const FUNCTIONS = ["abs", "round", "min", "max", "sum", "len", "int", "float", "str", "bool", "sorted"];

/** Completes the parameters and functions of an expression. */
export function expressionCompletion(names: () => string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    const parameters = names().map((label) => ({ label, type: "variable", boost: 99 }));
    const functions = FUNCTIONS.map((label) => ({ label, type: "function" }));
    return { from: word?.from ?? context.pos, options: [...parameters, ...functions] };
  };
}
