"""Drives the governed `toolwright` server with the official Python SDK (`mcp`): what the seeds of the product ask for.

Each scenario starts a server with settings of its own, and looks into its log.
"""

import argparse
import os
import sys
import time
from pathlib import Path

import mcp
from expect import Checks
from toolwright_server import Server, main, text


async def refusal(client: mcp.Client, name: str) -> str:
    """The error for a tool that is denied or unknown."""
    try:
        result = await client.call_tool(name, {"query": "x"})
    except mcp.MCPError as error:
        return f"error {error.error.code}: {error.error.message}"
    return f"result {result.is_error}: {text(result)}"


async def names(client: mcp.Client) -> list[str]:
    return sorted(tool.name for tool in (await client.list_tools()).tools)


async def allowed_and_blocked(server: Server, checks: Checks) -> None:
    async with server.client(TOOL_WHITELIST="calculator, serialize_*") as client:
        checks.equal("only the whitelist is listed", await names(client), ["calculator", "serialize_for_cell"])
        result = await client.call_tool("calculator", {"expression": "num1 * num2", "variables": {"num1": 5, "num2": 3}})
        checks.equal("an allowed tool runs", result.structured_content, {"result": 15})
        blocked, unknown = await refusal(client, "doc_parser"), await refusal(client, "no_such_tool")
        checks.equal("a blocked tool reads like an unknown one", blocked, unknown.replace("no_such_tool", "doc_parser"))
        checks.true("and that is a refusal", "unknown tool `doc_parser`" in blocked, "unknown tool", blocked)
    outcomes = [(record["tool"], record["outcome"]) for record in server.records()]
    expected = [("calculator", "ok"), ("doc_parser", "denied"), ("no_such_tool", "not_found")]
    checks.equal("all of it is in the log", outcomes, expected)


async def invalid_input(server: Server, checks: Checks) -> None:
    async with server.client() as client:
        result = await client.call_tool("calculator", {"expression": ["1 + 1"], "colour": "red"})
        checks.true("invalid input is an error", bool(result.is_error), "an error", text(result))
        told = text(result)
        checks.true("it names the path", "`expression`: got [\"1 + 1\"], wanted a string" in told, "the path", told)
        checks.true(
            "it names what is unknown", "unknown argument `colour`, expected one of `expression`, `variables`" in told, "both names", told
        )
        checks.true("and gives an example", "\nexample: {" in told, "an example", told)
        result = await client.call_tool("calculator", {"expression": "a + 1", "variables": '{"a": 1}'})
        checks.equal("what was meant is understood", result.structured_content, {"result": 2})
        repairs = (result.meta or {}).get("toolwright/repairs")
        checks.equal("with a receipt", [repair["repair"] for repair in repairs or []], ["stringified_json"])
    last = server.records()[-1]
    checks.equal("the log has it too", last["repairs"][0]["path"], "variables")


async def failure(server: Server, checks: Checks) -> None:
    async with server.client() as client:
        result = await client.call_tool("calculator", {"expression": "1 / 0"})
        checks.true("a failure is an error", bool(result.is_error), "an error", text(result))
        identity = (result.meta or {}).get("toolwright/executionId")
    record = server.records()[-1]
    checks.equal("its input is in the log", record["arguments"], {"expression": "1 / 0"})
    checks.equal("under the id that the client has", record["id"], identity)
    checks.equal("as a failure", record["outcome"], "tool_execution_error")


def processes(marker: str) -> list[str]:
    """The processes whose command line has `marker`."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if marker in line:
                found.append(line)
    return found


async def timeout(server: Server, checks: Checks) -> None:
    marker = f"300.{os.getpid()}{time.time_ns() % 100_000}"
    async with server.client(TOOLWRIGHT_CODE_EXECUTION="true") as client:
        code = f"sleep {marker} & sleep {marker}"
        start = time.monotonic()
        result = await client.call_tool("code_execution", {"language": "shell", "code": code, "timeout_seconds": 2})
        elapsed = time.monotonic() - start
        checks.true("a call that takes too long is stopped", bool(result.is_error), "an error", text(result))
        checks.true("soon after its time", 2 <= elapsed < 20, "2 to 20 s", elapsed)
        checks.equal("and its child processes are gone", processes(marker), [])


async def plan(server: Server, checks: Checks) -> None:
    async with server.client(TOOLWRIGHT_PLANS="true", TOOL_WHITELIST="run_plan,calculator,serialize_for_cell") as client:
        steps = [
            {"tool": "calculator", "arguments": {"expression": "6 * 7"}},
            {"tool": "doc_parser", "arguments": {"path": "x"}},
            {"tool": "calculator", "arguments": {"expression": "1 / 0"}},
            {"tool": "serialize_for_cell", "arguments": {"data": "a\u00a0b"}},
        ]
        report = (await client.call_tool("run_plan", {"steps": steps})).structured_content
        results = [(result["success"], result["result"]) for result in report["results"]]
        expected = [(True, 42), (False, None), (False, None), (True, "a b")]
        checks.equal("a plan has partial results", results, expected)
        checks.equal("a blocked step is unknown", report["results"][1]["error"], "Tool 'doc_parser' not found")


async def flags_off(server: Server, checks: Checks) -> None:
    async with server.client(MCP_TOOLS="false") as client:
        checks.equal("with tools off nothing is listed", await names(client), [])
        refused = await refusal(client, "calculator")
        checks.true("and nothing runs", "unknown tool `calculator`" in refused, "unknown", refused)
    async with server.client(TOOL_WHITELIST="calculator", TOOLS_POLICY="false") as client:
        listed = await names(client)
        checks.true("without enforcement all are listed", "serialize_for_cell" in listed, "more than one", listed)
        result = await client.call_tool("serialize_for_cell", {"data": "a\u00a0b"})
        checks.equal("and run", text(result), "a b")


async def run(arguments: argparse.Namespace, checks: Checks) -> None:
    for scenario in [allowed_and_blocked, invalid_input, failure, timeout, plan, flags_off]:
        server = Server(arguments.binary, arguments.transport, arguments.era)
        try:
            await scenario(server, checks)
        except Exception as error:
            checks.crashed(scenario.__name__, error)


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
