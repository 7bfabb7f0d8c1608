"""Drives a server with lean lists and 1,000 tools with the official Python SDK (`mcp`): an agent that knows `find_tools` and
`call_tool` alone finds the right tools for the prompts of the gold set, and calls them.
"""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

import mcp
from expect import Checks
from toolwright_server import Server, main, text

CHOICE = Path(__file__).resolve().parents[2] / "choice"
COUNT = 1000
VERBS = ["archive", "audit", "calibrate", "compress", "encode", "index", "inspect", "mirror", "prune", "rotate", "seal", "validate"]
NOUNS = [
    "antenna", "backup", "beacon", "camera", "certificate", "cluster", "conveyor", "drone", "engine", "furnace", "gateway", "harvester",
    "kiln", "lathe", "microscope", "pipeline", "press", "pump", "queue", "radar", "reactor", "robot", "router", "satellite", "scanner",
    "sensor", "spectrum", "turbine", "valve", "warehouse_rack",
]
PLACES = ["berlin", "busan", "lagos"]
# The least share of prompts whose tool comes first.
FLOOR = 0.95


def catalogue() -> list[dict]:
    """The tools of the gold set, and others up to 1,000 with the built-in ones."""
    tools = json.loads((CHOICE / "tools.json").read_text())["tools"]
    others = [
        {
            "name": f"{verb}_{noun}_{place}",
            "type": "expression",
            "description": f"Starts to {verb} the {noun.replace('_', ' ')} of the plant in {place.title()}.",
            "config": {"expression": f"'{verb}'"},
        }
        for place in PLACES
        for noun in NOUNS
        for verb in VERBS
    ]
    return tools + others[: COUNT - len(tools) - 11]


def prompts(known: set[str]) -> list[dict]:
    """The prompts of the gold set for these tools, but for those that are held back."""
    gold = [json.loads(line) for line in (CHOICE / "gold.jsonl").read_text().splitlines()]
    kinds = {"plain", "indirect", "twin", "near_miss", "misspelt"}
    return [one for one in gold if one["kind"] in kinds and not one["held_back"] and set(one["expected"]) <= known]


async def find(client: mcp.Client, one: dict) -> dict:
    arguments = {"task": one["prompt"]} | ({"task_in_english": one["task_in_english"]} if "task_in_english" in one else {})
    result = await client.call_tool("find_tools", arguments)
    return result.structured_content or {"tools": [], "by_meaning": False, "error": text(result)}


def filled(schema: dict) -> dict:
    """Arguments that a schema accepts, as an agent fills them in."""
    values = {"string": "5521", "number": 2, "integer": 2, "array": ["5521"], "boolean": True, "object": {}}
    return {name: values[schema["properties"][name]["type"]] for name in schema.get("required", [])}


async def calling(client: mcp.Client, found: list[dict], checks: Checks) -> None:
    """Calls each of the tools that were found, which all compute."""
    for tool in found:
        result = await client.call_tool("call_tool", {"name": tool["name"], "arguments": filled(tool["input_schema"])})
        checks.true(f"{tool['name']} is called", not result.is_error, "a result", text(result))


async def finding(server: Server, checks: Checks, registry: str, tools: list[dict]) -> None:
    async with server.client(TOOLWRIGHT_LISTS="lean", TOOLWRIGHT_REGISTRY_DIR=registry) as client:
        listed = (await client.list_tools()).tools
        checks.equal("the list is short", sorted(tool.name for tool in listed), ["call_tool", "find_tools", "request_human_input"])
        lean = len(json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in listed]))
        own = {tool["name"] for tool in tools if "examples" in tool} | {"calculator", "doc_parser", "get_sim_search", "get_text_embedding"}
        gold = prompts(own)
        while not (await find(client, gold[0]))["by_meaning"]:
            await asyncio.sleep(0.5)
        found = [(one, await find(client, one)) for one in gold]
        right = [
            one for one, answer in found if answer["tools"] and answer["tools"][0]["name"] in {*one["expected"], *one.get("acceptable", [])}
        ]
        share = len(right) / len(gold)
        print(f"   {len(right)} of {len(gold)} prompts found their tool first")
        checks.true(f"the right tool comes first for {FLOOR:.0%} of {len(gold)} prompts", share >= FLOOR, f">= {FLOOR}", f"{share:.3f}")
        computing = {tool["name"] for tool in tools if "examples" in tool}
        await calling(client, [answer["tools"][0] for _, answer in found if answer["tools"][0]["name"] in computing], checks)
        result = await client.call_tool("call_tool", {"name": "get_order", "arguments": {"order": "5521"}})
        checks.equal("and is called", text(result), "5521")
        result = await client.call_tool("call_tool", {"name": "net_to_gross", "arguments": {"net": 80, "rate": 19}})
        checks.equal("with its arguments", round(float(text(result)), 6), 95.2)
        result = await client.call_tool("call_tool", {"name": "get_order", "arguments": {}})
        checks.true("wrong arguments are told", bool(result.is_error) and "`order`" in text(result), "the argument", text(result))
    called = [record["tool"] for record in server.records()]
    checks.true("the log has the tools that were called", {"get_order", "net_to_gross"} <= set(called), "both", called[-6:])
    async with server.client(TOOLWRIGHT_REGISTRY_DIR=registry) as client:
        every, cursor = [], None
        while True:
            page = await client.list_tools(cursor=cursor) if cursor else await client.list_tools()
            every += page.tools
            cursor = page.next_cursor
            if not cursor:
                break
        full = len(json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in every]))
    checks.true("all of it is 1,000 tools", len(every) >= COUNT - 5, COUNT, len(every))
    print(f"   tools/list: {lean} bytes lean, {full} full: {100 * lean / full:.2f} %")
    checks.true("a lean list has at most 2 % of the bytes", lean <= 0.02 * full, f"<= {0.02 * full:.0f}", lean)


async def scenarios(arguments: argparse.Namespace, checks: Checks) -> None:
    server = Server(arguments.binary, arguments.transport, arguments.era)
    registry = server.folder / "registry"
    registry.mkdir()
    tools = catalogue()
    (registry / "tools.json").write_text(json.dumps({"tools": tools}))
    (registry / "mcp.json").write_text('{"mcpServers": {}}')
    await finding(server, checks, os.fspath(registry), tools)


if __name__ == "__main__":
    # A thousand sentences are embedded by a program without optimisation.
    sys.exit(main(__doc__, scenarios, 600))
