"""Logs in at a real authorization server with the official Python SDK (`mcp`), and calls `toolwright` with what it gets there.

The SDK finds the authorization server through the refusal of `toolwright`, registers itself, and asks for a token with
PKCE; the pages on which a person would log in are filled in here. API keys are shown to the same server.
"""

import argparse
import asyncio
import base64
import json
import os
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlparse

import httpx2
import mcp
from expect import Checks
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from toolwright_server import MODES, Server, text

CALLBACK = "http://127.0.0.1:1/callback"
PRIVATE = {
    "name": "only_ada",
    "description": "A tool of Ada's own.",
    "type": "expression",
    "config": {"expression": "6 * 7"},
    "owner": "ada",
}


class Storage:
    """Keeps what a client got from the authorization server."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Person:
    """Logs in and consents, as a person in a browser does."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.answer: dict[str, list[str]] = {}

    async def open(self, url: str) -> str:
        callback = parse_qs(urlparse(url).query)["redirect_uri"][0]
        async with httpx2.AsyncClient() as browser:
            while not url.startswith(callback):
                response = await browser.get(url)
                if response.status_code == 200:
                    response = await self.submit(browser, url, response.text)
                if not response.is_redirect:
                    raise RuntimeError(f"{url} answered {response.status_code}: {response.text}")
                url = urljoin(url, response.headers["location"])
        self.answer = parse_qs(urlparse(url).query)
        return url

    async def submit(self, browser: httpx2.AsyncClient, url: str, page: str) -> httpx2.Response:
        action = re.search(r'<form[^>]*action="([^"]+)"', page)
        prompt = re.search(r'name="prompt" value="([^"]+)"', page)
        if not action or not prompt:
            raise RuntimeError(f"{url} has no form: {page}")
        fields = {"prompt": prompt[1], "login": self.name, "password": "any"}
        return await browser.post(urljoin(url, action[1]), data=fields)

    async def answered(self) -> AuthorizationCodeResult:
        first = {name: values[0] for name, values in self.answer.items()}
        return AuthorizationCodeResult(code=first["code"], state=first.get("state"), iss=first.get("iss"))


def provider(url: str, person: Person, storage: Storage) -> OAuthClientProvider:
    metadata = OAuthClientMetadata(redirect_uris=[CALLBACK], client_name="a test")
    return OAuthClientProvider(url, metadata, storage, person.open, person.answered)


@asynccontextmanager
async def connected(url: str, era: str, **options: Any) -> AsyncIterator[mcp.Client]:
    async with httpx2.AsyncClient(timeout=30, **options) as http:
        async with mcp.Client(streamable_http_client(url, http_client=http), mode=MODES[era]) as client:
            yield client


async def names(client: mcp.Client) -> list[str]:
    return sorted(tool.name for tool in (await client.list_tools()).tools)


async def answer(client: mcp.Client, name: str) -> str:
    try:
        result = await client.call_tool(name, {})
    except mcp.MCPError as error:
        return f"error {error.error.code}: {error.error.message}"
    return text(result)


async def status(url: str, token: str) -> int:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient() as http:
        return (await http.post(url, json=body, headers=headers)).status_code


def claims(token: str) -> dict[str, Any]:
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


async def two_people(url: str, era: str, checks: Checks) -> None:
    ada, bob = Storage(), Storage()
    async with connected(url, era, auth=provider(url, Person("ada"), ada)) as client:
        checks.true("a person who logged in lists tools", "calculator" in await names(client), "calculator", None)
        result = await client.call_tool("calculator", {"expression": "1 + 2"})
        checks.equal("and calls them", result.structured_content, {"result": 3})
        checks.true("and has a tool of their own", "only_ada" in await names(client), "only_ada", None)
        checks.equal("which answers", await answer(client, "only_ada"), "42")
    checks.equal("the client registered itself", bool(ada.client and ada.client.client_id), True)
    checks.equal("the token is for this server", claims(ada.tokens.access_token)["aud"], url)
    async with connected(url, era, auth=provider(url, Person("bob"), bob)) as client:
        checks.equal("somebody else does not see it", [name for name in await names(client) if "ada" in name], [])
        private, unknown = await answer(client, "only_ada"), await answer(client, "only_eve")
        checks.equal("and cannot tell that it is there", private, unknown.replace("only_eve", "only_ada"))


