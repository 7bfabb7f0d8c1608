import type { Answer, Body, Refined } from "./answer";
import { get, post, request } from "./client";

export type Session = Refined<Answer<"Session">, { auth: "none" | "cookie" | "key" | "token" }>;
export type Role = Session["user"]["role"];

export const readSession = (): Promise<Session> => get("session");
export const logIn = (secret: Body<"LogIn">): Promise<Session> => post("session", secret);
export const logOut = (): Promise<void> => request("DELETE", "session");
