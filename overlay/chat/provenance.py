"""Decides whether a text was seen being written.

A call in old text that a site shows again (history, reload, scrolling) must not run automatically.
"""

from __future__ import annotations

from observers.protocol import Batch
from overlay.calls.call import Block
from overlay.chat.unit_reader import UnitReader


class Provenance:
    """Watches one document. `signed`: the site shows a sign while an answer is streamed."""

    def __init__(self, *, signed: bool) -> None:
        self._signed = signed
        self._streamed: set[int] = set()
        self._growing: set[str | int] = set()

    def batch(self, batch: Batch, *, before: bool = False) -> None:
        """Note a new batch, and whether the site's sign was shown with it or until then (`before`).

        Some pages draw the last code of a growing message at its end, when they remove the sign.
        """
        if batch.streaming:
            self._streamed.update(item.id for item in batch.items if item.k != "gone")
        elif before:
            self._streamed.update(item.id for item in batch.items if item.k == "open" and item.in_growing)

    def text_changed(self, reader: UnitReader) -> bool:
        """Note a change of a text. Return whether it is the first to show that the message grows."""
        key = str(reader.about.message) or reader.about.id
        if not reader.grew or not self._under_sign(reader) or key in self._growing:
            return False
        self._growing.add(key)
        return True

    def forget(self, unit: int) -> None:
        """Forget a unit that is gone."""
        self._streamed.discard(unit)
        self._growing.discard(unit)

    def is_live(self, block: Block, reader: UnitReader) -> bool:
        """Return whether the block was seen being written.

        That holds if its message answers what the user just sent. It also holds if the block, its unit or its
        message grew and, on a site with a sign, the sign was shown when the block appeared.
        If neither the call nor its message was seen growing, it can't be told from an old call that the site
        shows again.
        """
        if reader.about.sent and reader.about.live:
            return True
        if not self._under_sign(reader):
            return False
        grew = block.grew or reader.grew or reader.about.in_growing
        return grew or str(reader.about.message) in self._growing

    def _under_sign(self, reader: UnitReader) -> bool:
        return reader.about.live and (not self._signed or reader.about.id in self._streamed)
