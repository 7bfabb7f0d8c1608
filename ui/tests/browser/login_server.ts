import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Runs `use` with the address of an MCP server that wants tokens, and is its own authorization server. */
export async function withLoginServer(use: (address: string) => Promise<void>): Promise<void> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const challenges = new Map<string, string>();
  server.on("request", (asked, answer) => void respond(address, challenges, asked, answer));
  try {
    await use(address);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function respond(
  address: string,
  challenges: Map<string, string>,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(asked.url ?? "/", address);
  const body = (await asked.toArray()).join("");
  const json = (value: object, status = 200): void => {
    answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  if (pathname === "/mcp") return mcp(address, asked, body, answer);
  if (pathname.startsWith("/.well-known/oauth-protected-resource"))
    return json({ resource: `${address}/mcp`, authorization_servers: [address] });
  if (pathname === "/.well-known/oauth-authorization-server")
    return json({
      issuer: address,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      registration_endpoint: `${address}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    });
  if (pathname === "/register") return json({ ...JSON.parse(body), client_id: "registered" }, 201);
  if (pathname === "/authorize") {
    const [code, back] = [randomUUID(), new URL(searchParams.get("redirect_uri") ?? "")];
    challenges.set(code, searchParams.get("code_challenge") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    return void answer.writeHead(302, { location: back.href }).end();
  }
  if (pathname === "/token") {
    const form = new URLSearchParams(body);
    const proof = createHash("sha256").update(form.get("code_verifier") ?? "");
    const known = challenges.get(form.get("code") ?? "") === proof.digest("base64url");
    return known
      ? json({ access_token: "a-token", token_type: "Bearer", expires_in: 3600 })
      : json({ error: "invalid_grant" }, 400);
  }
  answer.writeHead(404).end();
}

/** Answers as a server of 2025-11-25 with one tool, if the request has the token. */
function mcp(address: string, asked: IncomingMessage, body: string, answer: ServerResponse): void {
  if (asked.headers.authorization !== "Bearer a-token") {
    const metadata = `${address}/.well-known/oauth-protected-resource/mcp`;
    answer.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
    return;
  }
  if (asked.method !== "POST") return void answer.writeHead(405).end();
  const { id, method } = JSON.parse(body);
  if (id === undefined) return void answer.writeHead(202).end();
  const info = {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "login", version: "1" },
  };
  const results: Record<string, object> = {
    initialize: info,
    "tools/list": { tools: [{ name: "secret", inputSchema: { type: "object" } }] },
  };
  const result = results[method];
  const reply = result ? { result } : { error: { code: -32601, message: "unknown" } };
  answer.writeHead(200, { "content-type": "application/json" });
  answer.end(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
}
