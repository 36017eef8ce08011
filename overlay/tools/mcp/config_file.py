"""Reads the users' existing MCP configuration files.

Claude Desktop, Claude Code and Cursor (`mcpServers`), VS Code (`servers`, or `mcp.servers` in its settings);
Claude Code also stores servers per project (`projects`). Formats: the documentation of those programs, as of
2026.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from overlay.common.input_files import read_text
from overlay.common.json_types import object_in
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import jsonc
from overlay.tools.mcp.config import ServerConfig, read_server
from overlay.tools.mcp.config_locations import Place
from overlay.tools.mcp.variables import ConfigError


@dataclass
class ServersInFile:
    """Servers and problems in one file of a program."""

    place: Place
    servers: list[ServerConfig] = field(default_factory=list[ServerConfig])
    problems: list[LoadProblem] = field(default_factory=list[LoadProblem])


def read_config(path: Path) -> tuple[list[ServerConfig], list[LoadProblem]]:
    """Read the servers of one file, and its problems. An invalid server does not affect the others."""
    found = _read(path, None)
    if isinstance(found, LoadProblem):
        return [], [found]
    if found is None:
        return [], [
            LoadProblem(str(path), "has neither 'mcpServers' nor 'servers': an object of servers by name")
        ]
    return _servers(found, path)


def discover(places: Iterable[Place], project: Path) -> list[ServersInFile]:
    """Read those files of `places` that hold servers, including the servers of `project` in a shared file."""
    everything: list[ServersInFile] = []
    for place in places:
        if not place.path.is_file():
            continue
        found = _read(place.path, project)
        if isinstance(found, LoadProblem):
            everything.append(ServersInFile(place, [], [found]))
        elif found:
            everything.append(ServersInFile(place, *_servers(found, place.path)))
    return everything


def find_servers(data: Any, project: Path | None = None) -> dict[str, Any] | None:
    """Return the object of servers by name, from any place where a file may store it; None
    if there is none.
    """
    top = object_in(data)
    own = object_in(object_in(top.get("projects")).get(str(project))).get("mcpServers")
    places = (top.get("mcpServers"), top.get("servers"), object_in(top.get("mcp")).get("servers"), own)
    objects = [object_in(place) for place in places if isinstance(place, dict)]
    return {key: item for each in objects for key, item in each.items()} if objects else None


def _read(path: Path, project: Path | None) -> dict[str, Any] | LoadProblem | None:
    try:
        return find_servers(jsonc.loads(read_text(path)), project)
    except OSError as error:
        return LoadProblem(str(path), f"can't be read: {error.strerror}")
    except json.JSONDecodeError as error:
        return LoadProblem(str(path), f"is not valid JSON: {error.msg}", error.lineno)
    except (ValueError, RecursionError) as error:
        return LoadProblem(str(path), f"is not valid JSON: {error}")


def _servers(found: dict[str, Any], path: Path) -> tuple[list[ServerConfig], list[LoadProblem]]:
    servers: list[ServerConfig] = []
    problems: list[LoadProblem] = []
    for key, item in found.items():
        try:
            servers.append(read_server(key, item, str(path)))
        except ConfigError as error:
            problems.append(LoadProblem(str(path), str(error)))
    return servers, problems
