import type { IncomingMessage, ServerResponse } from "node:http";
import { databaseRoutes } from "./routes_database.ts";
import { peopleRoutes } from "./routes_people.ts";
import { sessionRoutes } from "./routes_session.ts";
import { statisticsRoutes } from "./routes_statistics.ts";
import { toolRoutes } from "./routes_tools.ts";
import { readJson, type World } from "./world.ts";

/** One request as a route sees it. */
export interface Ask {
  world: World;
  method: string;
  /** The decoded segments after `/api/v1/`. */
  path: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  revision: string | null;
}

export interface Reply {
  status: number;
  body?: unknown;
}

/** Answers, or returns `null` for the next list of routes. */
export type Routes = (ask: Ask) => Reply | null;

export const ok = (body: unknown, status = 200): Reply => ({ status, body });
export const refuse = (status: number, detail: string, more: object = {}): Reply => ({
  status,
  body: { type: "about:blank", title: `Status ${status}`, status, detail, ...more },
});

export function list<T>(items: T[], query: URLSearchParams): Reply {
  const limit = Math.min(Number(query.get("limit") ?? 100), 1000);
  const start = Number(query.get("cursor") ?? 0);
  const next = start + limit < items.length ? String(start + limit) : null;
  return ok({ items: items.slice(start, start + limit), next, total: items.length });
}

const ROUTES: Routes[] = [sessionRoutes, toolRoutes, statisticsRoutes, databaseRoutes, peopleRoutes];

export async function answerApi(world: World, request: IncomingMessage, response: ServerResponse, url: URL) {
  const path = url.pathname.slice("/api/v1/".length).split("/").map(decodeURIComponent);
  if (path[0] !== "session" && (world.trouble.expired || !world.loggedIn)) {
    return write(response, refuse(401, "nobody is logged in"));
  }
  if (path[0] === "events") return follow(world, response);
  const method = request.method ?? "GET";
  if (method !== "GET" && request.headers["x-toolwright-console"] !== "1") {
    return write(response, refuse(403, "the header `X-Toolwright-Console` is missing"));
  }
  const ask: Ask = {
    world,
    method,
    path,
    query: url.searchParams,
    body: (await readJson(request)) as Record<string, unknown>,
    revision: request.headers["if-match"]?.replaceAll('"', "") ?? null,
  };
  for (const routes of ROUTES) {
    const reply = routes(ask);
    if (reply !== null) return write(response, reply);
  }
  write(response, refuse(404, `there is no \`${url.pathname}\``));
}

function write(response: ServerResponse, reply: Reply): void {
  response.statusCode = reply.status;
  response.setHeader("content-type", reply.status < 400 ? "application/json" : "application/problem+json");
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}

function follow(world: World, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.write(": hello\n\n");
  world.listeners.add(response);
  response.on("close", () => world.listeners.delete(response));
}
