"""The objects that commands print with `--json` about sites and their profiles."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.capture.check.model import Difference
from overlay.sites.check import Candidate


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
