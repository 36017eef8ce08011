"""The results of a check: a finding for each field of the profile."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Status = Literal["ok", "fallback", "missing", "too many", "not seen", "not known", "differs", "fails"]
"""`not seen`: it need not be on the page now. `not known`: the profile has no selector for it. `fails`: it is
there, but overlay can't use it.
"""


@dataclass(frozen=True, slots=True)
class Count:
    """How many elements a selector finds, and how many of them are visible."""

    selector: str
    count: int
    shown: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible replacement for a selector."""

    selector: str
    """The selector."""
    count: int
    """How many elements it finds."""
    like: str
    """The start tag of one of them."""
    gives: str = ""
    """Which messages the profile would find with it; empty: it is not about messages."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding for one field.

    `selector` is the one that is used, or the first that was tried; `words` is the explanation.
    """

    field: str
    status: Status
    selector: str = ""
    count: int = 0
    words: str = ""
    needed: bool = False
    candidate: Candidate | None = None

    @property
    def failed(self) -> bool:
        """Whether overlay can't work without it, or the recording is not as expected."""
        return self.needed and self.status in ("missing", "too many", "fails")


@dataclass(frozen=True, slots=True)
class Report:
    """All findings on one page; `hints` say what to do next."""

    site: str
    url: str
    findings: list[Finding] = field(default_factory=list[Finding])
    hints: list[str] = field(default_factory=list[str])

    @property
    def failed(self) -> list[Finding]:
        """The findings for which the check fails."""
        return [finding for finding in self.findings if finding.failed]

    def finding(self, name: str) -> Finding:
        """Return the finding of a field. Raises KeyError if there is none."""
        for finding in self.findings:
            if finding.field == name:
                return finding
        raise KeyError(name)
