import { ApiError, AwayError, type ProblemDocument } from "./problem";
import { signal } from "./signal";

const BASE = "/api/v1/";

/** Whether the last request reached the server. */
export const reachable = signal(true);

/** Whether the server has said that nobody is logged in. */
export const sessionEnded = signal(false);

/** The number of requests that were sent, and how many of them were when the server said so last. */
let sent = 0;
let endedAfter = 0;

export interface Page<T> {
  items: T[];
  next: string | null;
  /** `null` where the server has not counted. */
  total: number | null;
}

interface Options {
  body?: unknown;
  /** The revision that `If-Match` names. */
  revision?: string;
  contentType?: string;
  signal?: AbortSignal;
}

type Query = Record<string, string | number | boolean | null | undefined>;

/** Sends one request to `/api/v1`. Throws [`ApiError`] or [`AwayError`]. */
export async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  sent += 1;
  const number = sent;
  const response = await send(method, path, options);
  reachable.set(true);
  if (response.ok) {
    // A late answer to an earlier request says nothing about the session.
    const isLate = number <= endedAfter;
    if (!isLate && (path !== "session" || method !== "DELETE")) sessionEnded.set(false);
    return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  }
  const error = new ApiError(await readProblem(response));
  if (error.status === 401) {
    endedAfter = sent;
    sessionEnded.set(true);
  }
  throw error;
}

export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return request<T>("GET", path + queryString(query), { signal });
}

export function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return request<T>("POST", path, { body, signal });
}

/** Collects the items of every page of a list; `onPage` sees what is there so far. */
export async function getAll<T>(
  path: string,
  query: Query,
  signal?: AbortSignal,
  onPage?: (items: T[], total: number) => void,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await get(path, { ...query, limit: 1000, cursor }, signal);
    items.push(...page.items);
    cursor = page.next;
    onPage?.(items, page.total ?? items.length);
  } while (cursor !== null);
  return items;
}

/** The path of a stored thing whose name may hold any character. */
export function segment(name: string): string {
  return encodeURIComponent(name);
}

export function queryString(query: Query): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return text === "" ? "" : `?${text}`;
}

async function send(method: string, path: string, options: Options): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json, application/problem+json" };
  if (method !== "GET") headers["x-toolwright-console"] = "1";
  if (options.body !== undefined) headers["content-type"] = options.contentType ?? "application/json";
  if (options.revision !== undefined) headers["if-match"] = `"${options.revision}"`;
  try {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    return await fetch(BASE + path, {
      method,
      headers,
      body,
      signal: options.signal,
      credentials: "same-origin",
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    reachable.set(false);
    throw new AwayError();
  }
}

async function readProblem(response: Response): Promise<ProblemDocument> {
  const fallback = { title: response.statusText || `HTTP ${response.status}`, status: response.status };
  try {
    const body = (await response.json()) as Partial<ProblemDocument>;
    return { ...fallback, ...body, status: response.status };
  } catch {
    return fallback;
  }
}
