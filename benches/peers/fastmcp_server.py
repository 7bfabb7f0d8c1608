"""Python FastMCP with the three tools: over stdin and stdout, or over HTTP with `serve --port PORT`."""

import sys
from dataclasses import dataclass

from fastmcp import FastMCP

mcp = FastMCP("bench")


@dataclass
class Row:
    number: int
    name: str
    value: float
    active: bool


@dataclass
class Table:
    rows: list[Row]


@mcp.tool
async def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@mcp.tool
async def measure(text: str) -> int:
    """Measure a text."""
    return len(text)


@mcp.tool
async def rows(n: int) -> Table:
    """Make rows."""
    return Table([Row(i, f"row {i}", i / 8, i % 2 == 0) for i in range(n)])


if __name__ == "__main__":
    if "--port" in sys.argv:
        port = int(sys.argv[sys.argv.index("--port") + 1])
        quiet = {"access_log": False, "log_level": "warning"}
        mcp.run(
            transport="http",
            host="127.0.0.1",
            port=port,
            path="/mcp",
            json_response=True,
            show_banner=False,
            uvicorn_config=quiet,
        )
    else:
        mcp.run(show_banner=False)
