"""Incomplete calls: the note on the block, and the request that asks the model for the call again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from overlay.calls.call import Block
from overlay.chat.unit_reader import UnitReader
from overlay.common.language import mark
from overlay.detection.surroundings import OBJECT

GAPPED = mark("Incomplete: the page shows only a part of this call, so it can't run.")
CUT = mark(
    "Incomplete: the code block ended inside the call, so it can't run. "
    "The page's Markdown takes a fence inside an argument as the end of the block."
)
LOOSE = mark("Incomplete: it is outside a code block, where the page's Markdown changes texts. It can't run.")
ASKED = mark("The request to send it again is in the message box.")

_ASK = (
    "Your call of {name} did not arrive whole, so it was not run{why}. Please send all of it again, "
    "in one code block whose fence is longer than any run of back-ticks in it: five back-ticks or more."
)
_WHY = {
    CUT: ": a fence in one of its arguments ended the code block",
    LOOSE: ": outside a code block, Markdown may change it",
}
_NOT_IN_NAMES = re.compile(r"[^\w.:/-]+")


def note_on(reader: UnitReader, message: Iterable[UnitReader]) -> str:
    """Return why the call of `reader` is incomplete; "" if there is no known reason.

    `message` are the readers of all units of the same message.
    """
    if reader.partial:
        return GAPPED
    if reader.about.kind == "prose":
        return LOOSE
    return CUT if _goes_on(reader, message) else ""


def request_for(block: Block) -> str:
    """Return one line that asks the model to send the block's call again."""
    name = _plain(block.name) or "a tool"
    call_id = f" ({_plain(block.call_id)})" if _plain(block.call_id) else ""
    return _ASK.format(name=name + call_id, why=_WHY.get(block.call.note, ""))


def _goes_on(reader: UnitReader, message: Iterable[UnitReader]) -> bool:
    """Return whether the message goes on after this code block (units are numbered in the order found)."""
    others = [other for other in message if other.about.id != reader.about.id]
    fences = [other.about.id for other in others if other.about.kind == "fence"]
    if any(number > reader.about.id for number in fences):
        return True
    behind = len(fences) + 1
    return any(
        part.strip()
        for other in others
        if other.about.kind == "prose"
        for part in str(other.text).split(OBJECT)[behind:]
    )


def _plain(text: str) -> str:
    return _NOT_IN_NAMES.sub("_", text)[:80]
