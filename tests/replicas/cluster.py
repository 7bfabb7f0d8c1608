"""Four servers on one database behind nginx: starts them, and cuts, kills and restarts parts of them."""

import asyncio
import json
import os
import shutil
import signal
import socket
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COUNT = 4
# Where the proxy sends the requests that come to two of its ports: in turns, and those of a key to one server.
NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream in_turns {{ {servers} keepalive 32; }}
    upstream by_key {{ hash $http_authorization consistent; {servers} keepalive 32; }}
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_buffering off;
    proxy_request_buffering off;
    proxy_connect_timeout 1s;
    proxy_read_timeout 1h;
    server {{ listen 127.0.0.1:{in_turns}; location / {{ proxy_pass http://in_turns; }} }}
    server {{ listen 127.0.0.1:{by_key}; location / {{ proxy_pass http://by_key; }} }}
}}
"""
# No other engine is needed.
NO_DATABASE = {
    "POSTGRESQL_DB_HOST": "127.0.0.1",
    "POSTGRESQL_DB_PORT": "1",
    "POSTGRESQL_DB_NAME": "none",
    "POSTGRESQL_DB_USER": "nobody",
    "POSTGRESQL_DB_PASS": "nothing",
}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


async def until_listening(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.02)
    raise TimeoutError(f"nothing listens on port {port}")


class Database:
    """A PostgreSQL of its own, which can be restarted."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.binary = binary
        self.folder = folder
        self.process: asyncio.subprocess.Process | None = None
        # Where this user is root, the database runs as another user.
        folder.mkdir(mode=0o755)

    async def start(self) -> None:
        # It stops when its standard input closes.
        self.process = await asyncio.create_subprocess_exec(
            *[self.binary, "worker", "cluster", "start", self.folder / "postgres", "machine"],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        said = (await self.process.stdout.readline()).decode()
        values = dict(part.split("=", 1) for part in said.split())
        self.socket = Path(values["host"]) / f".s.PGSQL.{values['port']}"
        self.user, self.name = values["user"], values["dbname"]

    async def stop(self) -> None:
        self.process.stdin.close()
        await self.process.wait()


class Way:
    """A way to the database that can be cut."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.port = free_port()
        self.listener: asyncio.Server | None = None
        self.open: set[asyncio.StreamWriter] = set()

    async def mend(self) -> None:
        self.listener = await asyncio.start_server(self._forward, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """Ends all connections, and refuses new ones."""
        self.listener.close()
        for writer in list(self.open):
            writer.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            upstream, downstream = await asyncio.open_unix_connection(self.database.socket)
        except OSError:
            writer.transport.abort()
            return
        self.open |= {writer, downstream}
        await asyncio.gather(self._pass(reader, downstream), self._pass(upstream, writer))
        self.open -= {writer, downstream}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()
        except OSError:
            pass
        writer.close()


@dataclass
class Replica:
    """A server of the shared registry."""

    binary: str
    folder: Path
    way: Way
    port: int = field(default_factory=free_port)
    process: asyncio.subprocess.Process | None = None

    def environment(self) -> dict[str, str]:
        database = self.way.database
        url = f"postgres://{database.user}@127.0.0.1:{self.way.port}/{database.name}"
        return NO_DATABASE | {
            "TOOLWRIGHT_DATA_DIR": str(self.folder),
            "TOOLWRIGHT_REGISTRY": "postgres",
            "TOOLWRIGHT_REGISTRY_URL": url,
            # Behind a proxy on the same machine everybody seems to be at this machine.
            "TOOLWRIGHT_AUTH": "required",
            "TOOLWRIGHT_SESSIONS": "portable",
            "TOOLWRIGHT_SECRET_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "HOME": str(self.folder),
            "PATH": os.environ["PATH"],
        }

    async def run(self, *words: str) -> str:
        """Runs a command on its folder, and returns what it prints."""
        process = await asyncio.create_subprocess_exec(
            *[self.binary, *words], env=self.environment(), cwd=self.folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        printed, _ = await process.communicate()
        if process.returncode:
            raise RuntimeError(f"{words} ended with {process.returncode}")
        return printed.decode()

    async def start(self) -> None:
        with open(self.folder / "server.log", "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *[self.binary, "serve", "--port", str(self.port)], env=self.environment(), cwd=self.folder, stderr=log
            )
        await until_listening(self.port)

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    def calls(self) -> list[dict[str, Any]]:
        """The records of its log."""
        files = sorted((self.folder / "executions").glob("*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]


class Cluster:
    """Four servers, their database, and the proxy before them."""

    def __init__(self, binary: str, nginx: str, folder: Path) -> None:
        self.folder = folder
        self.nginx = nginx
        self.database = Database(binary, folder / "database")
        self.replicas = []
        for number in range(COUNT):
            home = folder / f"replica-{number}"
            home.mkdir()
            self.replicas.append(Replica(binary, home, Way(self.database)))
        self.in_turns, self.by_key = free_port(), free_port()
        self.proxy: asyncio.subprocess.Process | None = None
        self.keys: dict[str, str] = {}

    async def start(self, users: list[str]) -> None:
        await self.database.start()
        for replica in self.replicas:
            await replica.way.mend()
        first = self.replicas[0]
        for user in users:
            await first.run("users", "add", user, "--role", "admin")
            self.keys[user] = (await first.run("keys", "create", "--user", user)).split()[-1]
        users_file = Path("registry/access.json")
        for replica in self.replicas[1:]:
            if (first.folder / users_file).exists():
                (replica.folder / "registry").mkdir()
                shutil.copy(first.folder / users_file, replica.folder / users_file)
        await asyncio.gather(*(replica.start() for replica in self.replicas))
        servers = " ".join(f"server 127.0.0.1:{replica.port} max_fails=1 fail_timeout=1s;" for replica in self.replicas)
        settings = NGINX.format(folder=self.folder, servers=servers, in_turns=self.in_turns, by_key=self.by_key)
        (self.folder / "nginx.conf").write_text(settings)
        self.proxy = await asyncio.create_subprocess_exec(
            self.nginx, "-p", self.folder, "-e", self.folder / "nginx.log", "-c", self.folder / "nginx.conf"
        )
        await until_listening(self.in_turns)

    async def stop(self) -> None:
        for process in [self.proxy, *(replica.process for replica in self.replicas)]:
            if process and process.returncode is None:
                process.terminate()
                await process.wait()
        await self.database.stop()

    async def api(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, port: int | None = None):
        """The status and the value that the API answers, through the proxy if no port is given."""
        url = f"http://127.0.0.1:{port or self.in_turns}/{path}"
        usual = {"authorization": f"Bearer {self.keys['admin']}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, usual | (headers or {}), method=method)

        def ask() -> tuple[int, Any, dict[str, str]]:
            try:
                with urllib.request.urlopen(request, timeout=40) as response:
                    return response.status, response.read(), dict(response.headers)
            except urllib.error.HTTPError as error:
                return error.code, error.read(), dict(error.headers)

        status, text, headers = await asyncio.to_thread(ask)
        try:
            return status, json.loads(text), headers
        except ValueError:
            return status, text.decode(), headers
