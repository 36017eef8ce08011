"""The objects that commands print with `--json` about recordings."""

from __future__ import annotations

from dataclasses import dataclass, field

from overlay.capture.check.model import Difference
from overlay.capture.manifest import Gap


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
    """How its replay is not as the page was; null: there was none, or it failed."""
    site: list[Difference] | None = None
    """How the site is not as in the recording of --like; null: they were not compared."""
    gaps: list[Gap] = field(default_factory=list["Gap"])
    """What overlay saw on the page and the recording does not have."""


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
