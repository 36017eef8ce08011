"""Makes the events of `Companion.events()`, with the descriptions of blocks in them."""

from __future__ import annotations

import logging

from observers.protocol import BlockOpened
from overlay.calls.call import Block
from overlay.calls.event_stream import EventStream
from overlay.calls.events import BlockInfo, Event, Kind
from overlay.calls.result_text import result_text
from overlay.common.clock import REAL_CLOCK, Clock

log = logging.getLogger(__name__)


class PublicEvents:
    """Publishes Event on `events`; `max_chars` is the most characters of a result that the model gets."""

    def __init__(self, events: EventStream, max_chars: int, clock: Clock = REAL_CLOCK) -> None:
        self._events = events
        self._max_chars = max_chars
        self._clock = clock

    def publish(
        self,
        kind: Kind,
        url: str,
        block: Block | None = None,
        about: BlockOpened | None = None,
        text: str = "",
    ) -> None:
        """Publish that `kind` happened in the document at `url`; `about` describes the text of the block."""
        if kind == "trouble":
            log.warning("%s", text)
        if self._events.wants(Event):
            info = self.block_info(block, about) if block else None
            self._events.publish(Event(kind, info, text, url, self._clock.now()))

    def block_info(self, block: Block, about: BlockOpened | None) -> BlockInfo:
        """Return the present description of the block; `about` describes its text (None if it is gone)."""
        block = block.showing(block.call.latest)
        call, parsed, outcome = block.call, block.parsed, block.call.outcome
        result = outcome.text if outcome else None
        if outcome and block.kind == "call":
            result = result_text(block, self._max_chars)
        return BlockInfo(
            id=block.id,
            kind=block.kind,
            name=block.name,
            call_id=block.call_id,
            status=call.status,
            arguments=dict(parsed.arguments) if parsed else {},
            format=parsed.format if parsed else "",
            confidence=parsed.confidence if parsed else "",
            complete=bool(parsed and parsed.complete),
            live=block.live,
            note=call.note,
            result=result,
            error_code=outcome.error_code if outcome else None,
            returned=call.inserted,
            role=about.role if about else "unknown",
            turn=about.turn if about else -1,
        )
