"""Was it written before our eyes? What a site shows again (history, reload, scrolling) must not run by
itself.
"""

from __future__ import annotations

from observers.protocol import Batch
from overlay.calls.call import Block
from overlay.chat.unit_reader import UnitReader


class Provenance:
    """Of one document. `signed`: the site says when an answer is being streamed."""

    def __init__(self, *, signed: bool) -> None:
        self._signed = signed
        self._streamed: set[int] = set()
        self._growing: set[str | int] = set()

    def batch(self, batch: Batch) -> None:
        """A batch came: what it holds was under the sign, or not."""
        if batch.streaming:
            self._streamed.update(item.id for item in batch.items if item.k != "gone")

    def took(self, reader: UnitReader) -> bool:
        """A splice was read; return whether it shows for the first time that the unit's message is being
        written.
        """
        key = str(reader.about.message) or reader.about.id
        if not reader.grew or not self._under_sign(reader) or key in self._growing:
            return False
        self._growing.add(key)
        return True

    def forget(self, unit: int) -> None:
        """The unit is gone."""
        self._streamed.discard(unit)
        self._growing.discard(unit)

    def is_live(self, block: Block, reader: UnitReader) -> bool:
        """Whether the block came to be under the site's sign (if it has one), and it, its unit or its message
        grew.

        A call that came all at once, in a message that did, may as well be an old one that the site shows
        again.
        """
        if not self._under_sign(reader):
            return False
        return block.grew or reader.grew or str(reader.about.message) in self._growing

    def _under_sign(self, reader: UnitReader) -> bool:
        return reader.about.live and (not self._signed or reader.about.id in self._streamed)
