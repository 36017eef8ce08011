"""Locations of MCP configuration files: those of other programs and overlay's own."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from overlay.common.paths import config_dir, data_dir


@dataclass(frozen=True, slots=True)
class Place:
    """A file that may configure servers, and the program that owns it."""

    program: str
    path: Path


def own_file() -> Path:
    """Return the path of overlay's own server file (`{"mcpServers": {...}}`); it need not exist."""
    return config_dir() / "mcp.json"


def log_folder() -> Path:
    """Return the folder of the servers' stderr logs."""
    return data_dir() / "logs" / "servers"


def usual_places(
    project: Path,
    *,
    home: Path | None = None,
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
) -> list[Place]:
    """Return the configuration files of known programs, existing or not: the user's first, then the
    project's.
    """
    home = home or Path.home()
    if platform == "darwin":
        data = home / "Library" / "Application Support"
    elif platform == "win32":
        data = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    else:
        data = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return [
        Place("Claude Desktop", data / "Claude" / "claude_desktop_config.json"),
        Place("Claude Code", home / ".claude.json"),
        Place("Cursor", home / ".cursor" / "mcp.json"),
        Place("VS Code", data / "Code" / "User" / "mcp.json"),
        Place("VS Code", data / "Code" / "User" / "settings.json"),
        Place("Claude Code", project / ".mcp.json"),
        Place("Cursor", project / ".cursor" / "mcp.json"),
        Place("VS Code", project / ".vscode" / "mcp.json"),
    ]
