"""Configuration of one MCP server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from overlay.common.field_faults import fault_of
from overlay.common.input_files import NotText, read_text
from overlay.tools.errors import clip
from overlay.tools.mcp.variables import ConfigError, Expander

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
    """One server as its file describes it. Variables are not expanded, so it contains no secret that the file
    does not.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    key: str
    """Its name in the file; its tools are called `key.tool`."""
    source: str = ""
    """The file that describes it."""
    kind: Kind | None = None
    """How it is reached. None: a `command` is a stdio program, and for a `url` streamable HTTP is tried
    first, then SSE.
    """
    command: str | None = None
    """The program to start."""
    args: list[str] = Field(default_factory=list[str])
    """The arguments of the program."""
    env: dict[str, str] = Field(default_factory=dict[str, str])
    """Variables for the program."""
    env_file: str | None = None
    """A file with more variables."""
    cwd: str | None = None
    """The working folder of the program."""
    url: str | None = None
    """The address of a server on the network."""
    headers: dict[str, str] = Field(default_factory=dict[str, str])
    """Headers of each request to it."""
    disabled: bool = False
    """The server is not started."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of what is started or reached. If it changes, the user's trust no longer applies."""
        what = self.model_dump(exclude={"source", "disabled"})
        return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()

    @property
    def parts(self) -> dict[str, str]:
        """Input of the fingerprint: readable description -> value. Values may be secrets."""
        plain = {
            "its kind": self.kind,
            "its command": self.command,
            "its folder": self.cwd,
            "its env file": self.env_file,
            "its address": self.url,
        }
        named = {
            "argument": dict(enumerate(self.args, 1)),
            "the variable": self.env,
            "the header": self.headers,
        }
        return {words: value for words, value in plain.items() if value is not None} | {
            f"{words} {name}": value for words, values in named.items() for name, value in values.items()
        }

    @property
    def signs_itself(self) -> bool:
        """Whether the user configured an Authorization header."""
        return any(name.lower() == "authorization" for name in self.headers)

    @property
    def target(self) -> str:
        """The command line or address for the user, with variables not expanded."""
        return self.url if self.url is not None else " ".join([self.command or "", *self.args])

    @property
    def item(self) -> dict[str, Any]:
        """The entry in an `mcpServers` file that describes the server. Claude Code and Cursor can read it
        too.
        """
        plain: dict[str, Any] = {
            "type": "http" if self.kind == "streamable-http" else self.kind,
            "command": self.command,
            "args": self.args,
            "env": self.env,
            "envFile": self.env_file,
            "cwd": self.cwd,
            "url": self.url,
            "headers": self.headers,
            "disabled": self.disabled,
        }
        return {name: value for name, value in plain.items() if value}

    def expanded(self, environ: Mapping[str, str]) -> ServerConfig:
        """Return the configuration with all variables expanded.

        Raises ConfigError naming server and field.
        """
        expand = Expander(environ, self.workspace)

        def put(text: str, field: str) -> str:
            return expand(text, f"server {self.key!r}, {field}")

        def put_all(values: dict[str, str], field: str) -> dict[str, str]:
            return {name: put(value, f"{field}.{name}") for name, value in values.items()}

        from_file: dict[str, str] = {}
        if self.env_file is not None:
            from_file = _read_env_file(self.key, put(self.env_file, "envFile"))
        ready = self.model_copy(
            update={
                "command": None if self.command is None else put(self.command, "command"),
                "args": [put(text, f"args[{at}]") for at, text in enumerate(self.args)],
                "env": from_file | put_all(self.env, "env"),
                "cwd": None if self.cwd is None else put(self.cwd, "cwd"),
                "url": None if self.url is None else put(self.url, "url"),
                "headers": put_all(self.headers, "headers"),
            }
        )
        _check(ready.key, ready.kind or "", ready.command, ready.url)
        if ready.command is not None and not ready.command.strip():
            raise ConfigError(f"server {self.key!r}: 'command' is empty; name the program to start")
        if ready.url is not None and not _is_web(ready.url):
            raise ConfigError(
                f"server {self.key!r}: 'url' is {clip(ready.url, 80)!r}; it must be an http or https address"
            )
        return ready

    @property
    def workspace(self) -> Path:
        """The folder that `${workspaceFolder}` names: the file's folder, or the parent of an editor's
        settings folder.
        """
        folder = Path(self.source).parent if self.source else Path.cwd()
        return folder.parent if folder.name in (".cursor", ".vscode") else folder


def read_server(key: str, item: Any, source: str) -> ServerConfig:
    """Parse one entry of an `mcpServers` object. Raises ConfigError naming the server and the problem."""
    if not isinstance(item, dict):
        raise ConfigError(f"server {key!r} must be an object with 'command' or 'url'")
    entry = cast("dict[str, Any]", item)
    kind = entry.get("type", entry.get("transport"))
    if kind is not None and not (isinstance(kind, str) and kind in KINDS):
        raise ConfigError(
            f"server {key!r}: type {clip(str(kind), 40)!r} is not known; use stdio, http or sse"
        )
    url = entry.get("url", entry.get("serverUrl"))
    _check(key, kind or "", entry.get("command"), url)
    fields: dict[str, Any] = {
        **{
            name: entry[name]
            for name in ("command", "args", "env", "cwd", "headers")
            if entry.get(name) is not None
        },
        "key": key,
        "source": source,
        "kind": _kind(kind, url),
        "url": url,
        "env_file": entry.get("envFile"),
        "disabled": entry.get("disabled") is True or entry.get("enabled") is False,
    }
    if isinstance(fields.get("env"), dict):
        fields["env"] = {name: _text(value) for name, value in fields["env"].items() if value is not None}
    try:
        return ServerConfig.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        location = ".".join(map(str, first["loc"]))
        raise ConfigError(f"server {key!r}, {location}: {fault_of(first)}") from error


def _check(key: str, kind: str, command: Any, url: Any) -> None:
    """Raise ConfigError unless there is a command or an address, and `kind` matches it."""
    if (command is None) == (url is None):
        raise ConfigError(f"server {key!r} needs either 'command' (a program) or 'url' (an address)")
    if kind and (KINDS[kind] == "stdio") != (url is None):
        with_what = "command" if url is None else "url"
        raise ConfigError(f"server {key!r}: type {kind!r} does not go with {with_what!r}")


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _kind(name: str | None, url: Any) -> Kind | None:
    if name is not None:
        return KINDS[name]
    if url is None:
        return "stdio"
    return "sse" if str(url).rstrip("/").endswith("/sse") else None


def _text(value: Any) -> Any:
    """Convert numbers and booleans, which are common in `env`, to text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _read_env_file(key: str, path: str) -> dict[str, str]:
    try:
        lines = read_text(path).splitlines()
    except (OSError, NotText) as error:
        raise ConfigError(f"server {key!r}, envFile: {path} can't be read") from error
    found: dict[str, str] = {}
    for line in lines:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            value = value.strip()
            quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            found[name.strip()] = value[1:-1] if quoted else value
    return found
