import type { Answer } from "./answer";
import { get } from "./client";

export type Severity = Answer<"HealthSeverity">;
export type Finding = Answer<"HealthFinding">;

export const readHealth = (): Promise<Answer<"HealthView">> => get("health");
