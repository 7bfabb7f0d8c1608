"""The checks that every client library passes against the todo example, in each era.

A client library takes part by implementing `Client`. Checks compare with what was there before, so one HTTP server
can be shared by several runs.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import anyio
import mcp_types as types
from expect import Checks, Target
from mcp import MCPError

RESOURCE = "todo://all"
TOOLS = [
    "add_todo",
    "cancellations",
    "complete_todo",
    "delete_todo",
    "import_todos",
    "list_todos",
    "report",
    "wait",
]
INVALID_PARAMS = -32602
# Revision 2026-07-28 moved "resource not found" from its own code to "invalid params".
RESOURCE_NOT_FOUND = {"legacy": -32002, "modern": INVALID_PARAMS}
UNKNOWN_ID = 999_999
PATIENCE_SECONDS = 5


class Inbox:
    """Notifications of the server, and the answer to its next question."""

    def __init__(self) -> None:
        self.answer = types.ElicitResult(action="decline")
        self.questions: list[types.ElicitRequestParams] = []
        self.logs: list[tuple[str, Any]] = []
        self.updated: list[str] = []

    def ask(self, question: types.ElicitRequestParams) -> types.ElicitResult:
        self.questions.append(question)
        return self.answer

    def log(self, entry: types.LoggingMessageNotificationParams) -> None:
        self.logs.append((entry.level, entry.data))

    def receive(self, message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            self.updated.append(str(message.params.uri))

    async def next_update(self) -> str:
        await eventually(lambda: bool(self.updated))
        return self.updated.pop(0)


class ToolResult(Protocol):
    content: list[types.ContentBlock]
    structured_content: Any
    is_error: bool


NextUpdate = Callable[[], Awaitable[str]]


class Client(Protocol):
    """A connected client. Protocol errors are raised as `MCPError`."""

    inbox: Inbox
    protocol_version: str | None
    server_info: types.Implementation | None

    async def list_tools(self) -> list[types.Tool]: ...
    async def list_resources(self) -> list[types.Resource]: ...
    async def list_resource_templates(self) -> list[types.ResourceTemplate]: ...
    async def list_prompts(self) -> list[types.Prompt]: ...
    async def call(self, name: str, arguments: dict[str, Any], on_progress: Any = None) -> ToolResult: ...
    async def read(self, uri: str) -> list[types.ResourceContents]: ...
    async def prompt(self, name: str, arguments: dict[str, str]) -> list[types.PromptMessage]: ...
    async def complete(self, prompt: str, argument: str, value: str) -> list[str]: ...
    async def want_logs(self) -> None: ...
    def watch(self, uri: str) -> AbstractAsyncContextManager[NextUpdate]: ...


async def run(client: Client, target: Target, checks: Checks) -> None:
    for part in (
        check_handshake,
        check_lists,
        check_structured_results,
        check_bad_calls,
        check_resources,
        check_prompts,
        check_progress,
        check_elicitation,
        check_cancellation,
        check_updates,
        check_logs,
    ):
        try:
            await part(client, target, checks)
        except Exception as error:
            checks.crashed(part.__name__.replace("_", " "), error)


async def check_handshake(client: Client, target: Target, checks: Checks) -> None:
    checks.equal("negotiates the protocol version", client.protocol_version, target.protocol_version)
    checks.equal("names the server", client.server_info and client.server_info.name, "todo")
    if target.stdio:
        checks.equal("starts empty", await todos(client), [])


async def check_lists(client: Client, target: Target, checks: Checks) -> None:
    tools = {tool.name: tool for tool in await client.list_tools()}
    checks.equal("lists the tools", sorted(tools), TOOLS)
    checks.equal("describes every tool", [name for name, tool in tools.items() if not tool.description], [])
    check_schemas(tools, checks)
    resources = await client.list_resources()
    checks.equal("lists the resource", [(str(r.uri), r.mime_type) for r in resources], [(RESOURCE, "application/json")])
    templates = await client.list_resource_templates()
    checks.equal("lists the template", [t.uri_template for t in templates], ["todo://items/{id}"])
    prompts = {p.name: {a.name: bool(a.required) for a in p.arguments or []} for p in await client.list_prompts()}
    checks.equal("lists the prompts", prompts, {"plan": {"goal": True, "days": False}, "review": {"priority": True}})


def check_schemas(tools: dict[str, types.Tool], checks: Checks) -> None:
    schema = tools["add_todo"].input_schema
    properties = schema["properties"]
    checks.equal("add_todo takes its parameters", sorted(properties), ["due", "priority", "title"])
    checks.equal("add_todo requires the title", schema["required"], ["title"])
    title = {key: properties["title"].get(key) for key in ("type", "minLength", "maxLength")}
    checks.equal("title is bounded", title, {"type": "string", "minLength": 1, "maxLength": 200})
    checks.equal("priority is an enum", properties["priority"].get("enum"), ["low", "normal", "high"])
    checks.equal("priority has a default", properties["priority"].get("default"), "normal")
    limit = tools["list_todos"].input_schema["properties"]["limit"]
    limits = {key: limit.get(key) for key in ("type", "minimum", "maximum", "default")}
    checks.equal("limit is bounded", limits, {"type": "integer", "minimum": 1, "maximum": 100, "default": 50})
    output = tools["list_todos"].output_schema or {}
    checks.equal("list_todos wraps its list", sorted(output.get("properties", {})), ["result"])
    annotations = tools["cancellations"].annotations
    checks.equal("cancellations is read-only", annotations and annotations.read_only_hint, True)


async def check_structured_results(client: Client, target: Target, checks: Checks) -> None:
    before = await todos(client)
    full = await client.call("add_todo", {"title": "buy milk", "priority": "high", "due": "2026-12-24"})
    milk = full.structured_content
    expected = {"id": milk["id"], "title": "buy milk", "priority": "high", "done": False, "due": "2026-12-24"}
    checks.equal("add_todo answers the todo", milk, expected)
    checks.equal("add_todo answers the same as text", json.loads(text_of(full)), milk)
    bread = (await client.call("add_todo", {"title": "bake bread"})).structured_content
    expected = {"id": bread["id"], "title": "bake bread", "priority": "normal", "done": False}
    checks.equal("add_todo fills in defaults", bread, expected)
    checks.equal("list_todos answers a wrapped list", await todos(client), [*before, milk, bread])
    done = (await client.call("complete_todo", {"id": milk["id"]})).structured_content
    checks.equal("complete_todo answers the todo", done, milk | {"done": True})
    still_open = [todo for todo in [*before, bread] if not todo["done"]]
    checks.equal("list_todos leaves out done ones", await todos(client, only_open=True), still_open)
    checks.equal("list_todos stops at the limit", await todos(client, limit=1), [*before, done][:1])


async def check_bad_calls(client: Client, target: Target, checks: Checks) -> None:
    for what, name, arguments, named in (
        ("a missing argument", "add_todo", {}, "title"),
        ("an empty title", "add_todo", {"title": ""}, "title"),
        ("an unknown priority", "add_todo", {"title": "x", "priority": "urgent"}, "priority"),
        ("a wrong type", "complete_todo", {"id": "first"}, "id"),
        ("a limit out of range", "list_todos", {"limit": 0}, "limit"),
    ):
        result = await client.call(name, arguments)
        helpful = result.is_error and named in text_of(result)
        checks.true(f"{what} is an error the model can mend", helpful, f"isError naming {named}", result)
    missing = await client.call("complete_todo", {"id": UNKNOWN_ID})
    got = (missing.is_error, text_of(missing))
    checks.equal("a failing tool says why", got, (True, f"there is no todo {UNKNOWN_ID}"))
    code = await error_code(client.call("no_such_tool", {}))
    checks.equal("an unknown tool is a protocol error", code, INVALID_PARAMS)


async def check_resources(client: Client, target: Target, checks: Checks) -> None:
    todo = (await client.call("add_todo", {"title": "read me"})).structured_content
    everything = await client.read(RESOURCE)
    got = [(str(c.uri), c.mime_type, json.loads(c.text)) for c in everything]
    checks.equal("reads the resource", got, [(RESOURCE, "application/json", await todos(client))])
    uri = f"todo://items/{todo['id']}"
    got = [(str(c.uri), json.loads(c.text)) for c in await client.read(uri)]
    checks.equal("reads the template", got, [(uri, todo)])
    code = await error_code(client.read(f"todo://items/{UNKNOWN_ID}"))
    checks.equal("an unknown resource is an error", code, RESOURCE_NOT_FOUND[target.era])


async def check_prompts(client: Client, target: Target, checks: Checks) -> None:
    messages = await client.prompt("plan", {"goal": "the summit", "days": "3"})
    got = [(m.role, m.content.text) for m in messages]
    checks.equal("gets the prompt", got, [("user", "Plan how to reach the summit in 3 days.")])
    messages = await client.prompt("plan", {"goal": "the summit"})
    got = [m.content.text for m in messages]
    checks.equal("the prompt fills in defaults", got, ["Plan how to reach the summit in 7 days."])
    code = await error_code(client.prompt("plan", {}))
    checks.equal("a prompt without its argument is an error", code, INVALID_PARAMS)
    code = await error_code(client.prompt("no_such_prompt", {}))
    checks.equal("an unknown prompt is an error", code, INVALID_PARAMS)
    checks.equal("completes an argument", await client.complete("review", "priority", "hi"), ["high"])
    everything = sorted(await client.complete("review", "priority", ""))
    checks.equal("completes from nothing", everything, ["high", "low", "normal"])


async def check_progress(client: Client, target: Target, checks: Checks) -> None:
    titles = ["one", "two", "three", "four"]
    seen: list[tuple[float, float | None, str | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total, message))

    result = await client.call("import_todos", {"titles": titles}, on_progress)
    checks.equal("import_todos answers the count", result.structured_content, {"result": len(titles)})
    await eventually(lambda: len(seen) >= len(titles))
    expected = [(number, len(titles), title) for number, title in enumerate(titles, 1)]
    checks.equal("gets every progress notification in order", seen, expected)


async def check_elicitation(client: Client, target: Target, checks: Checks) -> None:
    todo = (await client.call("add_todo", {"title": "delete me"})).structured_content
    refusals = {
        "declining": types.ElicitResult(action="decline"),
        "cancelling": types.ElicitResult(action="cancel"),
        "accepting without confirming": types.ElicitResult(action="accept", content={"confirm": False}),
    }
    for what, answer in refusals.items():
        client.inbox.answer = answer
        result = await client.call("delete_todo", {"id": todo["id"]})
        got = (result.is_error, text_of(result), todo in await todos(client))
        checks.equal(f"{what} deletes nothing", got, (True, "the person did not confirm", True))
    client.inbox.answer = types.ElicitResult(action="accept", content={"confirm": True})
    client.inbox.questions.clear()
    result = await client.call("delete_todo", {"id": todo["id"]})
    got = (bool(result.is_error), text_of(result), todo in await todos(client))
    checks.equal("accepting deletes", got, (False, f"deleted todo {todo['id']}", False))
    asked = [(q.message, form_of(q)) for q in client.inbox.questions]
    checks.equal("asks once, with a form", asked, [(f"Delete todo {todo['id']}?", {"confirm": "boolean"})])


async def check_cancellation(client: Client, target: Target, checks: Checks) -> None:
    before = await cancellations(client)
    with anyio.move_on_after(0.3) as running:
        await client.call("wait", {"seconds": 30})
    checks.equal("gives up waiting", running.cancelled_caught, True)
    # A dropped call has no answer to wait for, so its effect is polled.
    with anyio.move_on_after(PATIENCE_SECONDS):
        while await cancellations(client) == before:
            await anyio.sleep(0.05)
    checks.equal("cancelling drops the work", await cancellations(client) - before, 1)
    short = await client.call("wait", {"seconds": 0.01})
    checks.equal("an undisturbed wait ends by itself", text_of(short), "waited")
    checks.equal("and is not counted", await cancellations(client) - before, 1)


async def check_updates(client: Client, target: Target, checks: Checks) -> None:
    async with client.watch(RESOURCE) as next_update:
        todo = (await client.call("add_todo", {"title": "watched"})).structured_content
        checks.equal("hears of an added todo", await in_time(next_update), RESOURCE)
        await client.call("complete_todo", {"id": todo["id"]})
        checks.equal("hears of a completed todo", await in_time(next_update), RESOURCE)
    # The end of a subscription is not acknowledged: let it reach the server, then let nothing come back.
    await anyio.sleep(0.2)
    client.inbox.updated.clear()
    await client.call("add_todo", {"title": "unwatched"})
    await anyio.sleep(0.2)
    checks.equal("hears nothing after it stopped watching", client.inbox.updated, [])


async def check_logs(client: Client, target: Target, checks: Checks) -> None:
    await client.want_logs()
    client.inbox.logs.clear()
    result = await client.call("report", {})
    checks.true("report answers text", bool(text_of(result)) and not result.is_error, "some text", result)
    await eventually(lambda: bool(client.inbox.logs))
    checks.equal("gets the log message", client.inbox.logs, [("info", "reporting")])


async def todos(client: Client, **arguments: Any) -> list[dict[str, Any]]:
    return (await client.call("list_todos", {"limit": 100} | arguments)).structured_content["result"]


async def cancellations(client: Client) -> int:
    return (await client.call("cancellations", {})).structured_content["result"]


async def error_code(call: Awaitable[Any]) -> int | str:
    try:
        return f"no error but {await call!r}"
    except MCPError as error:
        return error.code


async def in_time(next_update: NextUpdate) -> str | None:
    with anyio.move_on_after(PATIENCE_SECONDS):
        return await next_update()
    return None


async def eventually(holds: Callable[[], bool]) -> None:
    """Give a notification time to arrive. The next check tells whether it did."""
    with anyio.move_on_after(PATIENCE_SECONDS):
        while not holds():
            await anyio.sleep(0.01)


def text_of(result: ToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, types.TextContent))


def form_of(question: types.ElicitRequestParams) -> dict[str, str]:
    properties = question.requested_schema["properties"]
    return {name: schema["type"] for name, schema in properties.items()}
