"""Hands the exports of agents to the SDKs of their providers: the types that each publishes accept the body, and each client sends it
as it is.
"""

import argparse
import inspect
import json
import os
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import anthropic
import openai
import pydantic
import zai
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming as AnthropicBody
from expect import Checks
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming as OpenAiBody
from zai.api_resource.chat.completions import Completions

# Anthropic's package has no such parameters since its version 1; its API has them for the models that accept them.
SAMPLING = ["temperature", "top_p"]
FULL = {"temperature": 0.5, "max_tokens": 100, "top_p": 0.9, "stop_sequences": ["END"]}
TURN = {"role": "user", "content": "What is 1 + 2?"}
# Built-in tools with parameters of many types, and one whose name the providers refuse.
TOOLS = ["calculator", "query_bga_database", "serialize_for_cell", "dotted.name"]
DOTTED = {
    "name": "dotted.name",
    "type": "expression",
    "description": "Adds.",
    "config": {"expression": "a + b"},
    "parameters": [
        {"name": "a", "type": "number", "required": True, "description": "The first."},
        {"name": "b", "type": "integer", "enum": [1, 2], "default": 1},
    ],
}


def exported(binary: str) -> dict[str, tuple[dict[str, Any], str]]:
    """What `toolwright agents export` prints of agents with all settings and with none, and what it says about it."""
    agents = [
        {"name": f"{provider}-{kind}", "model_provider": provider, "model_name": "m"} | settings
        for provider in ["anthropic", "openai", "zhipuai"]
        for kind, settings in {"full": {"system_prompt": "Be short.", "config": FULL, "tools": TOOLS}, "bare": {}}.items()
    ]
    with tempfile.TemporaryDirectory(prefix="toolwright-") as folder:
        Path(folder, "tools.json").write_text(json.dumps({"tools": [DOTTED]}))
        Path(folder, "agents.json").write_text(json.dumps({"agents": agents}))
        environment = {"TOOLWRIGHT_DATA_DIR": folder, "TOOLWRIGHT_REGISTRY_DIR": folder, "PATH": os.environ["PATH"], "HOME": folder}

        def export(name: str) -> tuple[dict[str, Any], str]:
            ended = subprocess.run([binary, "agents", "export", name], env=environment, capture_output=True, check=True, text=True)
            return json.loads(ended.stdout), ended.stderr

        return {agent["name"]: export(agent["name"]) for agent in agents}


def strict(body: type) -> pydantic.TypeAdapter:
    """The published type of a body, with no members that it does not have."""
    body.__pydantic_config__ = pydantic.ConfigDict(extra="forbid")
    return pydantic.TypeAdapter(body)


def zhipuai(body: dict[str, Any]) -> None:
    """Fails if the SDK of ZhipuAI has no such parameter, or one of another type."""
    types = inspect.get_annotations(Completions.create, eval_str=True)
    config = pydantic.ConfigDict(arbitrary_types_allowed=True)
    for name, value in body.items():
        pydantic.TypeAdapter(types[name], config=config).validate_python(value, strict=True)


class Provider(BaseHTTPRequestHandler):
    """Keeps the body of a request, and refuses it."""

    seen: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        self.seen.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(400)
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: Any) -> None:
        pass


def sent(url: str, provider: str, body: dict[str, Any], extra: dict[str, Any]) -> dict[str, Any]:
    """The body that the client of a provider sends."""
    options = {"api_key": "none.none", "base_url": url, "max_retries": 0}
    send = {
        "anthropic": lambda: anthropic.Anthropic(**options).messages.create(**body, extra_body=extra),
        "openai": lambda: openai.OpenAI(**options).chat.completions.create(**body),
        "zhipuai": lambda: zai.ZaiClient(**options).chat.completions.create(**body),
    }
    try:
        send[provider]()
    except (anthropic.APIStatusError, openai.APIStatusError, zai.core.APIStatusError):
        pass
    # Some clients write what is not there as null.
    return {name: value for name, value in Provider.seen.pop().items() if value is not None}


def check(checks: Checks, url: str, name: str, request: dict[str, Any], told: str) -> None:
    provider, kind = name.split("-")
    body = request | {"messages": [*request.get("messages", []), TURN]}
    whole = dict(body)
    extra = {part: body.pop(part) for part in SAMPLING if part in body} if provider == "anthropic" else {}
    checks.equal(f"{name} says what newer models refuse", "take them in `extra_body`" in told, bool(extra))
    accept = {"anthropic": strict(AnthropicBody).validate_python, "openai": strict(OpenAiBody).validate_python, "zhipuai": zhipuai}[provider]

    def accepts(what: str, body: dict[str, Any], expected: bool) -> None:
        try:
            accept(body)
            got: Any = True
        except (pydantic.ValidationError, KeyError) as error:
            got = error
        checks.true(what, (got is True) == expected, f"accepted: {expected}", got)

    accepts(f"{name} is accepted", body, True)
    accepts(f"{name} with a member that nobody knows is refused", body | {"top": 1}, False)
    accepts(f"{name} with a number as its stop sequences is refused", body | {"stop_sequences": 1, "stop": 1}, False)
    checks.equal(f"{name} is sent as it is", sent(url, provider, body, extra), whole)
    checks.equal(f"{name} has its tools", len(request.get("tools", [])), len(TOOLS) if kind == "full" else 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    binary = parser.parse_args().binary
    checks = Checks()
    server = HTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    for name, (request, told) in exported(binary).items():
        check(checks, url, name, request, told)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
