"""Servers out of the configuration files people already have.

Read as they are: Claude Desktop, Claude Code and Cursor (`mcpServers`), VS Code (`servers`, or `mcp.servers`
in its settings). Formats: the documentation of those programs, as of 2026.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from overlay.tools.errors import LoadProblem, clip
from overlay.tools.servers import jsonc
from overlay.tools.servers.expand import ConfigError, Expander

Kind = Literal["stdio", "streamable-http", "sse"]

KINDS: dict[str, Kind] = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "streamable-http",
    "streamable-http": "streamable-http",
    "streamableHttp": "streamable-http",
    "streamable_http": "streamable-http",
    "remote": "streamable-http",
    "sse": "sse",
}


class ServerConfig(BaseModel):
    """One server as its file describes it, variables not yet put in (so it holds no secret that the file does
    not).

    `kind` is None where the file gives only a `url`: then streamable HTTP is tried first and SSE next.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    source: str = ""
    kind: Kind | None = None
    command: str | None = None
    args: list[str] = Field(default_factory=list[str])
    env: dict[str, str] = Field(default_factory=dict[str, str])
    env_file: str | None = None
    cwd: str | None = None
    url: str | None = None
    headers: dict[str, str] = Field(default_factory=dict[str, str])
    disabled: bool = False

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of what is started or reached; a change of it voids the trust the person gave."""
        what = self.model_dump(exclude={"source", "disabled"})
        return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()

    @property
    def target(self) -> str:
        """The command line or address, variables not put in, for people to read."""
        return self.url if self.url is not None else " ".join([self.command or "", *self.args])

    def expanded(self, environ: Mapping[str, str]) -> ServerConfig:
        """The same with every variable put in. Raises ConfigError naming server and field."""
        expand = Expander(environ, self._workspace())

        def put(text: str, field: str) -> str:
            return expand(text, f"server {self.key!r}, {field}")

        def put_all(values: dict[str, str], field: str) -> dict[str, str]:
            return {name: put(value, f"{field}.{name}") for name, value in values.items()}

        from_file: dict[str, str] = {}
        if self.env_file is not None:
            from_file = _read_env_file(self.key, put(self.env_file, "envFile"))
        return self.model_copy(
            update={
                "command": None if self.command is None else put(self.command, "command"),
                "args": [put(text, f"args[{at}]") for at, text in enumerate(self.args)],
                "env": from_file | put_all(self.env, "env"),
                "cwd": None if self.cwd is None else put(self.cwd, "cwd"),
                "url": None if self.url is None else put(self.url, "url"),
                "headers": put_all(self.headers, "headers"),
            }
        )

    def _workspace(self) -> Path:
        folder = Path(self.source).parent if self.source else Path.cwd()
        return folder.parent if folder.name in (".cursor", ".vscode") else folder


def read_config(path: Path) -> tuple[list[ServerConfig], list[LoadProblem]]:
    """The servers of one file, and what in it can't be used; one wrong server never takes the others down."""
    try:
        whole = jsonc.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        return [], [LoadProblem(str(path), f"can't be read: {fault.strerror}")]
    except json.JSONDecodeError as fault:
        return [], [LoadProblem(str(path), f"is no JSON: {fault.msg}", fault.lineno)]
    except ValueError as fault:
        return [], [LoadProblem(str(path), f"is no JSON: {fault}")]
    found = find_servers(whole)
    if found is None:
        return [], [
            LoadProblem(str(path), "has neither 'mcpServers' nor 'servers': an object of servers by name")
        ]
    servers: list[ServerConfig] = []
    problems: list[LoadProblem] = []
    for key, item in found.items():
        try:
            servers.append(read_server(key, item, str(path)))
        except ConfigError as fault:
            problems.append(LoadProblem(str(path), str(fault)))
    return servers, problems


def find_servers(whole: Any) -> dict[str, Any] | None:
    """The object of servers by name, in whichever of the places a file keeps it; None if it keeps none."""
    if not isinstance(whole, dict):
        return None
    top = cast("dict[str, Any]", whole)
    for place in (top.get("mcpServers"), top.get("servers"), _inner(top.get("mcp"), "servers")):
        if isinstance(place, dict):
            return cast("dict[str, Any]", place)
    return None


def read_server(key: str, item: Any, source: str) -> ServerConfig:
    """One entry of such an object. Raises ConfigError naming the server and what is wrong with it."""
    if not isinstance(item, dict):
        raise ConfigError(f"server {key!r} must be an object with 'command' or 'url'")
    given = cast("dict[str, Any]", item)
    kind = given.get("type", given.get("transport"))
    if kind is not None and kind not in KINDS:
        raise ConfigError(
            f"server {key!r}: type {clip(str(kind), 40)!r} is not known; use stdio, http or sse"
        )
    url = given.get("url", given.get("serverUrl"))
    if (given.get("command") is None) == (url is None):
        raise ConfigError(f"server {key!r} needs either 'command' (a program) or 'url' (an address)")
    if kind is not None and (KINDS[kind] == "stdio") != (url is None):
        raise ConfigError(f"server {key!r}: type {kind!r} does not go with {'url' if url else 'command'!r}")
    fields: dict[str, Any] = {
        **{
            name: given[name]
            for name in ("command", "args", "env", "cwd", "headers")
            if given.get(name) is not None
        },
        "key": key,
        "source": source,
        "kind": _kind(kind, url),
        "url": url,
        "env_file": given.get("envFile"),
        "disabled": given.get("disabled") is True or given.get("enabled") is False,
    }
    if isinstance(fields.get("env"), dict):
        fields["env"] = {name: _text(value) for name, value in fields["env"].items() if value is not None}
    try:
        return ServerConfig.model_validate(fields)
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigError(f"server {key!r}, {place}: {first['msg']}") from fault


def _kind(said: str | None, url: Any) -> Kind | None:
    if said is not None:
        return KINDS[said]
    if url is None:
        return "stdio"
    return "sse" if str(url).rstrip("/").endswith("/sse") else None


def _inner(value: Any, key: str) -> Any:
    return cast("dict[str, Any]", value).get(key) if isinstance(value, dict) else None


def _text(value: Any) -> Any:
    """Numbers and booleans in `env` are common, and mean their text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _read_env_file(key: str, path: str) -> dict[str, str]:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigError(f"server {key!r}, envFile: {path} can't be read") from fault
    found: dict[str, str] = {}
    for line in lines:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            value = value.strip()
            quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            found[name.strip()] = value[1:-1] if quoted else value
    return found
