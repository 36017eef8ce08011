"""The calls that detection finds in the text of one unit, each with its block."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from observers.protocol import BlockOpened
from overlay.calls.call import Block
from overlay.chat.reader_events import (
    BlockAdded,
    BlockGone,
    BlockRead,
    ParamReset,
    ParamText,
    ReaderEvent,
    read_calls,
)
from overlay.chat.unit_text import UnitText
from overlay.detection import StreamDetector
from overlay.detection.model import (
    ArgumentClosed,
    ArgumentDelta,
    CallClosed,
    CallNamed,
    CallOpened,
    CallWithdrawn,
    Event,
    ToolCall,
)

OPEN_END = 2**30


@dataclass(slots=True)
class UnitCalls:
    """The calls in `text`: `blocks` are their blocks by the number of the call.

    The methods that read get the present description of the unit, and the number of the batch that brought
    the text.
    """

    text: UnitText
    detector: StreamDetector
    blocks: dict[int, Block] = field(default_factory=dict[int, Block])
    _starts: dict[int, int] = field(default_factory=dict[int, int])

    def feed(self, ready: str, about: BlockOpened, batch: int) -> list[ReaderEvent]:
        """Read added text; return the events of the blocks."""
        return self._blocks_of(self.detector.feed(ready), about, batch)

    def finish(self, rest: str, about: BlockOpened, batch: int, *, cut: bool) -> list[ReaderEvent]:
        """Read the last text: an open call is incomplete. `cut`: the page does not draw the rest."""
        events = [*self.detector.feed(rest), *self.detector.finish()]
        return self._blocks_of(map(_cut, events) if cut else events, about, batch)

    def feed_again(
        self, ready: str, detector: StreamDetector, about: BlockOpened, batch: int
    ) -> list[ReaderEvent]:
        """Read a rewritten text from its start, with a new detector.

        A call that did not change keeps its block. A call that only grew gets the new text. Every other
        block is drawn again.
        """
        before, self.blocks = self.blocks, {}
        self.detector, self._starts = detector, {}
        events: list[ReaderEvent] = []
        found = read_calls(detector.feed(ready))
        for number, reading in found.items():
            block = before.get(number)
            if block is None:
                events += self._blocks_of(reading.events, about, batch)
            elif reading.withdrawn:
                events.append(BlockGone(block))
            else:
                self.blocks[number] = block
                if reading.same_as(block) and reading.result:
                    self._close(number, block, reading.result, about)
                elif reading.grown_from(block):
                    events += self._blocks_of(reading.new_events(block), about, batch)
                else:
                    block.params, block.parsed, block.name, block.call_id = {}, None, "", ""
                    block.born, block.grew = batch, False
                    events.append(ParamReset(block))
                    events += self._blocks_of(reading.events, about, batch)
        return events + [BlockGone(block) for number, block in before.items() if number not in found]

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges of the calls with their wrappers, in UTF-16 units."""
        for number, block in self.blocks.items():
            if span := self._wrapped(number, block):
                yield span

    @property
    def streaming(self) -> bool:
        """Whether a call is still being written."""
        return any(block.call.status == "streaming" for block in self.blocks.values())

    def _blocks_of(self, events: Iterable[Event], about: BlockOpened, batch: int) -> list[ReaderEvent]:
        found: list[ReaderEvent] = []
        for event in events:
            match event:
                case CallOpened(number, start):
                    block = self.blocks.get(number)
                    if block is None:
                        block = Block(unit=about.id, index=number, live=about.live, born=batch)
                        self.blocks[number] = block
                        found.append(BlockAdded(block))
                    block.span = (self.text.units(start), OPEN_END)
                case CallNamed(number, name, call_id):
                    block = self.blocks[number]
                    if (block.name, block.call_id) != (name, call_id or ""):
                        block.name, block.call_id = name, call_id or ""
                        found.append(BlockRead(block))
                case ArgumentDelta(number, key, text):
                    block = self.blocks[number]
                    block.params.setdefault(key, []).append(text)
                    found.append(ParamText(block, key, text, done=False))
                case ArgumentClosed(number, key):
                    block = self.blocks[number]
                    block.params.setdefault(key, [])
                    found.append(ParamText(block, key, "", done=True))
                case CallClosed(number, result):
                    block = self.blocks[number]
                    block.grew = batch > block.born
                    self._close(number, block, result, about)
                    found.append(BlockRead(block, ended=True))
                case CallWithdrawn(number, _):
                    found.append(BlockGone(self.blocks.pop(number)))
        return found

    def _wrapped(self, number: int, block: Block) -> tuple[int, int] | None:
        """Return the range of the call with its wrapper, which may contain several calls."""
        start = self._starts.get(number)
        ranges = self.detector.ranges
        place = -1 if start is None else bisect_right(ranges, (start, OPEN_END)) - 1
        if start is None or place < 0 or not ranges[place][0] <= start < ranges[place][1]:
            return block.span
        return self.text.span(ranges[place])

    def _close(self, number: int, block: Block, result: ToolCall, about: BlockOpened) -> None:
        """Store the parsed call.

        Outside a fence, Markdown may have changed the text, so the confidence is at best "repaired".
        """
        if about.kind == "prose" and result.confidence == "structured":
            result = result.model_copy(update={"confidence": "repaired"})
        block.parsed = result
        block.params = {}  # the page has them; only a call that is being written needs them here
        block.name = result.name
        block.call_id = result.call_id or block.call_id
        block.span = self.text.span(result.span)
        self._starts[number] = result.span[0]


def _cut(event: Event) -> Event:
    """Return the event with its call as incomplete: the page does not draw the rest of the text."""
    if not isinstance(event, CallClosed):
        return event
    return CallClosed(event.call, event.result.model_copy(update={"complete": False, "error": None}))
