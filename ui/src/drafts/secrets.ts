import type { ToolSpec } from "../api/tools";

const SECRET =
  /authorization|cookie|credential|passw|secret|token|api[-_]?key|access[-_]?key|private[-_]?key/i;

/** Whether a value with this name is likely to be a credential. */
export const isSecretName = (name: string): boolean => SECRET.test(name);

/** The members of `config` that hold names and values. */
const PAIRS = ["headers", "query", "env"];

/**
 * A spec without the credentials that were typed into it: `auth`, and members of `config`, headers, query members and
 * environment variables whose names say so. Each is what it is in `base`, where the server shows stars.
 */
export function withoutCredentials(spec: ToolSpec, base: ToolSpec): ToolSpec {
  const config = cleaned(spec.config, base.config);
  for (const member of PAIRS) {
    if (isRecord(config[member])) config[member] = cleaned(config[member], base.config[member]);
  }
  const { auth: _, ...rest } = spec;
  return base.auth == null ? { ...rest, config } : { ...rest, config, auth: base.auth };
}

function cleaned(pairs: Record<string, unknown>, base: unknown): Record<string, unknown> {
  const stored = isRecord(base) ? base : {};
  const entries = Object.entries(pairs).map(([name, value]) =>
    isSecretName(name) && typeof value === "string" ? [name, stored[name] ?? ""] : [name, value],
  );
  return Object.fromEntries(entries);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
