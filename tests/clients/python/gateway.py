"""Drives public MCP servers behind `toolwright` with the official Python SDK (`mcp`), or with that for TypeScript."""

import argparse
import asyncio
import json
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp
import mcp_types as types
from expect import Checks
from toolwright_server import Server, main, text

NODE = os.environ["TOOLWRIGHT_TEST_NODE"]
SERVERS = Path(os.environ["TOOLWRIGHT_TEST_SERVERS"])
PYTHON = Path(os.environ["TOOLWRIGHT_TEST_SERVERS_PYTHON"])


def npm(name: str, program: str, *words: str) -> dict[str, Any]:
    """A server of npm, on its standard streams."""
    script = SERVERS / "node_modules" / ".bin" / program
    return {"command": NODE, "args": [str(script.resolve()), *words]}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@asynccontextmanager
async def everything(transport: str) -> AsyncIterator[int]:
    """The server `everything` on a port of its own."""
    port = free_port()
    server = npm("everything", "mcp-server-everything", transport)
    process = await asyncio.create_subprocess_exec(
        server["command"],
        *server["args"],
        env=os.environ | {"PORT": str(port)},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            await asyncio.sleep(0.1)
        yield port
    finally:
        process.kill()
        await process.wait()


async def names(client: mcp.Client) -> set[str]:
    found, cursor = set(), None
    while True:
        page = await client.list_tools(cursor=cursor)
        found |= {tool.name for tool in page.tools}
        cursor = page.next_cursor
        if not cursor:
            return found


async def connected(client: mcp.Client, wanted: set[str]) -> set[str]:
    """The names of the tools, once those that are wanted are among them."""
    for _ in range(300):
        found = await names(client)
        if wanted <= found:
            return found
        await asyncio.sleep(0.1)
    return found


async def tools(client: mcp.Client, folder: Path, checks: Checks) -> None:
    calls = {
        "time.get_current_time": ({"timezone": "Asia/Seoul"}, "+09:00"),
        "git.git_status": ({"repo_path": str(folder)}, "No commits yet"),
        "everything.get-sum": ({"a": 2, "b": 3}, "5"),
        "streamable.echo": ({"message": "over HTTP"}, "over HTTP"),
        "events.echo": ({"message": "over SSE"}, "over SSE"),
        "files.read_text_file": ({"path": str(folder / "a.txt")}, "hello"),
        "memory.read_graph": ({}, "entities"),
        "thinking.sequentialthinking": (
            {"thought": "One.", "nextThoughtNeeded": False, "thoughtNumber": 1, "totalThoughts": 1},
            "thoughtNumber",
        ),
    }
    found = await connected(client, set(calls))
    for name, (arguments, expected) in calls.items():
        checks.true(f"{name} is listed", name in found, name, sorted(found))
        result = await client.call_tool(name, arguments)
        answer = text(result)
        checks.true(f"{name} answers", not result.is_error and expected in answer, expected, answer)


async def content(client: mcp.Client, checks: Checks) -> None:
    result = await client.call_tool("everything.get-structured-content", {"location": "Chicago"})
    checks.true("structured content passes", "temperature" in (result.structured_content or {}), "a temperature", result)
    image = await client.call_tool("everything.get-tiny-image", {})
    kinds = [block.type for block in image.content]
    checks.true("images pass", "image" in kinds, "an image", kinds)
    noted = await client.call_tool("everything.get-annotated-message", {"messageType": "error"})
    annotations = noted.content[0].annotations
    checks.true("annotations pass", bool(annotations and annotations.priority == 1), "a priority", noted)
    links = await client.call_tool("everything.get-resource-links", {"count": 2})
    uris = [str(block.uri) for block in links.content if block.type == "resource_link"]
    checks.equal("links to resources pass", len(uris), 2)
    read = await client.read_resource(uris[0])
    checks.true("and can be read", bool(read.contents), "contents", read)
    prompt = await client.get_prompt("everything.args-prompt", {"city": "Seoul"})
    said = prompt.messages[0].content
    checks.true("a prompt has its messages", "Seoul" in getattr(said, "text", ""), "Seoul", prompt)


async def progress(client: mcp.Client, checks: Checks) -> None:
    heard: list[float] = []

    async def note(done: float, total: float | None, message: str | None) -> None:
        heard.append(done)

    arguments = {"duration": 0.4, "steps": 4}
    result = await client.call_tool("everything.trigger-long-running-operation", arguments, progress_callback=note)
    checks.true("a long call ends", not result.is_error, "a result", text(result))
    checks.true("with progress", heard == sorted(heard) and len(heard) >= 3, "several steps", heard)


async def questions(client: mcp.Client, era: str, checks: Checks) -> None:
    asked = await client.call_tool("everything.trigger-elicitation-request", {})
    sampled = await client.call_tool("everything.trigger-sampling-request", {"prompt": "Hi", "maxTokens": 10})
    if era == "legacy":
        checks.true("a question reaches the person", "Ada" in text(asked), "Ada", text(asked))
        checks.true("a sample reaches the model", "from the model" in text(sampled), "a sample", text(sampled))
    else:
        # The server waits for the answer in the middle of the call, which a modern client cannot give.
        told = text(asked) + text(sampled)
        checks.true("what cannot be asked is told", "cannot be repeated" in told, "the reason", told)


async def refused(client: mcp.Client, checks: Checks) -> None:
    result = await client.call_tool("everything.get-sum", {"a": "two", "b": 3})
    checks.true("arguments are checked here", bool(result.is_error) and "`a`" in text(result), "`a`", text(result))
    found = await names(client)
    checks.true("excluded tools are not there", "files.write_file" not in found, "no such tool", sorted(found))


async def typescript(server: Server, folder: Path, registry: Path, checks: Checks) -> None:
    """Runs the program with the same checks in TypeScript, and counts its lines."""
    script = Path(__file__).parent.parent / "typescript" / "gateway.mjs"
    async with server.place(TOOLWRIGHT_REGISTRY_DIR=str(registry)) as (place, environment):
        client = await asyncio.create_subprocess_exec(
            NODE,
            str(script),
            *("--era", server.era, "--folder", str(folder), *place),
            env=environment,
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await client.communicate()
    for line in said.decode().splitlines():
        if line.startswith(("ok ", "FAILED ")):
            checks.true(line.removeprefix("ok "), line.startswith("ok "), "ok", line)
    checks.equal("the client in TypeScript ends", client.returncode, 0)


async def run(arguments: argparse.Namespace, checks: Checks) -> None:
    server = Server(arguments.binary, arguments.transport, arguments.era)
    folder = server.folder / "files"
    folder.mkdir()
    (folder / "a.txt").write_text("hello\n")
    git = await asyncio.create_subprocess_exec("git", "init", "--quiet", str(folder))
    await git.wait()
    registry = server.folder / "registry"
    registry.mkdir()
    (registry / "tools.json").write_text('{"tools": []}')
    async with everything("streamableHttp") as http, everything("sse") as sse:
        servers = {
            "time": {"command": str(PYTHON / "mcp-server-time"), "args": ["--local-timezone", "UTC"]},
            "git": {"command": str(PYTHON / "mcp-server-git"), "args": ["--repository", str(folder)]},
            "everything": npm("everything", "mcp-server-everything", "stdio") | {"trust": "questions"},
            "streamable": {"type": "http", "url": f"http://127.0.0.1:{http}/mcp"},
            "events": {"type": "sse", "url": f"http://127.0.0.1:{sse}/sse"},
            "files": npm("filesystem", "mcp-server-filesystem", str(folder)) | {"exclude": ["write_*"]},
            "memory": npm("memory", "mcp-server-memory") | {"env": {"MEMORY_FILE_PATH": str(server.folder / "memory.jsonl")}},
            "thinking": npm("thinking", "mcp-server-sequential-thinking"),
        }
        (registry / "mcp.json").write_text(json.dumps({"mcpServers": servers}))

        if arguments.client == "typescript":
            await typescript(server, folder, registry, checks)
            return

        async def ask(context: Any, question: types.ElicitRequestParams) -> types.ElicitResult:
            return types.ElicitResult(action="accept", content={"name": "Ada", "check": True})

        async def sample(context: Any, request: types.CreateMessageRequestParams) -> types.CreateMessageResult:
            said = types.TextContent(type="text", text="from the model")
            return types.CreateMessageResult(role="assistant", content=said, model="test")

        options = {"elicitation_callback": ask, "sampling_callback": sample}
        async with server.client(options, TOOLWRIGHT_REGISTRY_DIR=str(registry)) as client:
            await tools(client, folder, checks)
            await content(client, checks)
            await progress(client, checks)
            await questions(client, arguments.era, checks)
            await refused(client, checks)
    kinds = {record["kind"] for record in server.records() if record["tool"].startswith("time.")}
    checks.equal("the log says that it was another server", kinds, {"mcp"})


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
