"""Notes what overlay saw on a page and the recording can't have, so that nobody takes it for complete."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.capture.manifest import Gap, GapCause

if TYPE_CHECKING:
    from collections.abc import Callable

    from observers.document import Document
    from overlay.capture.record.page_log import Pages

WORDS: dict[GapCause, str] = {
    "frame": "overlay found a call there, but a frame of another site, or in another frame, is not recorded",
    "window": "overlay found a call there, but a window without an address is not recorded",
    "late": "its recording began while a call was written there",
    "refused": "a change of it was too large or not valid",
    "flood": "it changed so much that overlay left it",
}


@dataclass(slots=True)
class _Unrecorded:
    """A document that has shown a call and has no line yet; `grew`: overlay saw how one was written."""

    at: float
    step: int
    grew: bool = False


class Gaps:
    """The gaps of one recording. `at` returns the time of the recording, in milliseconds."""

    def __init__(self, pages: Pages, at: Callable[[], float]) -> None:
        self._pages = pages
        self._at = at
        self._unrecorded: dict[Document, _Unrecorded] = {}
        self._found: list[Gap] = []

    def call_shown(self, document: Document, *, grew: bool) -> None:
        """Note that `document` shows a call; `grew`: overlay sees how it is written."""
        if not self._pages.number(document):
            seen = self._unrecorded.setdefault(document, _Unrecorded(self._at(), self._pages.step))
            seen.grew |= grew

    def lost(self, document: Document, cause: GapCause) -> None:
        """Note that a message with changes of `document` was lost."""
        self._add(Gap(at=self._at(), n=self._pages.step, url=document.url, why=cause))

    def closed(self, document: Document) -> None:
        """Note the gap of a document that ends, if it has one."""
        if seen := self._unrecorded.pop(document, None):
            self._settle(document, seen)

    def all(self) -> list[Gap]:
        """Return the gaps so far, the first one first."""
        rest = [gap for document, seen in self._unrecorded.items() if (gap := self._gap(document, seen))]
        return sorted([*self._found, *rest], key=lambda gap: gap.at)

    def copy(self) -> Gaps:
        """Return the gaps so far, for another thread to save."""
        new = copy(self)
        new._unrecorded, new._found = dict(self._unrecorded), list(self._found)
        return new

    def _settle(self, document: Document, seen: _Unrecorded) -> None:
        if gap := self._gap(document, seen):
            self._add(gap)

    def _add(self, gap: Gap) -> None:
        if all((gap.url, gap.why) != (known.url, known.why) for known in self._found):
            self._found.append(gap)

    def _gap(self, document: Document, seen: _Unrecorded) -> Gap | None:
        recorded = bool(self._pages.number(document))
        if recorded and not seen.grew:
            return None  # the document's first line has the call as it was
        why: GapCause = "late" if recorded else "window" if document.top else "frame"
        return Gap(at=seen.at, n=seen.step, url=document.url, why=why)


def gap_line(gap: Gap) -> str:
    """Return a gap as a line for the user."""
    return f"{gap.url or 'a page'}, from {gap.at / 1000:.1f} s on: {WORDS[gap.why]}"
