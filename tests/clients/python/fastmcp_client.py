"""Drives the todo example with the FastMCP client (`fastmcp`)."""

import sys
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import expect
import fastmcp
import mcp_types as types
import scenario
from expect import Checks, Target
from fastmcp.client.client import CallToolResult
from fastmcp.client.transports import SSETransport, StdioTransport, StreamableHttpTransport
from fastmcp.exceptions import ToolError
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPDeprecationWarning

# The legacy era is under test, and the SDK deprecates all that only it has.
warnings.simplefilter("ignore", MCPDeprecationWarning)

MODES = {"legacy": "legacy", "modern": "auto"}


class FastMcpClient:
    def __init__(self, client: fastmcp.Client, inbox: scenario.Inbox, era: str) -> None:
        self.client = client
        self.inbox = inbox
        self.era = era
        self.protocol_version = client.protocol_version
        self.server_info = client.server_info
        self.list_tools = client.list_tools
        self.list_resources = client.list_resources
        self.list_resource_templates = client.list_resource_templates
        self.list_prompts = client.list_prompts
        self.read = client.read_resource

    async def call(self, name: str, arguments: dict[str, Any], on_progress: Any = None) -> CallToolResult:
        return await self.client.call_tool(name, arguments, progress_handler=on_progress, raise_on_error=False)

    async def prompt(self, name: str, arguments: dict[str, str]) -> list[types.PromptMessage]:
        return (await self.client.get_prompt(name, arguments)).messages

    async def complete(self, prompt: str, argument: str, value: str) -> list[str]:
        reference = types.PromptReference(type="ref/prompt", name=prompt)
        return (await self.client.complete(reference, {"name": argument, "value": value})).values

    async def want_logs(self) -> None:
        # In the modern era FastMCP asks with every request, by itself.
        if self.era == "legacy":
            await self.client.set_logging_level("info")

    @asynccontextmanager
    async def watch(self, uri: str) -> AsyncIterator[scenario.NextUpdate]:
        # FastMCP has no subscriptions of its own, but hands out the session that has.
        session = self.client.session
        if self.era == "legacy":
            await session.subscribe_resource(uri)
            yield self.inbox.next_update
            await session.unsubscribe_resource(uri)
        else:
            async with listen(session, resource_subscriptions=[uri]):
                yield self.inbox.next_update


def connect(target: Target, inbox: scenario.Inbox) -> fastmcp.Client:
    async def ask(message: str, kind: Any, question: types.ElicitRequestParams, context: Any) -> types.ElicitResult:
        return inbox.ask(question)

    async def log(entry: types.LoggingMessageNotificationParams) -> None:
        inbox.log(entry)

    async def receive(message: Any) -> None:
        inbox.receive(message)

    return fastmcp.Client(
        transport_of(target),
        mode=MODES[target.era],
        elicitation_handler=ask,
        log_handler=log,
        message_handler=receive,
    )


def transport_of(target: Target) -> Any:
    if target.stdio:
        return StdioTransport(command=target.stdio, args=[], keep_alive=False)
    return StreamableHttpTransport(target.http) if target.http else SSETransport(target.sse)


async def check_typed_results(client: fastmcp.Client, checks: Checks) -> None:
    """FastMCP builds Python values from the output schema, and exceptions from `isError`."""
    todo = (await client.call_tool("add_todo", {"title": "typed"})).data
    got = (todo.title, todo.priority, todo.done)
    checks.equal("builds an object from the output schema", got, ("typed", "normal", False))
    try:
        await client.call_tool("complete_todo", {"id": scenario.UNKNOWN_ID})
        raised = None
    except ToolError as error:
        raised = str(error)
    checks.equal("raises what the tool said", raised, f"there is no todo {scenario.UNKNOWN_ID}")


async def program(target: Target, checks: Checks) -> None:
    inbox = scenario.Inbox()
    async with connect(target, inbox) as client:
        await scenario.run(FastMcpClient(client, inbox, target.era), target, checks)
        await check_typed_results(client, checks)


if __name__ == "__main__":
    sys.exit(expect.main(__doc__, program))
