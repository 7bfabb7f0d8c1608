"""FastMCP's proxy in front of a server: `fastmcp_proxy.py FRONT UPSTREAM`.

FRONT is `stdio` or a port; UPSTREAM an address, or the path of a program that is a server on its standard streams.
"""

import sys

from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy

if __name__ == "__main__":
    front, upstream = sys.argv[1:]
    is_address = upstream.startswith("http://")
    proxy = create_proxy(upstream if is_address else StdioTransport(upstream, []), name="proxy")
    if front == "stdio":
        proxy.run(show_banner=False)
    else:
        quiet = {"access_log": False, "log_level": "warning"}
        proxy.run(
            transport="http",
            host="127.0.0.1",
            port=int(front),
            path="/mcp",
            json_response=True,
            show_banner=False,
            uvicorn_config=quiet,
        )
