"""The objects that commands print with `--json` about MCP servers."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import ServerStatus


@dataclass(frozen=True, slots=True)
class Server:
    """An MCP server in a file, with the names of its variables and headers, but without their values."""

    key: str
    """Its name in the file."""
    kind: str
    """How it is reached: `stdio`, `streamable-http`, `sse`, or `http` for one of the last two."""
    target: str
    """Its command line or address."""
    env: list[str]
    """Names of its variables."""
    headers: list[str]
    """Names of its headers."""
    disabled: bool
    """The server is not started."""
    source: str
    """The file that describes it."""
    fingerprint: str
    """Fingerprint of what is started or reached."""


@dataclass(frozen=True, slots=True)
class Servers:
    """The configured servers."""

    servers: list[Server]
    """Each server."""
    problems: list[LoadProblem]
    """The parts that can't be used."""


@dataclass(frozen=True, slots=True)
class ImportedServers:
    """The servers that were imported."""

    file: str
    """The file to which they were added."""
    added: list[Server]
    """The new ones; with `--dry-run` those that would be added."""
    known: list[Server]
    """Those that were there already."""
    problems: list[LoadProblem]
    """The parts that can't be used."""


@dataclass(frozen=True, slots=True)
class CheckedServers:
    """How the servers started."""

    servers: list[ServerStatus]
    """Each server."""
    problems: list[LoadProblem]
    """The parts that can't be used."""


@dataclass(frozen=True, slots=True)
class TrustedServer:
    """The server that is trusted now."""

    server: Server
    """The server."""
    name: str
    """The first part of its tools' names."""
    file: str
    """The file that says so."""


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """How a sign-in to a server ended."""

    server: ServerStatus
    """The server."""
    signed_in: bool
    """A sign-in was stored; false: the server wants none, or failed."""


@dataclass(frozen=True, slots=True)
class LoggedOut:
    """The deleted sign-in."""

    server: Server
    """The server."""
    forgotten: bool
    """There was a sign-in."""
