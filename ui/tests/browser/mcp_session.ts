import { type APIRequestContext, expect } from "@playwright/test";

const ERA = "2025-11-25";

/** An MCP client that is connected to a server, as an agent is. */
export class McpSession {
  private count = 0;

  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: Record<string, string>,
  ) {}

  static async connect(request: APIRequestContext): Promise<McpSession> {
    const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": ERA };
    const params = {
      protocolVersion: ERA,
      capabilities: {},
      clientInfo: { name: "browser-tests", version: "1" },
    };
    const data = { jsonrpc: "2.0", id: 0, method: "initialize", params };
    const response = await request.post("/mcp", { data, headers });
    const session = response.headers()["mcp-session-id"] ?? "";
    expect(session).not.toBe("");
    const connected = new McpSession(request, { ...headers, "mcp-session-id": session });
    await request.post("/mcp", {
      data: { jsonrpc: "2.0", method: "notifications/initialized" },
      headers: connected.headers,
    });
    return connected;
  }

  async toolNames(): Promise<string[]> {
    const { tools } = (await this.ask("tools/list", {})) as { tools: { name: string }[] };
    return tools.map((tool) => tool.name);
  }

  /** Returns the whole definition of a tool as an agent gets it. */
  async definition(name: string): Promise<Record<string, unknown> | undefined> {
    const { tools } = (await this.ask("tools/list", {})) as { tools: Record<string, unknown>[] };
    return tools.find((tool) => tool.name === name);
  }

  async call(name: string, args: object): Promise<unknown> {
    const result = (await this.ask("tools/call", { name, arguments: args })) as {
      structuredContent: unknown;
    };
    return result.structuredContent;
  }

  private async ask(method: string, params: object): Promise<unknown> {
    this.count += 1;
    const data = { jsonrpc: "2.0", id: this.count, method, params };
    const text = await (await this.request.post("/mcp", { data, headers: this.headers })).text();
    // An answer is JSON, or the last event of a stream.
    const json = text.startsWith("{") ? text : (text.match(/^data: ?(\{.*\})$/gm)?.at(-1) ?? "");
    return JSON.parse(json.replace(/^data: ?/, "")).result;
  }
}
