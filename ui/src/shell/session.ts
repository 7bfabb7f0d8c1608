import { createContext, useContext } from "react";
import type { Session } from "../api/session";

export const SessionContext = createContext<Session | null>(null);

/** The session of whoever is logged in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("there is no session here");
  return session;
}

/** Whether the user may make tools. */
export function useMayMake(): boolean {
  return useSession().user.role !== "caller";
}
