"""The objects that commands print with `--json`. Types of other parts of overlay are printed as they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from overlay.calls.ledger import RedactedRow
from overlay.capture.check.model import Difference
from overlay.capture.model import Gap
from overlay.policy.policy_schema import CommandRule, Grant
from overlay.sites.check import Candidate
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import ServerStatus
from overlay.tools.result import ToolLink


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run."""

    settings: list[Setting]
    """Each setting."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, and where its value comes from."""

    key: str
    """Its name in its file."""
    value: Any
    """Its value."""
    source: str
    """The file that sets it; empty: the default."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Places of files."""

    paths: dict[str, str]
    """Name of a place -> its path."""


@dataclass(frozen=True, slots=True)
class OneFile:
    """The file that a command wrote or checked."""

    file: str
    """Its path."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    ok: bool
    """The check found no fault."""
    subject: str
    """The part that was checked."""
    found: str
    """The finding, or advice."""


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of this machine."""

    ok: bool
    """All checks passed."""
    findings: list[Finding]
    """Each check."""
    paths: dict[str, str]
    """Name of a place -> its path."""


@dataclass(frozen=True, slots=True)
class HelpAnswer:
    """A page of the documentation, or what a search found."""

    topics: dict[str, str] = field(default_factory=dict[str, str])
    """Without a topic: each topic with its title."""
    text: str = ""
    """The page, or the help of a command."""
    found: list[HelpPart] = field(default_factory=list["HelpPart"])
    """After a search: the parts of pages with these words."""


@dataclass(frozen=True, slots=True)
class HelpPart:
    """A part of a page."""

    topic: str
    """The page's topic."""
    heading: str
    """The heading of the part."""


@dataclass(frozen=True, slots=True)
class History:
    """Calls, the newest first."""

    calls: list[RedactedRow]
    """Each call."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export."""

    file: str
    """The file, `-` for the standard output."""
    calls: int
    """How many calls it has."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """The result of a deletion."""

    deleted: int
    """How many calls."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions that policy.toml has."""

    tools: list[Permission]
    """Those of tools."""
    commands: list[CommandPermission]
    """Those of commands."""


@dataclass(frozen=True, slots=True)
class Permission:
    """A permission of a tool."""

    id: str
    """Identifies it."""
    rule: Grant
    """Its entry in policy.toml."""


@dataclass(frozen=True, slots=True)
class CommandPermission:
    """A permission of a command."""

    id: str
    """Identifies it."""
    ended: bool
    """Its time is over."""
    rule: CommandRule
    """Its entry in policy.toml."""


@dataclass(frozen=True, slots=True)
class Revoked:
    """The permission that was revoked."""

    revoked: str
    """Its id."""


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


@dataclass(frozen=True, slots=True)
class Site:
    """A known site."""

    name: str
    """The name by which commands take it."""
    title: str
    """Its name for a reader."""
    url: str
    """The address of a new chat."""
    hosts: list[str]
    """Its hosts."""
    source: str
    """The file of its profile."""


@dataclass(frozen=True, slots=True)
class Sites:
    """The known sites."""

    sites: list[Site]
    """Each site."""


@dataclass(frozen=True, slots=True)
class SiteFinding:
    """The finding for one field of a profile."""

    field: str
    """The field."""
    status: str
    """How well it holds: `ok`, `missing`, `too many`, `not known`, …"""
    selector: str
    """The selector that is used, or the first that was tried."""
    count: int
    """How many elements it finds."""
    words: str
    """The explanation."""
    failed: bool
    """overlay can't work without it."""
    candidate: Candidate | None
    """The selector that may replace it."""


@dataclass(frozen=True, slots=True)
class SiteReport:
    """Whether a profile holds on a page."""

    site: str
    """Name of the site."""
    url: str
    """Address of the page."""
    source: str
    """The file of the profile."""
    hints: list[str]
    """Advice for the next step."""
    seen: str
    """The day on which the profile last found all of a turn; empty: never."""
    failed: bool
    """Something that overlay needs is missing."""
    findings: list[SiteFinding]
    """Each field."""


@dataclass(frozen=True, slots=True)
class SiteLike:
    """How a site is not as in a recording (--like)."""

    site: str
    """Name of the site."""
    differences: list[Difference]
    """The changes, the causes first."""
    fields: dict[str, str]
    """Field of the profile -> the selector that is proposed for it."""


