import type { Answer, Refined } from "./answer";
import { getAll, post, request, segment } from "./client";

export const SERVER_STATES = ["connecting", "ready", "waiting", "idle", "stopped", "disabled"] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** A definition that has changed, and is not served before somebody approves it. */
export type HeldChange = Refined<Answer<"HeldView">, { pinned: unknown; offered: unknown }>;
/** Another MCP server. `seen` names everything that it has now, `version` its entry in `mcp.json`. */
export type McpServer = Refined<Answer<"ServerView">, { held: HeldChange[]; config: ServerEntry }>;
/** An entry of `mcp.json`. */
export type ServerEntry = Record<string, unknown>;
/** What a connection that is made once has found. */
export type ServerTest = Answer<"ServerTest">;
/** What is, or would be, added of a pasted text. */
export type ServerImport = Refined<Answer<"ServerImport">, { added: Record<string, ServerEntry> }>;

export const listServers = (): Promise<McpServer[]> => getAll("servers", {});

/** Serves the definitions that were `seen`. Refused if the server has others by now. */
export const approveServer = ({ name, seen }: McpServer): Promise<McpServer> =>
  post(`servers/${segment(name)}/approve`, { seen });

/** Takes the servers in a text that was copied from the configuration of a host; with `isTrial` nothing is stored. */
export const importServers = (text: string, isTrial: boolean): Promise<ServerImport> =>
  post("servers/import", { text, dry_run: isTrial });

/** Begins to log in to a server. The browser goes to the address, and is sent back to `redirect`. */
export const beginLogin = ({ name }: McpServer, redirect: string): Promise<Answer<"LoginAddress">> =>
  post(`servers/${segment(name)}/login`, { redirect });

/** Ends a login with the address that the browser was sent back to. */
export const finishLogin = ({ name }: McpServer, redirected: string): Promise<McpServer> =>
  post(`servers/${segment(name)}/login/finish`, { redirected });

export const testServer = ({ name }: McpServer): Promise<ServerTest> => post(`servers/${segment(name)}/test`);

export function patchServer({ name, version }: McpServer, patch: ServerEntry): Promise<McpServer> {
  const options = { body: patch, revision: version, contentType: "application/merge-patch+json" };
  return request("PATCH", `servers/${segment(name)}`, options);
}

export const deleteServer = ({ name, version }: McpServer): Promise<void> =>
  request("DELETE", `servers/${segment(name)}`, { revision: version });
