import { headerValue } from "./header";
import { eventData } from "./sse";

/** Sessions up to 2025-11-25; from 2026-07-28 on every request stands for itself. */
export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

/** One message as it went over the wire. */
export interface WireMessage {
  id: number;
  direction: "out" | "in";
  at: number;
  status: number | null;
  headers: Record<string, string>;
  body: unknown;
}

interface RpcMessage {
  id?: number;
  method?: string;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export class McpError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(`${message} (${code})`);
    this.code = code;
  }
}

const CLIENT = { name: "toolwright-console", version: "0.1.0" };
const SHOWN_HEADERS = ["content-type", "mcp-session-id", "mcp-protocol-version"];

/** In whose name a client asks: the session's user, nobody, or the owner of a key. */
export type Identity = "session" | "nobody" | { key: string };

/** A client of `/mcp`, or of the endpoint of an agent, in one era. It reports every message. */
export class McpClient {
  private session: string | null = null;
  private lastId = 0;
  private lastWire = 0;
  private ready: Promise<void> | null = null;
  private able: Record<string, unknown> = {};

  constructor(
    readonly era: Era,
    private readonly onWire: (message: WireMessage) => void,
    private readonly identity: Identity = "session",
    private readonly endpoint = "/mcp",
  ) {}

  /** Sends a request and returns its result. */
  async request(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    if (this.era === "2025-11-25") {
      this.ready ??= this.initialize();
      await this.ready;
    }
    return this.ask(method, params);
  }

  /** What the server can do, as `tools` or `prompts`. */
  async capabilities(): Promise<Record<string, unknown>> {
    if (this.era === "2026-07-28") {
      const { capabilities } = await this.request("server/discover");
      return (capabilities ?? {}) as Record<string, unknown>;
    }
    this.ready ??= this.initialize();
    await this.ready;
    return this.able;
  }

  /** Collects all pages of a list. */
  async list<T>(method: string, member: string): Promise<T[]> {
    const items: T[] = [];
    let cursor: unknown;
    do {
      const page = await this.request(method, cursor === undefined ? {} : { cursor });
      items.push(...((page[member] ?? []) as T[]));
      cursor = page.nextCursor;
    } while (cursor !== undefined && cursor !== null);
    return items;
  }

  private async initialize(): Promise<void> {
    const { capabilities } = await this.ask("initialize", {
      protocolVersion: this.era,
      capabilities: {},
      clientInfo: CLIENT,
    });
    this.able = (capabilities ?? {}) as Record<string, unknown>;
    await this.post({ jsonrpc: "2.0", method: "notifications/initialized" }, "notifications/initialized", {});
  }

  private async ask(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    this.lastId += 1;
    const id = this.lastId;
    const whole = this.era === "2026-07-28" ? { ...params, _meta: this.meta() } : params;
    const response = await this.post({ jsonrpc: "2.0", id, method, params: whole }, method, params);
    for await (const message of this.messages(response)) {
      if (message.id !== id || message.method !== undefined) continue;
      if (message.error !== undefined) throw new McpError(message.error.code, message.error.message);
      return message.result ?? {};
    }
    throw new McpError(response.status, `HTTP ${response.status}`);
  }

  private meta() {
    return {
      "io.modelcontextprotocol/protocolVersion": this.era,
      "io.modelcontextprotocol/clientInfo": CLIENT,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
  }

  private async post(body: object, method: string, params: Record<string, unknown>): Promise<Response> {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-toolwright-console": "1",
    };
    if (this.era === "2026-07-28") {
      headers["mcp-protocol-version"] = this.era;
      headers["mcp-method"] = method;
      const name = params.name ?? params.uri;
      if (typeof name === "string") headers["mcp-name"] = headerValue(name);
    } else if (this.session !== null) {
      headers["mcp-session-id"] = this.session;
      headers["mcp-protocol-version"] = this.era;
    }
    this.report("out", null, headers, body);
    if (typeof this.identity === "object") headers.authorization = `Bearer ${this.identity.key}`;
    const credentials = this.identity === "session" ? "same-origin" : "omit";
    const response = await fetch(this.endpoint, {
      method: "POST",
      headers,
      credentials,
      body: JSON.stringify(body),
    });
    this.session = response.headers.get("mcp-session-id") ?? this.session;
    if (response.status === 202) this.report("in", 202, {}, null);
    return response;
  }

  private async *messages(response: Response): AsyncGenerator<RpcMessage> {
    const headers: Record<string, string> = {};
    for (const name of SHOWN_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    const isStream =
      response.headers.get("content-type")?.startsWith("text/event-stream") && response.body !== null;
    const texts = isStream && response.body !== null ? eventData(response.body) : [await response.text()];
    for await (const text of texts) {
      const message = parse(text);
      this.report("in", response.status, headers, message ?? text);
      if (message !== null) yield message;
    }
  }

  private report(
    direction: "out" | "in",
    status: number | null,
    headers: Record<string, string>,
    body: unknown,
  ): void {
    this.lastWire += 1;
    this.onWire({ id: this.lastWire, direction, at: Date.now(), status, headers, body });
  }
}

function parse(text: string): RpcMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as RpcMessage) : null;
  } catch {
    return null;
  }
}
