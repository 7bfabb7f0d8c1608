"""Adds tools to a running `toolwright` and calls them with the official Python SDK (`mcp`): both examples of the specification of custom tools, word for word.

The client connects before the tools exist, and stays connected: the server is never restarted.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import mcp
from expect import Checks
from toolwright_server import Server, main, text

PATIENCE_SECONDS = 20

LIMIT = {
    "name": "get_user_daily_limit",
    "description_agent": "특정 사용자의 일일 제한량을 조회합니다.",
    "tool_type": "SQL",
    "parameters": [{"param_name": "user_name", "param_type": "STRING", "is_required": "Y", "description": "Target User"}],
    "definition": """SELECT u.user_nm, l.max_count 
    FROM h_user u 
    JOIN h_mcp_tool_limit l ON u.uid = l.target_id 
    WHERE u.user_nm = :user_name AND l.target_type = 'USER'
""",
    "result": "row",
    "is_active": "Y",
}
MULTIPLY = {
    "name": "multiply_numbers",
    "description_agent": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
    "tool_type": "PYTHON",
    "parameters": [
        {"param_name": "num1", "param_type": "NUMBER", "is_required": "Y"},
        {"param_name": "num2", "param_type": "NUMBER", "is_required": "Y"},
    ],
    "definition": "num1 * num2",
    "is_active": "Y",
}
GREETING = 'def hello_world(name: str) -> str:\n    return f"안녕하세요, {name}님!"\n'


async def toolwright(server: Server, *words: str, given: str = "") -> str:
    """Runs a command beside the running server."""
    process = await asyncio.create_subprocess_exec(
        server.binary,
        *words,
        env=server.environment({}),
        cwd=server.folder,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complained = await process.communicate(given.encode())
    if process.returncode != 0:
        raise RuntimeError(f"toolwright {' '.join(words)}: {complained.decode()}")
    return said.decode()


async def listed(client: mcp.Client, name: str, holds: Callable[[Any], bool] = lambda tool: True) -> Any:
    """Waits until the client sees a tool."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            if name in tools and holds(tools[name]):
                return tools[name]
            await asyncio.sleep(0.02)


async def user_limit(server: Server, client: mcp.Client, checks: Checks) -> None:
    await toolwright(server, "tools", "add", "-", "--yes", given=json.dumps(LIMIT))
    tool = await listed(client, LIMIT["name"])
    checks.equal("the limit has the description for agents", tool.description, LIMIT["description_agent"])
    checks.equal("the limit takes the name of a user", list(tool.input_schema["properties"]), ["user_name"])
    found = await client.call_tool(LIMIT["name"], {"user_name": "hong"})
    checks.equal("hong has 50", json.loads(text(found)), {"user_nm": "hong", "max_count": 50})
    checks.equal("as one object", found.structured_content["result"], {"user_nm": "hong", "max_count": 50})
    for name in ["홍길동", "'; DROP TABLE h_user; --", "hong' OR '1'='1"]:
        nobody = await client.call_tool(LIMIT["name"], {"user_name": name})
        checks.equal(f"`{name}` is nobody", (text(nobody), bool(nobody.is_error)), ("null", False))
    again = await client.call_tool(LIMIT["name"], {"user_name": "hong"})
    checks.equal("and nothing was dropped", text(again), text(found))


async def multiplication(server: Server, client: mcp.Client, checks: Checks) -> None:
    await toolwright(server, "tools", "add", "-", "--yes", given=json.dumps(MULTIPLY))
    tool = await listed(client, MULTIPLY["name"])
    checks.equal("the product has the description for agents", tool.description, MULTIPLY["description_agent"])
    product = await client.call_tool(MULTIPLY["name"], {"num1": 5, "num2": 3})
    checks.equal("5 * 3 is 15", (text(product), product.structured_content), ("15", {"result": 15}))
    wrong = await client.call_tool(MULTIPLY["name"], {"num1": "다섯", "num2": 3})
    checks.true("a text is no number", wrong.is_error, "an error", text(wrong))


async def function(server: Server, client: mcp.Client, checks: Checks) -> None:
    await toolwright(server, "tools", "enable", "hello_world")
    await listed(client, "hello_world")
    greeting = await client.call_tool("hello_world", {"name": "Ada"})
    checks.equal("the script of a fresh registry answers", text(greeting), "Hello, Ada!")
    (server.folder / "registry" / "tools" / "hello_world.py").write_text(GREETING)
    await listed(client, "hello_world", lambda tool: tool.input_schema["required"] == ["name"])
    greeting = await client.call_tool("hello_world", {"name": "홍길동"})
    checks.equal("an edit of it is live", text(greeting), "안녕하세요, 홍길동님!")


async def run(arguments: argparse.Namespace, checks: Checks) -> None:
    server = Server(arguments.binary, arguments.transport, arguments.era)
    async with server.client() as client:
        before = {tool.name for tool in (await client.list_tools()).tools}
        checks.equal("the tools are not there yet", before & {LIMIT["name"], MULTIPLY["name"], "hello_world"}, set())
        for scenario in [user_limit, multiplication, function]:
            try:
                await scenario(server, client, checks)
            except Exception as error:
                checks.crashed(scenario.__name__, error)


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
