import type { components } from "./schema";

export type TextCode = components["schemas"]["TextCode"];

/** A sentence of the server in English. One that a database or another program said has no code. */
export interface Told {
  message: string;
  code?: TextCode;
  params?: Record<string, string | Told>;
}

/** A sentence with its code, or without one. */
export type Said = string | Told;

export const english = (said: Said): string => (typeof said === "string" ? said : said.message);
