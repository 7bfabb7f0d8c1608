"""Drives the todo example with the official Python SDK (`mcp`)."""

import sys
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import expect
import mcp
import mcp_types as types
import scenario
from expect import Checks, Target
from mcp.client.sse import sse_client
from mcp.shared.exceptions import MCPDeprecationWarning

# The legacy era is under test, and the SDK deprecates all that only it has.
warnings.simplefilter("ignore", MCPDeprecationWarning)

MODES = {"legacy": "legacy", "modern": "auto"}


class SdkClient:
    def __init__(self, client: mcp.Client, inbox: scenario.Inbox, era: str) -> None:
        self.client = client
        self.inbox = inbox
        self.era = era
        self.protocol_version = client.protocol_version
        self.server_info = client.server_info

    async def list_tools(self) -> list[types.Tool]:
        return (await self.client.list_tools()).tools

    async def list_resources(self) -> list[types.Resource]:
        return (await self.client.list_resources()).resources

    async def list_resource_templates(self) -> list[types.ResourceTemplate]:
        return (await self.client.list_resource_templates()).resource_templates

    async def list_prompts(self) -> list[types.Prompt]:
        return (await self.client.list_prompts()).prompts

    async def call(self, name: str, arguments: dict[str, Any], on_progress: Any = None) -> types.CallToolResult:
        return await self.client.call_tool(name, arguments, progress_callback=on_progress)

    async def read(self, uri: str) -> list[types.ResourceContents]:
        return (await self.client.read_resource(uri)).contents

    async def prompt(self, name: str, arguments: dict[str, str]) -> list[types.PromptMessage]:
        return (await self.client.get_prompt(name, arguments)).messages

    async def complete(self, prompt: str, argument: str, value: str) -> list[str]:
        reference = types.PromptReference(type="ref/prompt", name=prompt)
        result = await self.client.complete(reference, {"name": argument, "value": value})
        return result.completion.values

    async def want_logs(self) -> None:
        # In the modern era the client asks with every request (`log_level` in `connect`).
        if self.era == "legacy":
            await self.client.set_logging_level("info")

    @asynccontextmanager
    async def watch(self, uri: str) -> AsyncIterator[scenario.NextUpdate]:
        if self.era == "legacy":
            await self.client.subscribe_resource(uri)
            yield self.inbox.next_update
            await self.client.unsubscribe_resource(uri)
        else:
            async with self.client.listen(resource_subscriptions=[uri]) as subscription:

                async def next_update() -> str:
                    return (await anext(subscription)).uri

                yield next_update


def connect(target: Target, inbox: scenario.Inbox) -> mcp.Client:
    async def ask(context: Any, question: types.ElicitRequestParams) -> types.ElicitResult:
        return inbox.ask(question)

    async def log(entry: types.LoggingMessageNotificationParams) -> None:
        inbox.log(entry)

    async def receive(message: Any) -> None:
        inbox.receive(message)

    return mcp.Client(
        server_of(target),
        mode=MODES[target.era],
        elicitation_callback=ask,
        logging_callback=log,
        log_level="info",
        message_handler=receive,
    )


def server_of(target: Target) -> Any:
    if target.stdio:
        return mcp.StdioServerParameters(command=target.stdio)
    return target.http or sse_client(target.sse)


async def program(target: Target, checks: Checks) -> None:
    inbox = scenario.Inbox()
    async with connect(target, inbox) as client:
        await scenario.run(SdkClient(client, inbox, target.era), target, checks)


if __name__ == "__main__":
    sys.exit(expect.main(__doc__, program))
