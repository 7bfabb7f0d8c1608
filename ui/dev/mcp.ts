import type { IncomingMessage, ServerResponse } from "node:http";
import { runTool } from "./run.ts";
import { readJson, type World } from "./world.ts";

interface Message {
  id?: number;
  method: string;
  params?: {
    name?: string;
    uri?: string;
    arguments?: Record<string, unknown>;
    _meta?: Record<string, unknown>;
  };
}

/** `/mcp` as far as the playground uses it: answers are one JSON document, or an event stream for `calculator`. */
export async function answerMcp(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "DELETE") return void response.end();
  const message = (await readJson(request)) as Message;
  if (message.id === undefined) return void response.writeHead(202).end();
  const modern = request.headers["mcp-protocol-version"] === "2026-07-28";
  if (!modern && message.method !== "initialize" && request.headers["mcp-session-id"] !== "s1") {
    return void response.writeHead(404).end();
  }
  const result = resultOf(world, message);
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: message.id,
    ...(result === null ? { error: { code: -32601, message: "unknown method" } } : { result }),
  });
  if (message.method === "initialize") response.setHeader("mcp-session-id", "s1");
  const streamed = message.params?.name === "calculator";
  response.setHeader("content-type", streamed ? "text/event-stream" : "application/json");
  if (streamed) {
    const note = {
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", data: "working" },
    };
    response.write(`event: message\ndata: ${JSON.stringify(note)}\n\n`);
  }
  response.end(streamed ? `event: message\ndata: ${body}\n\n` : body);
}

const INFO = { name: "toolwright", version: "0.1.0" };

function resultOf(world: World, { method, params }: Message): unknown {
  const tools = [...world.tools.values()].filter((one) => one.is_active).map((one) => one.definition);
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, prompts: {}, resources: {} },
        serverInfo: INFO,
      };
    case "server/discover":
      return {
        supportedVersions: ["2026-07-28", "2025-11-25"],
        capabilities: { tools: {}, prompts: {} },
        serverInfo: INFO,
      };
    case "tools/list":
      return { tools };
    case "prompts/list":
      return {
        prompts: [
          {
            name: "summarize",
            description: "Summarizes a text",
            arguments: [{ name: "text", required: true }],
          },
        ],
      };
    case "prompts/get":
      return {
        messages: [
          { role: "user", content: { type: "text", text: `Summarize: ${params?.arguments?.text}` } },
        ],
      };
    case "resources/list":
      return { resources: [{ uri: "toolwright://status", name: "status", mimeType: "application/json" }] };
    case "resources/read":
      return { contents: [{ uri: params?.uri, mimeType: "application/json", text: '{"status":"ok"}' }] };
    case "tools/call": {
      const ran = runTool(world, params?.name ?? "", null, params?.arguments, false);
      return { content: ran.content, isError: !ran.success };
    }
    default:
      return null;
  }
}
