/** A way to connect: where the text goes, and the text. */
export interface Snippet {
  id: string;
  name: string;
  /** The file or place that it belongs into. */
  file: string | null;
  text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The snippets for a server at `url`. With `withKey` they show where the key goes. */
export function snippets(url: string, server: string, withKey: boolean): Snippet[] {
  const headers = withKey ? { headers: { Authorization: "Bearer tw_YOUR_KEY" } } : {};
  const bridge = withKey
    ? ["-y", "mcp-remote", url, "--header", "Authorization: Bearer tw_YOUR_KEY"]
    : ["-y", "mcp-remote", url];
  const header = withKey ? ' --header "Authorization: Bearer tw_YOUR_KEY"' : "";
  const init = withKey ? ', { requestInit: { headers: { Authorization: "Bearer tw_YOUR_KEY" } } }' : "";
  const curl = withKey ? " \\\n  -H 'Authorization: Bearer tw_YOUR_KEY'" : "";
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      file: null,
      text: `claude mcp add --transport http ${server} ${url}${header}`,
    },
    {
      id: "claude-desktop",
      name: "Claude Desktop",
      file: "claude_desktop_config.json",
      text: json({ mcpServers: { [server]: { command: "npx", args: bridge } } }),
    },
    {
      id: "cursor",
      name: "Cursor",
      file: ".cursor/mcp.json",
      text: json({ mcpServers: { [server]: { url, ...headers } } }),
    },
    {
      id: "vscode",
      name: "Visual Studio Code",
      file: ".vscode/mcp.json",
      text: json({ servers: { [server]: { type: "http", url, ...headers } } }),
    },
    {
      id: "python",
      name: "Python SDK",
      file: null,
      text: pythonSnippet(url, withKey),
    },
    {
      id: "typescript",
      name: "TypeScript SDK",
      file: null,
      text: `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "my-app", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("${url}")${init}));
console.log(await client.listTools());`,
    },
    {
      id: "curl",
      name: "curl",
      file: null,
      text: `curl ${url.replace(/\/mcp$/, "")}/api/v1/tools${curl}`,
    },
  ];
}

/** For the package `mcp` from version 2 on. */
function pythonSnippet(url: string, withKey: boolean): string {
  if (!withKey) {
    return `import asyncio

from mcp import Client


async def main():
    async with Client("${url}") as client:
        print(await client.list_tools())


asyncio.run(main())`;
  }
  return `import asyncio

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main():
    async with create_mcp_http_client(headers={"Authorization": "Bearer tw_YOUR_KEY"}) as http:
        async with Client(streamable_http_client("${url}", http_client=http)) as client:
            print(await client.list_tools())


asyncio.run(main())`;
}
