"""Where other programs keep their servers, and the file where overlay keeps its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from overlay.common.paths import config_dir, data_dir


@dataclass(frozen=True, slots=True)
class Place:
    """A file that may hold servers, and the program it belongs to."""

    program: str
    path: Path


def own_file() -> Path:
    """Overlay's own file of servers, in the form `{"mcpServers": {...}}`; it need not exist."""
    return config_dir() / "mcp.json"


def log_folder() -> Path:
    """Where each server's stderr is kept."""
    return data_dir() / "logs" / "servers"


def usual_places(
    project: Path,
    *,
    home: Path | None = None,
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
) -> list[Place]:
    """The files of the known programs, existing or not: the person's own first, then those of the project."""
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
