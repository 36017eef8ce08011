"""Hides raw text in the page: a fence as a whole, parts of a message's text by ranges."""

from __future__ import annotations

from collections.abc import Callable

from observers.commands import Command, Hide, Unhide
from observers.protocol import TextDelta
from overlay.chat.unit_reader import UnitReader

CALL_STARTS = frozenset("<[|:{")
"""First characters of calls: the page hides the text from such a character on until overlay has read it."""


class RawTextHiding:
    """Hides raw text in one document; `post` sends the commands to it."""

    def __init__(self, post: Callable[[Command], None]) -> None:
        self._post = post
        self._sent: dict[int, object] = {}

    def update(self, reader: UnitReader, item: TextDelta) -> None:
        """Send which text is hidden after `item` was read, if that changed."""
        unit, spans = reader.about.id, reader.spans()
        if reader.about.kind == "prose":
            if self._sent.get(unit) != spans or not CALL_STARTS.isdisjoint(item.text):
                self._sent[unit] = spans
                self._post(Hide(unit=unit, spans=spans, judged=item.length))
            return
        if not spans and not item.text.strip() and not self._sent.get(unit):
            return
        hidden = bool(spans)
        if self._sent.get(unit) is not hidden:
            self._sent[unit] = hidden
            self._post(Hide(unit=unit) if hidden else Unhide(unit=unit))

    def text_ended(self, reader: UnitReader) -> None:
        """Show text that was held back but did not become a call: the unit's text has ended."""
        unit = reader.about.id
        if reader.watched_for_calls and not reader.spans() and self._sent.get(unit):
            self._sent[unit] = False
            self._post(Unhide(unit=unit))

    def unhide(self, unit: int) -> None:
        """Show the unit as the site made it, and forget it."""
        self.forget(unit)
        self._post(Unhide(unit=unit))

    def forget(self, unit: int) -> None:
        """Forget a unit that is gone."""
        self._sent.pop(unit, None)
