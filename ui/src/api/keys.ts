import type { Answer, Body } from "./answer";
import { getAll, post, request, segment } from "./client";

/** `tools` are patterns of the tools that it may call; empty for all that its user may. */
export type Key = Answer<"KeyView">;
/** A key as it is answered once, when it is made. */
export type NewKey = Answer<"CreatedKey">;
export type KeyRequest = Omit<Body<"KeyBody">, "scopes">;

export const listKeys = (): Promise<Key[]> => getAll("keys", {});
export const createKey = (key: KeyRequest): Promise<NewKey> => post("keys", key);
export const rotateKey = (id: string): Promise<NewKey> => post(`keys/${segment(id)}/rotate`);

export const deleteKey = (key: Key): Promise<void> =>
  request("DELETE", `keys/${segment(key.id)}`, { revision: key.revision });