@dataclass(frozen=True, slots=True)
class LearnedSite:
    """The learned profile."""

    name: str
    """Name of the site."""
    file: str
    """The file of the profile."""
    messages: int
    """How many messages its selectors find."""
    fields: dict[str, str]
    """Field -> its selector."""
    missing: dict[str, str]
    """Field that was not found -> why."""
    findings: list[SiteFinding]
    """The check of the profile."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """The report about a page."""

    text: str
    """Its text."""
    file: str
    """The file with the page's structure."""


@dataclass(frozen=True, slots=True)
class SiteChange:
    """A profile that an update changes."""

    name: str
    """Name of the site."""
    hosts: list[str]
    """Hosts that are new for it."""
    lines: list[str]
    """The differences."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A recording on which the update was tried."""

    line: str
    """Its result before and after."""
    worse: bool
    """The update finds less, or could not be tried."""


@dataclass(frozen=True, slots=True)
class SiteUpdate:
    """The changes of one update."""

    serial: int
    """Number of the update."""
    changes: list[SiteChange]
    """The profiles that change."""
    tried: list[Trial]
    """The recordings on which it was tried."""
    written: list[str]
    """The files that were written."""


@dataclass(frozen=True, slots=True)
class UndoneUpdate:
    """An update that was undone."""

    serial: int
    """Number of the update."""
    restored: list[str]
    """Files with their old content, or removed."""
    left: list[str]
    """Files that you changed, and that stay."""


@dataclass(frozen=True, slots=True)
class Launcher:
    """The entry in the desktop's menu."""

    file: str = ""
    """The entry; empty if entries were removed."""
    log: str = ""
    """The file with the output of a run from the menu."""
    removed: list[str] = field(default_factory=list[str])
    """The entries that were removed."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The sign-in step that was done."""

    site: str
    """The site."""
    profile: str
    """The folder of the browser's profile."""


@dataclass(frozen=True, slots=True)
class ToolState:
    """The state of a tool, which its definition doesn't have."""

    enabled: bool
    """The tool is switched on."""
    source: str
    """Where it comes from."""


@dataclass(frozen=True, slots=True)
class ToolTrust:
    """How far a tool's description counts."""

    hints_are_trusted: bool
    """Its hints count: it is no server's tool, or you trust its server."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools of this machine."""

    tools: list[dict[str, Any]]
    """Each tool, with the fields of `overlay tools show`, but for `hints_are_trusted`."""
    problems: list[LoadProblem]
    """The parts that could not be loaded."""


@dataclass(frozen=True, slots=True)
class Media:
    """A picture or a sound."""

    mime_type: str
    """Its media type."""
    base64: str
    """Its bytes."""


@dataclass(frozen=True, slots=True)
class Called:
    """The result of a tool, or why it has none."""

    text: str = ""
    """The result as text."""
    structured: Any | None = None
    """The same as JSON, if the tool returned data."""
    is_error: bool = False
    """The tool gave a result that says that it failed; `text` says why."""
    private: bool = False
    """The result is shown only in the panel."""
    images: list[Media] = field(default_factory=list[Media])
    """Its pictures."""
    sounds: list[Media] = field(default_factory=list[Media])
    """Its sounds."""
    links: list[ToolLink] = field(default_factory=list[ToolLink])
    """Resources that it names."""
    error: dict[str, Any] | None = None
    """Why there is no result: `code` (one of `ErrorCode`), `message`, `data`. None if there is one."""


@dataclass(frozen=True, slots=True)
class Captured:
    """The recording."""

    folder: str
    """Its folder."""
    steps: int
    """How many steps it has."""
    length: float
    """How long it is, in milliseconds."""
    ended: str
    """Why it ended."""
    redacted: dict[str, int]
    """Rule -> how many texts it took out."""
    differs: list[str] | None
    """How its replay is not as the page was; null: it was not replayed."""
    site: list[Difference] | None = None
    """How the site is not as in the recording of --like; null: there is none."""
    gaps: list[Gap] = field(default_factory=list["Gap"])
    """What overlay saw on the page and the recording lacks."""


@dataclass(frozen=True, slots=True)
class CheckedRecording:
    """The result for one recording."""

    name: str
    """Its name."""
    folder: str
    """Its folder."""
    outcome: str
    """`same`, `different`, `error` or `updated`."""
    differences: list[Difference]
    """The differences."""
    problem: str
    """Why it could not be checked."""
    notes: list[str]
    """The changes since the recording was made: versions, the site's profile."""
    seconds: float
    """How long it took."""
    steps: int
    """How many steps it has."""
    blocks: int
    """How many blocks it has."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check."""

    ok: bool
    """All is as expected, or was accepted."""
    seconds: float
    """How long it took."""
    recordings: list[CheckedRecording]
    """Each recording."""
