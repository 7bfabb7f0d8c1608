"""Starts `toolwright` with given settings, and reads its answers."""

import argparse
import asyncio
import json
import os
import tempfile
import warnings
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp
from expect import Checks
from mcp.shared.exceptions import MCPDeprecationWarning

warnings.simplefilter("ignore", MCPDeprecationWarning)

MODES = {"legacy": "legacy", "modern": "auto"}


class Server:
    """A running `toolwright`, over standard input and output or over HTTP."""

    def __init__(self, binary: str, transport: str, era: str) -> None:
        self.binary = str(Path(binary).resolve())
        self.transport = transport
        self.era = era
        # Removed with this object. A database in it may take a moment longer to stop.
        self.kept = tempfile.TemporaryDirectory(prefix="toolwright-", ignore_cleanup_errors=True)
        self.folder = Path(self.kept.name)

    def environment(self, settings: dict[str, str]) -> dict[str, str]:
        usual = {"TOOLWRIGHT_DATA_DIR": str(self.folder), "PATH": os.environ["PATH"], "HOME": str(self.folder)}
        return usual | settings

    @asynccontextmanager
    async def client(self, options: dict[str, Any] | None = None, **settings: str):
        environment = self.environment(settings)
        if self.transport == "stdio":
            parameters = mcp.StdioServerParameters(command=self.binary, args=["stdio"], env=environment)
            async with mcp.Client(parameters, mode=MODES[self.era], **(options or {})) as client:
                yield client
            return
        process = await asyncio.create_subprocess_exec(
            self.binary, "serve", "--port", "0", env=environment, stderr=asyncio.subprocess.PIPE, cwd=self.folder
        )
        try:
            line = (await process.stderr.readline()).decode()
            drain = asyncio.create_task(process.stderr.read())
            async with mcp.Client(line.split()[-1], mode=MODES[self.era], **(options or {})) as client:
                yield client
        finally:
            process.terminate()
            await process.wait()
            drain.cancel()

    @asynccontextmanager
    async def place(self, **settings: str):
        """Where a client in another language finds it: options of the client, and its environment."""
        environment = self.environment(settings)
        if self.transport == "stdio":
            yield ["--program", self.binary], environment
            return
        process = await asyncio.create_subprocess_exec(
            self.binary, "serve", "--port", "0", env=environment, stderr=asyncio.subprocess.PIPE, cwd=self.folder
        )
        drain = None
        try:
            line = (await process.stderr.readline()).decode()
            drain = asyncio.create_task(process.stderr.read())
            yield ["--url", line.split()[-1]], environment
        finally:
            process.terminate()
            await process.wait()
            if drain:
                drain.cancel()

    def records(self) -> list[dict[str, Any]]:
        files = sorted((self.folder / "executions").glob("*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def text(result: Any) -> str:
    return "\n".join(block.text for block in result.content if block.type == "text")


def main(description: str, run: Callable[[argparse.Namespace, Checks], Awaitable[None]], seconds: float = 120) -> int:
    """Run scenarios over the transport and in the era of the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--era", choices=list(MODES), required=True)
    parser.add_argument("--transport", choices=["stdio", "http"], required=True)
    parser.add_argument("--client", choices=["python", "typescript"], default="python")
    parser.add_argument("binary")
    checks = Checks()
    asyncio.run(asyncio.wait_for(run(parser.parse_args(), checks), seconds))
    return checks.finish()
