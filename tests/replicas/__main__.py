"""Four servers on one database behind nginx, with Python and TypeScript clients of both eras, while tools are changed, a server is
killed, one is cut off from the database and comes back, and the database restarts.

No call that was answered is missing in the logs, and nobody is answered by a tool that was changed more than a second before, as long as
its server has the database.

Usage: python3 tests/replicas --nginx PROGRAM --python PROGRAM --node PROGRAM BINARY
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from cluster import Cluster

CLIENTS = Path(__file__).resolve().parents[1] / "clients"
sys.path.insert(0, str(CLIENTS / "python"))

from expect import Checks  # noqa: E402

TOOL = {"name": "shared", "type": "expression", "description": "Counts.", "parameters": [{"name": "n", "type": "integer", "required": True}]}
# A result has the number of the call and the version of the tool.
VERSIONS = 1000
# How long after a change, or after the database is back, a server may answer with the tool as it was.
STALE = 1.0
# How long a client may get no answer, and one whose server is always the same, so that it may have to begin anew.
SILENCE = {"in turns": 5.0, "by key": 10.0}
# Sessions are portable, so that clients of the old era may go to the servers in turns, too.
BY_KEY = {"typescript-legacy"}


@dataclass
class Client:
    """A program that calls `shared` all the time."""

    name: str
    way: str
    process: asyncio.subprocess.Process
    told: list[dict] = field(default_factory=list)

    async def listen(self) -> None:
        async for line in self.process.stdout:
            self.told.append(json.loads(line))

    def answers(self) -> list[dict]:
        return [line for line in self.told if "n" in line]

    def failures(self) -> list[dict]:
        return [line for line in self.told if "failed" in line]


class Story:
    """What happens to the cluster, and when."""

    def __init__(self, cluster: Cluster, checks: Checks) -> None:
        self.cluster = cluster
        self.checks = checks
        self.version = 0
        # The time at which each version was accepted.
        self.accepted: dict[int, float] = {}
        # From when to when a server, or every one, was without the database.
        self.without: list[tuple[int | None, float, float]] = []
        # From when to when calls may get no answer.
        self.broken: list[tuple[float, float]] = []

    async def change(self, port: int | None = None) -> int:
        """Puts the next version in the place of the one before. Returns the status."""
        version = self.version + 1
        body = TOOL | {"config": {"expression": f"n * {VERSIONS} + {version}"}}
        if version == 1:
            status, _, _ = await self.cluster.api("POST", "api/v1/tools", body, port=port)
        else:
            match = {"if-match": f'"{version - 1}"'}
            status, _, _ = await self.cluster.api("PUT", "api/v1/tools/shared", body, match, port=port)
        if status < 300:
            self.version = version
            self.accepted[version] = time.time()
        return status

    async def change_for(self, seconds: float, port: int | None = None) -> None:
        """Changes the tool again and again."""
        end = time.monotonic() + seconds
        statuses = []
        while time.monotonic() < end:
            statuses.append(await self.change(port))
            await asyncio.sleep(0.7)
        self.checks.equal(f"{len(statuses)} changes are accepted", set(statuses) - {200, 201}, set())

    async def kill(self) -> None:
        victim = self.cluster.replicas[3]
        began = time.time()
        await victim.kill()
        self.broken.append((began, time.time() + 1))
        # nginx remembers for a second that it is gone, and tells the clients nothing about it.
        await self.change_for(3, self.cluster.replicas[0].port)
        began = time.time()
        await victim.start()
        self.broken.append((began, time.time() + 2))

    async def cut_off(self) -> None:
        victim = self.cluster.replicas[2]
        began = time.time()
        await victim.way.cut()
        await self.change_for(4, self.cluster.replicas[0].port)
        status, _, _ = await self.cluster.api("PUT", "api/v1/tools/shared", TOOL, {"if-match": '"1"'}, port=victim.port)
        self.checks.true("a server without the database refuses changes", status in (422, 503), "503", status)
        status, text, _ = await self.cluster.api("GET", "readyz", port=victim.port)
        self.checks.equal("and stays ready", (status, text), (200, "ready, degraded: registry\n"))
        await victim.way.mend()
        self.without.append((2, began, time.time()))
        status = await self.change(victim.port)
        self.checks.equal("as soon as it is back, it changes a revision that it has not heard of", status, 200)
        await self.change_for(2)

    async def restart_database(self) -> None:
        began = time.time()
        await self.cluster.database.stop()
        status = await self.change()
        self.checks.equal("without the database changes are refused", status, 503)
        await asyncio.sleep(1)
        await self.cluster.database.start()
        back = time.time()
        self.without.append((None, began, back))
        status = 503
        while status == 503 and time.time() < back + 10:
            status = await self.change()
        waited = time.time() - back
        self.checks.true("and accepted when it is back", status == 200 and waited < 5, "within 5 s", (status, waited))

    async def run(self) -> None:
        await self.change_for(4)
        await self.kill()
        await self.cut_off()
        await self.restart_database()
        await self.change_for(3)

    def judge(self, client: Client, replicas: dict[int, int]) -> None:
        """Holds the answers of a client against what happened."""
        answers, name = client.answers(), client.name
        self.checks.true(f"{name} is answered", len(answers) > 50, "more than 50 answers", len(answers))
        wrong = [it for it in answers if it["value"] // VERSIONS != it["n"]]
        self.checks.equal(f"{name} gets the answers of its own calls", wrong, [])
        lost = [it["n"] for it in answers if it["n"] not in replicas]
        self.checks.equal(f"every answered call of {name} is in a log", lost, [])
        stale = [it for it in answers if not self.is_fresh(it, replicas.get(it["n"]))]
        self.checks.equal(f"{name} gets no tool that was changed a second before", stale, [])
        times = [it["answered"] for it in answers]
        silence = max(later - earlier for earlier, later in zip(times, times[1:]))
        self.checks.true(f"{name} waits at most {SILENCE[client.way]} s", silence <= SILENCE[client.way], "less", silence)
        failures = [it for it in client.failures() if not self.is_broken(it["failed"])]
        self.checks.equal(f"{name} fails only while a server dies or begins", failures, [])

    def is_fresh(self, answer: dict, replica: int | None) -> bool:
        version = answer["value"] % VERSIONS
        newest = max((it for it, time in self.accepted.items() if time + STALE < answer["sent"]), default=0)
        return version >= newest or any(
            of in (None, replica) and began <= answer["sent"] <= ended + STALE for of, began, ended in self.without
        )

    def is_broken(self, moment: float) -> bool:
        return any(began <= moment <= ended for began, ended in self.broken)


async def check_sessions(cluster: Cluster, checks: Checks) -> None:
    """A session of the old era goes on at every server."""
    accept = {"accept": "application/json, text/event-stream"}
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "it", "version": "1"}}
    opening = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}

    async def statuses(port: int) -> list[int]:
        _, _, headers = await cluster.api("POST", "mcp", opening, accept, port)
        session = {"mcp-session-id": headers["mcp-session-id"]}
        ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        return [(await cluster.api("POST", "mcp", ping, accept | session, port))[0] for _ in range(8)]

    checks.equal("in turns, every server goes on with a session", await statuses(cluster.in_turns), [200] * 8)
    checks.equal("by key, every request of a session reaches its server", await statuses(cluster.by_key), [200] * 8)


async def start_clients(cluster: Cluster, programs: argparse.Namespace) -> list[Client]:
    commands = {"python": [programs.python, CLIENTS / "python/replicas.py"], "typescript": [programs.node, CLIENTS / "typescript/replicas.mjs"]}
    clients = []
    for index, (language, era) in enumerate((language, era) for language in commands for era in ("legacy", "modern")):
        name = f"{language}-{era}"
        way, port = ("by key", cluster.by_key) if name in BY_KEY else ("in turns", cluster.in_turns)
        options = {"--url": f"http://127.0.0.1:{port}/mcp", "--key": cluster.keys[name], "--era": era, "--from": (index + 1) * 1_000_000}
        words = [str(word) for option in options.items() for word in option]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*commands[language], *words, stdin=pipe, stdout=pipe)
        clients.append(Client(name, way, process))
    return clients


async def run(arguments: argparse.Namespace, folder: Path, checks: Checks) -> None:
    cluster = Cluster(str(Path(arguments.binary).resolve()), arguments.nginx, folder)
    users = [f"{language}-{era}" for language in ("python", "typescript") for era in ("legacy", "modern")]
    try:
        await cluster.start(["admin", *users])
        story = Story(cluster, checks)
        checks.equal("the tool is added", await story.change(), 201)
        await asyncio.sleep(STALE)
        await check_sessions(cluster, checks)
        clients = await start_clients(cluster, arguments)
        listening = [asyncio.create_task(client.listen()) for client in clients]
        while not all(client.answers() for client in clients):
            await asyncio.sleep(0.1)
        await story.run()
        for client in clients:
            client.process.stdin.close()
        await asyncio.wait_for(asyncio.gather(*listening), 20)
        calls = {index: replica.calls() for index, replica in enumerate(cluster.replicas)}
        replicas = {
            call["arguments"]["n"]: index for index, calls in calls.items() for call in calls if call["outcome"] == "ok" and call["tool"] == "shared"
        }
        for client in clients:
            story.judge(client, replicas)
        used = {replicas[it["n"]] for client in clients if client.way == "in turns" for it in client.answers() if it["n"] in replicas}
        checks.equal("calls in turns reach all servers", used, set(range(len(cluster.replicas))))
        print(f"{len(story.accepted)} versions, {sum(len(client.answers()) for client in clients)} answers")
    finally:
        await cluster.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nginx", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--node", required=True)
    parser.add_argument("binary")
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="toolwright-replicas-", ignore_cleanup_errors=True) as folder:
        # The account of the database has to get into it.
        Path(folder).chmod(0o755)
        asyncio.run(asyncio.wait_for(run(parser.parse_args(), Path(folder), checks), 150))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
