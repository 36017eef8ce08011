"""The results of a check: a finding for each field of the profile."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

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
    """A possible replacement: a selector, the number of elements it finds, and the start tag of one.

    `gives` says which messages the profile would find with it, "" if it is not about messages.
    """

    selector: str
    count: int
    like: str
    gives: str = ""


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

    def as_json(self) -> dict[str, Any]:
        """Return the finding for JSON output."""
        near = self.candidate
        return {
            "field": self.field,
            "status": self.status,
            "selector": self.selector,
            "count": self.count,
            "words": self.words,
            "failed": self.failed,
            "candidate": asdict(near) if near else None,
        }


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
