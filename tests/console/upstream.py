"""Another MCP server, for the browser tests: it offers the tools that a file describes, and says when the file has
changed. It speaks 2025-06-18 on its standard streams.
"""

import json
import sys
import threading
import time
from pathlib import Path

REVISION = "2025-06-18"
LOOK_EVERY = 0.1


def main() -> None:
    definitions = Path(sys.argv[1])
    print(f"the tools are in {definitions.name}", file=sys.stderr, flush=True)
    threading.Thread(target=announce_changes, args=(definitions,), daemon=True).start()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            send({"id": message["id"], **answer(message["method"], message.get("params", {}), definitions)})


def answer(method: str, params: dict, definitions: Path) -> dict:
    match method:
        case "initialize":
            server = {"name": "notes", "version": "1"}
            capabilities = {"tools": {"listChanged": True}}
            return {"result": {"protocolVersion": REVISION, "serverInfo": server, "capabilities": capabilities}}
        case "ping":
            return {"result": {}}
        case "tools/list":
            return {"result": {"tools": json.loads(definitions.read_text())}}
        case "tools/call":
            text = f"{params['name']} was called"
            return {"result": {"content": [{"type": "text", "text": text}]}}
        case _:
            return {"error": {"code": -32601, "message": f"there is no method `{method}`"}}


def announce_changes(definitions: Path) -> None:
    known = definitions.read_text()
    while True:
        time.sleep(LOOK_EVERY)
        if (text := definitions.read_text()) != known:
            known = text
            send({"method": "notifications/tools/list_changed"})


def send(message: dict) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


if __name__ == "__main__":
    main()
