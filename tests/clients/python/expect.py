"""Counting checks, reading the command line, and stopping a program that hangs."""

import argparse
import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

TIMEOUT_SECONDS = 60


@dataclass(frozen=True)
class Target:
    """The server under test, and the protocol era to speak with it."""

    era: str
    stdio: str | None
    http: str | None
    sse: str | None

    @property
    def protocol_version(self) -> str:
        return {"legacy": "2025-11-25", "modern": "2026-07-28"}[self.era]


class Checks:
    """Prints one line for each check and counts the failures."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def equal(self, what: str, got: Any, expected: Any) -> None:
        self._record(what, got == expected, repr(expected), repr(got))

    def true(self, what: str, holds: bool, expected: str, got: Any) -> None:
        self._record(what, holds, expected, repr(got))

    def crashed(self, what: str, error: BaseException) -> None:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        self._record(what, False, "no exception", f"{type(error).__name__}: {error}")

    def _record(self, what: str, holds: bool, expected: str, got: str) -> None:
        if holds:
            self.passed += 1
            print(f"ok {what}", flush=True)
        else:
            self.failed += 1
            print(f"FAILED {what}: expected {expected} got {got}", flush=True)

    def finish(self) -> int:
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 0 if self.passed and not self.failed else 1


def main(description: str, program: Callable[[Target, Checks], Awaitable[None]]) -> int:
    """Run `program` against the server of the command line. Returns the exit code."""
    target = _parse_arguments(description)
    checks = Checks()
    _stop_when_hanging(checks)
    try:
        asyncio.run(program(target, checks))
    except Exception as error:
        checks.crashed("the whole run", error)
    return checks.finish()


def _parse_arguments(description: str) -> Target:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--era", choices=["legacy", "modern"], required=True)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--stdio", metavar="PATH", help="start this binary and speak over its stdin and stdout")
    where.add_argument("--http", metavar="URL", help="connect to this streamable HTTP endpoint")
    where.add_argument("--sse", metavar="URL", help="connect to this HTTP+SSE endpoint (legacy era only)")
    arguments = parser.parse_args()
    if arguments.sse and arguments.era == "modern":
        parser.error("--sse exists only in the legacy era")
    return Target(**vars(arguments))


def _stop_when_hanging(checks: Checks) -> None:
    """End the process from outside the event loop, which a hanging client may have blocked."""

    def stop() -> None:
        checks.crashed("the whole run", TimeoutError(f"not done after {TIMEOUT_SECONDS} seconds"))
        checks.finish()
        os._exit(1)

    timer = threading.Timer(TIMEOUT_SECONDS, stop)
    timer.daemon = True
    timer.start()
