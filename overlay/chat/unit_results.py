"""The results in the text of one unit, each with its block. Their blocks have no buttons."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from overlay.calls.call import Block, Call
from overlay.calls.outcome import Outcome
from overlay.chat.composer.text_compare import ESCAPED, from_one_line
from overlay.chat.reader_events import BlockAdded, BlockGone, ReaderEvent
from overlay.chat.unit_text import UnitText
from overlay.detection.results import TAG, FoundResult, clean, find_results

FIRST_RESULT = 1_000_000
"""Results are numbered from here, so that they come after the calls of their unit."""


@dataclass(slots=True)
class UnitResults:
    """The results in `text`, the text of unit number `unit`: `blocks` are their blocks in text order."""

    text: UnitText
    unit: int
    blocks: list[Block] = field(default_factory=list[Block])
    _tail: str = ""

    def added(self, text: str) -> list[ReaderEvent]:
        """Look at added text; read the results again if one may end in it."""
        look = self._tail + text
        self._tail = look[-len(TAG) - 4 :]
        return self._find() if f"</{TAG}" in look.lower() else []

    def rewritten(self, text: str) -> list[ReaderEvent]:
        """Read the results again: the whole text is `text` now."""
        self._tail = text[-len(TAG) - 4 :]
        return self._find()

    def _find(self) -> list[ReaderEvent]:
        events: list[ReaderEvent] = []
        known, self.blocks = self.blocks, []
        for number, found in enumerate(_results_in(str(self.text))):
            shown = known[number] if number < len(known) else None
            same = (
                shown is not None and shown.call.outcome is not None and shown.call.outcome.text == found.text
            )
            if shown is None or not same:
                result = Call(
                    status="result", outcome=Outcome(found.text, "reported" if found.error else None)
                )
                block = Block(self.unit, FIRST_RESULT + number, kind="result", call=result)
                block.name, block.call_id = "Result", found.call_id
                events += [BlockGone(shown), BlockAdded(block)] if shown else [BlockAdded(block)]
                shown = block
            shown.span = self.text.span(found.span)
            self.blocks.append(shown)
        return events + [BlockGone(block) for block in known[len(self.blocks) :]]


def _results_in(text: str) -> list[FoundResult]:
    """Return the results in `text`; those of a message box that loses line ends as they were before that."""
    found = find_results(text)
    at = text.find(ESCAPED, 0, found[0].span[0]) if found else -1
    if at < 0:
        return found
    read = [replace(one, text=clean(from_one_line(one.text)).strip("\n")) for one in found]
    if not text[at + len(ESCAPED) : read[0].span[0]].strip():
        read[0] = replace(read[0], span=(at, read[0].span[1]))
    return read
