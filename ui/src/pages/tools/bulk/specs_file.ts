import type { ToolSpec } from "../../../api/tools";

const MASK = "********";

/** The definitions as a file that can be imported again. Credentials are not in it: the server shows only stars. */
export function specsFile(specs: ToolSpec[]): string {
  const tools = specs.map(({ auth, ...rest }) => (hasMask(auth) || auth == null ? rest : { ...rest, auth }));
  return `${JSON.stringify({ tools }, null, 2)}\n`;
}

function hasMask(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(MASK);
}

/** Reads definitions from the value of a file: `{"tools": […]}`, a list, or one definition. `null` if it is none of these. */
export function readSpecs(value: unknown): ToolSpec[] | null {
  const list = Array.isArray(value)
    ? value
    : isRecord(value) && Array.isArray(value.tools)
      ? value.tools
      : [value];
  return list.length > 0 && list.every(isSpec) ? list : null;
}

function isSpec(value: unknown): value is ToolSpec {
  return isRecord(value) && typeof value.name === "string" && typeof value.type === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lets the browser save a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
