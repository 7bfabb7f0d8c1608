import type { Answer, Body } from "./answer";
import { getAll, post, request, segment } from "./client";

export type User = Answer<"UserView">;

const path = (name: string) => `users/${segment(name)}`;

export const listUsers = (): Promise<User[]> => getAll("users", {});
export const createUser = (user: Body<"NewUser">): Promise<User> => post("users", user);

export function patchUser(user: User, patch: Body<"UserPatch">): Promise<User> {
  return request("PATCH", path(user.name), { body: patch, revision: user.revision });
}

export const deleteUser = (user: User): Promise<void> =>
  request("DELETE", path(user.name), { revision: user.revision });
