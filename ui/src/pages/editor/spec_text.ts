import type { ToolSpec } from "../../api/tools";

/** A spec as lines that can be compared: one member a line, long texts as they are written. Each line ends. */
export function specText(spec: ToolSpec): string {
  return Object.entries(spec)
    .filter(([, value]) => value !== null && value !== undefined)
    .flatMap(([name, value]) => lines(name, value, ""))
    .map((line) => `${line}\n`)
    .join("");
}

function lines(name: string, value: unknown, indent: string): string[] {
  if (typeof value === "string" && value.includes("\n")) {
    return [`${indent}${name}:`, ...value.split("\n").map((line) => `${indent}  ${line}`)];
  }
  if (Array.isArray(value) && value.length > 0) {
    return [`${indent}${name}:`, ...value.map((item) => `${indent}  - ${JSON.stringify(item)}`)];
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return [
      `${indent}${name}:`,
      ...Object.entries(value).flatMap(([key, part]) => lines(key, part, `${indent}  `)),
    ];
  }
  return [`${indent}${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`];
}
