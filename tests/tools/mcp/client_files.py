"""Server files as other MCP clients write them."""

from __future__ import annotations

from pathlib import Path

from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.config_file import read_config

CLAUDE_DESKTOP = """{
  "globalShortcut": "",
  "mcpServers": {
    "filesystem": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"]},
    "git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"LEVEL": 3, "QUIET": true, "NONE": null}}
  }
}"""

CLAUDE_CODE = """{
  "mcpServers": {
    "api": {
      "type": "http", "url": "${API:-https://example.org}/mcp", "headers": {"Authorization": "Bearer ${KEY}"}
    },
    "old": {"type": "sse", "url": "https://example.org/events"}
  }
}"""

CURSOR = """{"mcpServers": {
    "remote": {"url": "https://example.org/mcp", "headers": {"X": "${env:KEY}"}},
    "events": {"url": "https://example.org/sse"},
    "local": {"command": "node", "args": ["${workspaceFolder}/s.js"], "envFile": "${workspaceFolder}/.env"}
}}"""

VS_CODE = """{
  // what VS Code asks for
  "inputs": [{"type": "promptString", "id": "key", "password": true}],
  "servers": {
    "playwright": {"type": "stdio", "command": "npx", "args": ["-y", "server"], "cwd": "/tmp",},
    "github": {"type": "http", "url": "https://example.org/mcp"},
  },
}"""

VS_CODE_SETTINGS = '{"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}'


def write(folder: Path, text: str) -> Path:
    path = folder / "mcp.json"
    path.write_text(text)
    return path


def read(folder: Path, text: str) -> dict[str, ServerConfig]:
    servers, problems = read_config(write(folder, text))
    assert problems == []
    return {server.key: server for server in servers}
