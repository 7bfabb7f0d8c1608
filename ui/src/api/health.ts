import { get } from "./client";

export type Severity = "ok" | "note" | "warning" | "error";

export interface Finding {
  subject: string;
  severity: Severity;
  text: string;
  fix: string | null;
}

export const readHealth = (): Promise<{ status: string; findings: Finding[] }> => get("health");
