import { get, post, request } from "./client";

export type Role = "admin" | "author" | "caller";

export interface Session {
  user: { name: string; role: Role };
  auth: "none" | "cookie" | "key" | "token";
  version: string;
  server_name: string;
  language: string | null;
  features: string[];
  mcp_url: string;
}

export const readSession = (): Promise<Session> => get("session");
export const logIn = (secret: { key: string } | { token: string }): Promise<Session> =>
  post("session", secret);
export const logOut = (): Promise<void> => request("DELETE", "session");
