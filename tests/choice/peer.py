"""Ranks tools for prompts as FastMCP's search transform does: BM25 over name, description and parameters.

Reads `{"tools": […], "prompts": […]}` from standard input and writes the names that it finds for each prompt, best first.
"""

import asyncio
import json
import sys

from fastmcp import Client, FastMCP
from fastmcp.server.transforms.search import BM25SearchTransform
from fastmcp.tools.base import Tool, ToolResult

LIMIT = 10


class Listed(Tool):
    """A tool that is searched for and never called."""

    async def run(self, arguments: dict) -> ToolResult:
        raise NotImplementedError


async def main() -> None:
    asked = json.load(sys.stdin)
    server = FastMCP("peer")
    for tool in asked["tools"]:
        server.add_tool(Listed(name=tool["name"], description=tool["description"], parameters=tool["inputSchema"]))
    server.add_transform(BM25SearchTransform(max_results=LIMIT))
    async with Client(server) as client:
        found = [await search(client, prompt) for prompt in asked["prompts"]]
    json.dump(found, sys.stdout)


async def search(client: Client, prompt: str) -> list[str]:
    result = await client.call_tool("search_tools", {"query": prompt})
    found = result.structured_content["result"] if result.structured_content else json.loads(result.content[0].text)
    return [tool["name"] for tool in found]


asyncio.run(main())
