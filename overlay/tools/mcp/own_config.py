"""Overlay's own server file, and importing servers from other programs' files into it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from overlay.common.input_files import parse_json, read_text
from overlay.common.whole_file import write_whole
from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.config_file import read_config
from overlay.tools.mcp.convert import unique


def import_servers(
    path: Path, servers: Iterable[ServerConfig]
) -> tuple[list[ServerConfig], list[ServerConfig]]:
    """Return the servers to add, under unused keys, and those that the file at `path` has already.

    Nothing is written.
    """
    present = read_config(path)[0] if path.exists() else []
    known = {_content(server) for server in present}
    keys = {server.key for server in present}
    added: list[ServerConfig] = []
    already: list[ServerConfig] = []
    for server in map(with_workspace, servers):
        if _content(server) in known:
            already.append(server)
            continue
        known.add(_content(server))
        key = unique(server.key, keys)
        keys.add(key)
        added.append(server.model_copy(update={"key": key}))
    return added, already


def write(path: Path, added: Iterable[ServerConfig]) -> None:
    """Add all servers to the file, or none.

    Only its owner can read the file. Raises ValueError if the file is not a valid server file.
    """
    try:
        data = parse_json(read_text(path) if path.exists() else '{"mcpServers": {}}')
        data["mcpServers"].update({server.key: server.item for server in added})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{path} is not valid JSON with an object 'mcpServers'; correct it, or move it away"
        ) from error
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def with_workspace(server: ServerConfig) -> ServerConfig:
    """Return the server with `${workspaceFolder}` expanded, because in another file it would name another
    folder.
    """

    def put(text: str) -> str:
        folder = server.workspace
        return text.replace("${workspaceFolder}", str(folder)).replace(
            "${workspaceFolderBasename}", folder.name
        )

    return server.model_copy(
        update={
            "command": None if server.command is None else put(server.command),
            "args": [put(text) for text in server.args],
            "env": {name: put(value) for name, value in server.env.items()},
            "env_file": None if server.env_file is None else put(server.env_file),
            "cwd": None if server.cwd is None else put(server.cwd),
        }
    )


def _content(server: ServerConfig) -> str:
    """Return the server's content without its key, for comparison."""
    return server.model_copy(update={"key": ""}).fingerprint