async def other_audience(url: str, era: str, checks: Checks) -> None:
    storage = Storage()
    auth = provider(url, Person("ada"), storage)
    auth.context.get_resource_url = lambda: "https://other.test/mcp"
    try:
        async with connected(url, era, auth=auth) as client:
            await names(client)
        refused = False
    except Exception:
        refused = True
    checks.true("a client with a token for another server is refused", refused, "a refusal", refused)
    token = storage.tokens.access_token
    checks.equal("although it is of the same issuer", claims(token)["aud"], "https://other.test/mcp")
    checks.equal("with 401", await status(url, token), 401)


async def api_keys(url: str, era: str, key: str, checks: Checks) -> None:
    for header, value in [("Authorization", f"Bearer {key}"), ("X-API-Key", key)]:
        async with connected(url, era, headers={header: value}) as client:
            checks.true(f"a key in {header} lists everything", "only_ada" in await names(client), "only_ada", None)
            checks.equal(f"a key in {header} calls", await answer(client, "only_ada"), "42")


async def login_of_ours(url: str, server: Server, checks: Checks) -> None:
    """Logs in with `toolwright servers login`: another server of ours, which has the guarded one behind it."""
    registry = server.folder / "front"
    registry.mkdir()
    (registry / "mcp.json").write_text(json.dumps({"mcpServers": {"guarded": {"url": url}}}))
    settings = {"TOOLWRIGHT_DATA_DIR": str(server.folder / "front-data"), "TOOLWRIGHT_REGISTRY_DIR": str(registry)}

    async def servers(*words: str) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        command = [server.binary, "servers", *words]
        return await asyncio.create_subprocess_exec(
            *command, env=server.environment(settings), stdout=pipe, stderr=pipe
        )

    _, said = await (await servers("test", "guarded")).communicate()
    checks.true("a server that wants a login says so", b"servers login guarded" in said, "the command", said)
    login = await servers("login", "guarded")
    async for line in login.stderr:
        if line.startswith(b"http"):
            redirected = await Person("ada").open(line.decode().strip())
            async with httpx2.AsyncClient() as browser:
                page = await browser.get(redirected)
            checks.equal("the browser of the person ends on a page", page.status_code, 200)
    printed, _ = await login.communicate()
    checks.equal("our own client logs in", (login.returncode, printed.decode()), (0, "logged in to `guarded`\n"))
    tested, _ = await (await servers("test", "guarded")).communicate()
    checks.true("and lists what ada may see", b"guarded.only_ada" in tested, "guarded.only_ada", tested)


@asynccontextmanager
async def issuer() -> AsyncIterator[str]:
    program = Path(__file__).parent.parent / "issuer" / "issuer.mjs"
    process = await asyncio.create_subprocess_exec(
        os.environ["TOOLWRIGHT_TEST_NODE"], str(program), stdout=asyncio.subprocess.PIPE
    )
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.terminate()
        await process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


async def create_key(server: Server, environment: dict[str, str]) -> str:
    command = [server.binary, "keys", "create"]
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    printed, _ = await process.communicate()
    return printed.decode().strip()


@asynccontextmanager
async def toolwright(server: Server, address: str) -> AsyncIterator[tuple[str, str]]:
    """Starts a server that accepts tokens of `address`. Gives its own address, and a key."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/mcp"
    registry = server.folder / "registry"
    registry.mkdir()
    (registry / "tools.json").write_text(json.dumps({"tools": [PRIVATE]}))
    environment = server.environment(
        {
            "TOOLWRIGHT_AUTH": "required",
            "TOOLWRIGHT_OAUTH_ISSUER": address,
            "TOOLWRIGHT_OAUTH_RESOURCE": url,
            "TOOLWRIGHT_OAUTH_SCOPES": "tools",
        }
    )
    key = await create_key(server, environment)
    process = await asyncio.create_subprocess_exec(
        server.binary, "serve", "--port", str(port), env=environment, stderr=asyncio.subprocess.PIPE, cwd=server.folder
    )
    line = (await process.stderr.readline()).decode()
    drain = asyncio.create_task(process.stderr.read())
    try:
        if not line.startswith("listening on "):
            raise RuntimeError(line)
        yield url, key
    finally:
        process.terminate()
        await process.wait()
        await drain


async def program(era: str, binary: str, checks: Checks) -> None:
    server = Server(binary, "http", era)
    async with issuer() as address, toolwright(server, address) as (url, key):
        await two_people(url, era, checks)
        await login_of_ours(url, server, checks)
        await other_audience(url, era, checks)
        await api_keys(url, era, key, checks)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--era", choices=list(MODES), required=True)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    found = Checks()
    asyncio.run(asyncio.wait_for(program(arguments.era, arguments.binary, found), 60))
    sys.exit(found.finish())
