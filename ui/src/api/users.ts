import { getAll, post, request, segment } from "./client";
import type { Role } from "./session";

export interface User {
  name: string;
  role: Role;
  is_active: boolean;
  created_at: string;
  keys: number;
  tools: number;
  revision?: string;
}

const path = (name: string) => `users/${segment(name)}`;

export const listUsers = (): Promise<User[]> => getAll("users", {});
export const createUser = (user: { name: string; role: Role }): Promise<User> => post("users", user);

export function patchUser(user: User, patch: Partial<Pick<User, "role" | "is_active">>): Promise<User> {
  return request("PATCH", path(user.name), { body: patch, revision: user.revision });
}

export const deleteUser = (user: User): Promise<void> =>
  request("DELETE", path(user.name), { revision: user.revision });
