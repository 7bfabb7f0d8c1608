"""Lists and calls a server with every kind of parameter and result, with the official Python SDK (`mcp`).

The SDK validates each structured result against the output schema of its tool.
"""

import sys
from typing import Any

import expect
import mcp
from expect import Checks, Target

MODES = {"legacy": "legacy", "modern": "auto"}
RAW = [1, {"a": None}]
PLACE = {"street": "Long Lane", "number": None, "raw": RAW}
ARGUMENTS: dict[str, Any] = {
    "whole": 1,
    "real": 0.5,
    "truth": True,
    "text": "text",
    "letter": "x",
    "list": [1, 2],
    "set": ["low"],
    "map": {"a": RAW},
    "pair": [1, "one"],
    "anything": RAW,
    "values": [1, "two", None],
    "place": PLACE,
    "shape": {"kind": "circle", "radius": 1.5},
    "either": {"word": "word"},
    "tree": {"name": "root", "children": []},
}
STRUCTURED = {
    "return_values": {"result": [1, "two", None]},
    "return_struct": PLACE,
    "return_some": {"result": PLACE},
    "return_none": {"result": None},
    "return_tagged": {"kind": "square", "side": 1.0, "label": "s"},
    "return_untagged": {"result": {"word": "word"}},
}


async def program(target: Target, checks: Checks) -> None:
    server = mcp.StdioServerParameters(command=target.stdio or "")
    async with mcp.Client(server, mode=MODES[target.era]) as client:
        tools = (await client.list_tools()).tools
        checks.true("lists the tools", len(tools) > 20, "more than 20", len(tools))
        for tool in tools:
            if tool.name.startswith("return_"):
                result = await client.call_tool(tool.name, {})
                checks.true(f"{tool.name} succeeds", not result.is_error, "no error", result)
                if tool.name in STRUCTURED:
                    expected = STRUCTURED[tool.name]
                    checks.equal(f"{tool.name} is structured", result.structured_content, expected)
        taken = await client.call_tool("parameters", ARGUMENTS)
        checks.true("takes every parameter", not taken.is_error, "no error", taken)


if __name__ == "__main__":
    sys.exit(expect.main(__doc__ or "", program))
