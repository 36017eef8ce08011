"""The objects that commands print with `--json` about the machine, the help, and what was set up."""

from __future__ import annotations

from dataclasses import dataclass, field


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
