// Users of the server that asks for a key.

import type { APIRequestContext, Page } from "@playwright/test";
import type { Role } from "../../src/api/session";
import { expect, unique } from "./harness";
import { ADMIN_KEY } from "./servers";

export const admin = { authorization: `Bearer ${ADMIN_KEY}` };

interface UserKey {
  id: string;
  user: string;
  key: string;
}

/** Makes a user with a key. */
export async function userWithKey(request: APIRequestContext, role: Role): Promise<UserKey> {
  const user = unique(role);
  await request.post("/api/v1/users", { headers: admin, data: { name: user, role } });
  const response = await request.post("/api/v1/keys", { headers: admin, data: { user } });
  expect(response.status(), await response.text()).toBe(201);
  return await response.json();
}

export async function logIn(page: Page, key: string): Promise<void> {
  await page.getByTestId("login-key").fill(key);
  await page.getByTestId("log-in").click();
  await expect(page.getByTestId("login")).toHaveCount(0);
}
