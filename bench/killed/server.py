"""An MCP server with the tool `stamp` of `bench kills`: `python -m bench.killed.server FILE`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

from bench.killed.life import append

server = MCPServer("bench")


@server.tool(annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
async def stamp(key: str) -> str:
    """Notes its run in a file, and takes a while."""
    append(Path(sys.argv[1]), f"{key}\n".encode())
    await asyncio.sleep(0.6)
    return f"ran {key}"


if __name__ == "__main__":
    server.run("stdio")
