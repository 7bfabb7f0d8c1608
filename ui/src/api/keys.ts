import { getAll, post, request, segment } from "./client";
import type { Role } from "./session";

export interface Key {
  id: string;
  user: string;
  role: Role;
  /** Patterns of the tools that it may call; empty for all that its user may. */
  tools: string[];
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  label: string | null;
  revision?: string;
}

/** A key as it is answered once, when it is made. */
export interface NewKey extends Key {
  key: string;
}

export interface KeyRequest {
  user: string;
  role: Role;
  label: string;
  tools: string[];
  expires_at: string | null;
}

export const listKeys = (): Promise<Key[]> => getAll("keys", {});
export const createKey = (key: KeyRequest): Promise<NewKey> => post("keys", key);
export const rotateKey = (id: string): Promise<NewKey> => post(`keys/${segment(id)}/rotate`);

export const deleteKey = (key: Key): Promise<void> =>
  request("DELETE", `keys/${segment(key.id)}`, { revision: key.revision });
