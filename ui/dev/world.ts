import type { IncomingMessage, ServerResponse } from "node:http";
import type { Execution } from "../src/api/executions.ts";
import type { Key } from "../src/api/keys.ts";
import type { Question } from "../src/api/questions.ts";
import type { Role } from "../src/api/session.ts";
import type { Tool, ToolVersion } from "../src/api/tools.ts";
import type { User } from "../src/api/users.ts";
import { firstExecutions } from "./seed_executions.ts";
import { firstKeys, firstQuestions, firstUsers } from "./seed_people.ts";
import { hostileTools, manyTools, seedTools } from "./seed_tools.ts";

/** What a test can ask to go wrong. */
export interface Trouble {
  slow_ms: number;
  away: boolean;
  expired: boolean;
}

/** The state behind one browser. Tests have one each, by the cookie `world`. */
export interface World {
  tools: Map<string, Tool>;
  deleted: Map<string, Tool>;
  versions: Map<string, ToolVersion[]>;
  executions: Execution[];
  users: User[];
  keys: Key[];
  questions: Question[];
  role: Role;
  auth: "none" | "cookie";
  loggedIn: boolean;
  trouble: Trouble;
  revision: number;
  listeners: Set<ServerResponse>;
}

const worlds = new Map<string, World>();

export function worldOf(request: IncomingMessage): World {
  const name = /(?:^|;\s*)world=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "default";
  const known = worlds.get(name);
  if (known !== undefined) return known;
  const world = newWorld();
  worlds.set(name, world);
  return world;
}

function newWorld(): World {
  const world: World = {
    tools: new Map(),
    deleted: new Map(),
    versions: new Map(),
    executions: firstExecutions(),
    users: firstUsers(),
    keys: firstKeys(),
    questions: firstQuestions(),
    role: "admin",
    auth: "none",
    loggedIn: true,
    trouble: { slow_ms: 0, away: false, expired: false },
    revision: 100,
    listeners: new Set(),
  };
  for (const tool of seedTools()) addTool(world, tool);
  return world;
}

export function addTool(world: World, tool: Tool): void {
  world.tools.set(tool.name, tool);
  if (tool.spec === null) return;
  const versions = world.versions.get(tool.name) ?? [];
  versions.unshift({
    version: versions.length + 1,
    at: tool.updated_at ?? new Date().toISOString(),
    by: tool.updated_by,
    change: versions.length === 0 ? "created" : "updated",
    spec: structuredClone(tool.spec),
  });
  world.versions.set(tool.name, versions);
}

/** Tells every open event stream. */
export function announce(world: World, topic: string, data: unknown): void {
  world.revision += 1;
  for (const listener of world.listeners) {
    listener.write(`id: ${world.revision}\nevent: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

interface Control extends Partial<Trouble> {
  many?: number;
  hostile?: boolean;
  empty?: boolean;
  role?: Role;
  login?: boolean;
}

/** `POST /__fake`: changes the world. */
export async function control(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const wish = (await readJson(request)) as Control;
  if (wish.slow_ms !== undefined) world.trouble.slow_ms = wish.slow_ms;
  if (wish.away !== undefined) world.trouble.away = wish.away;
  if (wish.away) for (const listener of world.listeners) listener.destroy();
  if (wish.expired !== undefined) world.trouble.expired = wish.expired;
  if (wish.role !== undefined) world.role = wish.role;
  if (wish.login) Object.assign(world, { auth: "cookie", loggedIn: false });
  if (wish.empty) {
    Object.assign(world, { tools: new Map(), versions: new Map(), executions: [], questions: [], keys: [] });
  }
  for (const tool of manyTools(wish.many ?? 0)) world.tools.set(tool.name, tool);
  if (wish.hostile) for (const tool of hostileTools()) addTool(world, tool);
  response.end("{}");
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return text === "" ? {} : JSON.parse(text);
}
