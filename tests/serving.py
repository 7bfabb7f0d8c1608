"""A server in a process of its own, for the checks in this folder."""

import os
import pty
import queue
import re
import subprocess
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Iterator

START_SECONDS = 120
STOP_SECONDS = 60
LISTENING = re.compile(r"listening on (http://\S+)/mcp")


@contextmanager
def serving(program: Path, home: Path, settings: dict[str, str]) -> Iterator["Server"]:
    """Runs `program serve` in the folder `home` on a free port, with these settings alone, in a terminal."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen([program, "serve"], env=environment(home, settings), cwd=home, stderr=terminal)
    os.close(terminal)
    try:
        yield Server(os.fdopen(controller))
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def environment(home: Path, settings: dict[str, str]) -> dict[str, str]:
    return {"HOME": str(home), "PATH": os.environ["PATH"], "TOOLWRIGHT_PORT": "0", **settings}


class Server:
    """A server that listens at `address`."""

    def __init__(self, messages: IO[str]) -> None:
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self.follow, args=(messages,), daemon=True).start()
        self.address = self.said(LISTENING)

    def follow(self, messages: IO[str]) -> None:
        """Reads all messages: a terminal that nobody reads would stop the server."""
        try:
            for line in messages:
                self.lines.put(line)
        except OSError:
            # The terminal of a process that ended.
            pass
        self.lines.put(None)

    def said(self, pattern: re.Pattern) -> str:
        """Waits for a message that matches, and returns its first group."""
        others, end = [], time.monotonic() + START_SECONDS
        try:
            while (line := self.lines.get(timeout=max(0, end - time.monotonic()))) is not None:
                if found := pattern.match(line):
                    return found.group(1)
                others.append(line)
            problem = "the server ended"
        except queue.Empty:
            problem = f"after {START_SECONDS} s the server has not said `{pattern.pattern}`"
        raise SystemExit(f"{problem}; it said:\n{''.join(others)}")
