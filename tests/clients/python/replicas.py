"""Calls `shared` again and again until its standard input ends, and prints a line of JSON for every answer. Begins anew where a
session is gone.
"""

import argparse
import asyncio
import json
import sys
import time
import warnings

import httpx2
import mcp
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPDeprecationWarning

warnings.simplefilter("ignore", MCPDeprecationWarning)
MODES = {"legacy": "legacy", "modern": "auto"}
PAUSE = 0.05


def tell(**members) -> None:
    print(json.dumps(members), flush=True)


async def session(arguments: argparse.Namespace, numbers, ended: asyncio.Event) -> None:
    """Calls until an answer does not come."""
    headers = {"Authorization": f"Bearer {arguments.key}"}
    async with httpx2.AsyncClient(timeout=10, headers=headers) as http:
        transport = streamable_http_client(arguments.url, http_client=http)
        async with mcp.Client(transport, mode=MODES[arguments.era]) as client:
            tell(begun=time.time())
            while not ended.is_set():
                number, sent = next(numbers), time.time()
                result = await asyncio.wait_for(client.call_tool("shared", {"n": number}), 10)
                text = result.content[0].text
                if result.is_error:
                    raise RuntimeError(text)
                tell(n=number, value=int(text), sent=sent, answered=time.time())
                await asyncio.sleep(PAUSE)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("--era", choices=list(MODES), required=True)
    parser.add_argument("--from", type=int, required=True, dest="first")
    arguments = parser.parse_args()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, lambda: (sys.stdin.read(), loop.call_soon_threadsafe(ended.set)))
    numbers = iter(range(arguments.first, arguments.first + 1_000_000))
    while not ended.is_set():
        try:
            await session(arguments, numbers, ended)
        except Exception as error:
            while isinstance(error, ExceptionGroup):
                error = error.exceptions[0]
            tell(failed=time.time(), error=f"{type(error).__name__}: {error}"[:300])
            await asyncio.sleep(PAUSE)


if __name__ == "__main__":
    asyncio.run(main())
