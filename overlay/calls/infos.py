"""A block in the words of `Companion.blocks()` and of its events."""

from __future__ import annotations

from collections.abc import Callable

from overlay.calls.call import Block
from overlay.calls.events import BlockInfo
from overlay.chat.unit_reader import Reader


def info_of(block: Block, reader: Reader | None, text_of: Callable[[Block], str]) -> BlockInfo:
    """Return `block` as it stands now; `reader` is the text it is from, `text_of` what the model is told
    of a call's outcome.
    """
    call, outcome = block.call, block.outcome
    told = text_of(block) if outcome and block.kind == "call" else outcome and outcome.text
    return BlockInfo(
        id=block.id,
        kind=block.kind,
        name=block.name,
        call_id=block.call_id,
        status=block.status,
        arguments=dict(call.arguments) if call else {},
        format=call.format if call else "",
        confidence=call.confidence if call else "",
        complete=bool(call and call.complete),
        live=block.live,
        note=block.note,
        result=told,
        error_code=outcome.error_code if outcome else None,
        returned=block.returned,
        role=reader.about.role if reader else "unknown",
        turn=reader.about.turn if reader else -1,
    )
