"""Reads one unit of the page: takes the changes of its text, and returns the events of its blocks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from observers import units
from observers.block_text import Appended, BlockStream, OutOfStep, Rewritten, Utf16Offsets
from observers.protocol import BlockOpened, TextDelta
from overlay.calls.call import Block, Call
from overlay.calls.outcome import Outcome
from overlay.chat.reader_events import (
    BlockAdded,
    BlockGone,
    BlockRead,
    ParamReset,
    ParamText,
    ReaderEvent,
    read_calls,
)
from overlay.detection import StreamDetector, ToolIndex
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
from overlay.detection.results import TAG, find_results
from overlay.detection.surroundings import MessageSurroundings, Surroundings

OPEN_END = 2**30
FIRST_RESULT = 1_000_000
"""Results are numbered from here, so that they come after the calls of their unit."""


@dataclass(slots=True)
class UnitReader:
    """The text and the blocks of one unit.

    `tools` are the definitions that detection may use, `born` is the number of the batch that brought the
    unit. With `fallbacks`, an ended text without a call is searched for the fallback forms of the tools.
    `grew`: the text became longer in a later batch, so it was seen growing. `partial`: the page draws only a
    part of the text, and the known text ends at the first gap. `watched_for_calls`: the text is searched for
    calls; a message of the user never is. `turn` is the name of its message.
    """

    about: BlockOpened
    tools: ToolIndex | None = None
    born: int = 0
    fallbacks: bool = False
    stream: BlockStream = field(init=False)
    watched_for_calls: bool = field(init=False)
    turn: str = field(init=False)
    grew: bool = False
    partial: bool = False
    _around: MessageSurroundings = field(default_factory=lambda: MessageSurroundings(units.length))
    _calls: dict[int, Block] = field(default_factory=dict[int, Block])
    _shown: list[Block] = field(default_factory=list[Block])
    _starts: dict[int, int] = field(default_factory=dict[int, int])
    _detector: StreamDetector = field(init=False)
    _batch: int = 0
    _length: int = 0
    _fed: int = 0
    _fed_units: int = 0
    _withheld: str = ""
    _tail: str = ""
    _finished: bool = False
    _astral: bool = False
    _whole: str | None = None
    _offsets: Utf16Offsets = field(default_factory=Utf16Offsets)

    def __post_init__(self) -> None:
        self.stream = BlockStream(self.about)
        self._describe(self.about)
        self._restart()

    @property
    def blocks(self) -> list[Block]:
        """Its blocks: the calls in text order, then the results."""
        return [*(self._calls[number] for number in sorted(self._calls)), *self._shown]

    def take(self, item: TextDelta, batch: int = 0) -> tuple[list[ReaderEvent], bool]:
        """Apply one splice of the text, which belongs to the batch of that number.

        Return the events of its blocks, and whether the page must send the whole text again. Raises
        ValueError if a text that was sent again has the wrong length too.
        """
        change = self.stream.apply(item)
        self._around.changed(item.at)
        if change is None:
            return [], False
        if isinstance(change, OutOfStep):
            return [], True
        # Text that was missing because of a gap counts as old as the text around it.
        hidden, self.partial = self.partial, item.gapped
        batch = self._batch if hidden else batch
        self._batch, self._whole = batch, None
        self.grew = self.grew or (not hidden and batch > self.born and change.units > self._length)
        self._length = change.units
        if not self._astral and change.text and max(change.text) > "\uffff":
            self._astral = True
            self._offsets.add(self.stream.text.before(self._fed_units))
        if isinstance(change, Appended) and not self._finished:
            return self._feed(self._withheld + change.text), False
        if self._only_the_end(item.at):
            return self._feed(change.text[self._fed :]), False
        return self._again(change.text if isinstance(change, Rewritten) else self._text()), False

    def relabel(self, about: BlockOpened) -> list[ReaderEvent]:
        """Apply a new description of the unit; read the text again if that changes how it is read."""
        same = (about.language, about.role, about.kind) == (
            self.about.language,
            self.about.role,
            self.about.kind,
        )
        self._describe(about)
        return [] if same else self._again(self._text())

    def finish(self) -> list[ReaderEvent]:
        """End the text: a call that is still open is incomplete."""
        if self._finished or not self.watched_for_calls:
            return []
        self._finished = True
        rest, self._withheld = self._withheld, ""
        events = [*self._detector.feed(rest), *self._detector.finish()]
        return self._blocks_of(_cut(event) if self.partial else event for event in events)

    def surroundings(self, block: int) -> Surroundings:
        """Return what code block number `block` of this message is in, by the text of the message."""
        return self._around.of_block(block, self.stream.text.after)

    def spans(self) -> list[tuple[int, int]]:
        """Return the ranges of the text that must be hidden, in UTF-16 units.

        They are the calls with their wrappers, the results, and text at the end that may become a call.
        """
        found: set[tuple[int, int]] = set()
        for number, block in self._calls.items():
            if span := self._wrapped(number, block):
                found.add(span)
        for block in self._shown:
            if block.span:
                found.add(block.span)
        held = self._detector.pending_from if self.watched_for_calls and not self._finished else None
        if held is not None:
            found.add((self._units(held), OPEN_END))
        return sorted(found)

    @property
    def open(self) -> bool:
        """Whether something in the text may still grow into a call."""
        return (
            not self._finished
            and self.watched_for_calls
            and (
                self._detector.pending_from is not None
                or any(block.call.status == "streaming" for block in self._calls.values())
            )
        )

    @property
    def waits_for_end(self) -> bool:
        """Whether its calls are complete, and count if no other text follows."""
        return self.open and not self.partial and self._detector.waits_for_end

    def _describe(self, about: BlockOpened) -> None:
        self.about = about
        self.watched_for_calls = about.role != "user"
        self.turn = str(about.message) or f"#{about.turn}"

    def _restart(self) -> None:
        fence = self.about.language if self.about.kind == "fence" else None
        # A call in the words of an answer never runs automatically, so an announced example has a block too.
        self._detector = StreamDetector(
            self.tools, fence=fence, fallbacks=self.fallbacks and fence is None, examples_count=True
        )
        self._starts = {}
        self._fed = self._fed_units = 0
        self._withheld = ""
        self._finished = False
        self._offsets = Utf16Offsets()

    def _only_the_end(self, at: int) -> bool:
        """Return whether only text that was not read yet changed.

        Some renderers end a code block with a line end, and rewrite that line end with each token.
        """
        return not self._finished and not self._astral and at >= self._fed_units

    def _feed(self, text: str) -> list[ReaderEvent]:
        """Read the added text.

        Line ends at the end of a fence are read with the text that follows, since a renderer may add and
        remove its own.
        """
        ready = text.rstrip("\n") if self.about.kind == "fence" else text
        self._withheld = text[len(ready) :]
        self._fed += len(ready)
        if self._astral:
            self._offsets.add(ready)
        self._fed_units += units.length(ready) if self._astral else len(ready)
        events: list[ReaderEvent] = []
        if self.watched_for_calls:
            events += self._blocks_of(self._detector.feed(ready))
        look = self._tail + text
        self._tail = look[-len(TAG) - 4 :]
        if f"</{TAG}" in look.lower():
            events += self._results()
        return events

    def _again(self, text: str) -> list[ReaderEvent]:
        """Read a rewritten text from its start.

        A call that did not change keeps its block. A call that only grew gets the new text. Every other
        block is drawn again.
        """
        before = self._calls
        if text and "\ud800" <= text[-1] <= "\udbff":
            text = text[:-1]  # half of a surrogate pair: the next splice has the other half
        self._restart()
        self._calls = {}
        self._astral = bool(text) and max(text) > "\uffff"
        ready = text.rstrip("\n") if self.about.kind == "fence" else text
        self._withheld = text[len(ready) :]
        self._fed = len(ready)
        self._fed_units = units.length(ready)
        if self._astral:
            self._offsets.add(ready)
        events: list[ReaderEvent] = []
        found = read_calls(self._detector.feed(ready)) if self.watched_for_calls else {}
        for number, reading in found.items():
            block = before.get(number)
            if block is None:
                events += self._blocks_of(reading.events)
            elif reading.withdrawn:
                events.append(BlockGone(block))
            else:
                self._calls[number] = block
                if reading.same_as(block) and reading.result:
                    self._close(number, block, reading.result)
                elif reading.grown_from(block):
                    events += self._blocks_of(list(reading.new_events(block)))
                else:
                    block.params, block.parsed, block.name, block.call_id = {}, None, "", ""
                    block.born, block.grew = self._batch, False
                    events.append(ParamReset(block))
                    events += self._blocks_of(reading.events)
        events += [BlockGone(block) for number, block in before.items() if number not in found]
        self._tail = text[-len(TAG) - 4 :]
        return events + self._results()

    def _blocks_of(self, events: Iterable[Event]) -> list[ReaderEvent]:
        found: list[ReaderEvent] = []
        for event in events:
            match event:
                case CallOpened(number, start):
                    block = self._calls.get(number)
                    if block is None:
                        block = Block(
                            unit=self.about.id, index=number, live=self.about.live, born=self._batch
                        )
                        self._calls[number] = block
                        found.append(BlockAdded(block))
                    block.span = (self._units(start), OPEN_END)
                case CallNamed(number, name, call_id):
                    block = self._calls[number]
                    if (block.name, block.call_id) != (name, call_id or ""):
                        block.name, block.call_id = name, call_id or ""
                        found.append(BlockRead(block))
                case ArgumentDelta(number, key, text):
                    block = self._calls[number]
                    block.params.setdefault(key, []).append(text)
                    found.append(ParamText(block, key, text, done=False))
                case ArgumentClosed(number, key):
                    block = self._calls[number]
                    block.params.setdefault(key, [])
                    found.append(ParamText(block, key, "", done=True))
                case CallClosed(number, result):
                    block = self._calls[number]
                    block.grew = self._batch > block.born
                    self._close(number, block, result)
                    found.append(BlockRead(block, ended=True))
                case CallWithdrawn(number, _):
                    found.append(BlockGone(self._calls.pop(number)))
        return found

    def _wrapped(self, number: int, block: Block) -> tuple[int, int] | None:
        """Return the range of the call with its wrapper, which may contain several calls."""
        start = self._starts.get(number)
        ranges = self._detector.ranges
        place = -1 if start is None else bisect_right(ranges, (start, OPEN_END)) - 1
        if start is None or place < 0 or not ranges[place][0] <= start < ranges[place][1]:
            return block.span
        return self._span(ranges[place])

    def _close(self, number: int, block: Block, result: ToolCall) -> None:
        """Store the parsed call.

        Outside a fence, Markdown may have changed the text, so the confidence is at best "repaired".
        """
        if self.about.kind == "prose" and result.confidence == "structured":
            result = result.model_copy(update={"confidence": "repaired"})
        block.parsed = result
        block.params = {}  # the page has them; only a call that is being written needs them here
        block.name = result.name
        block.call_id = result.call_id or block.call_id
        block.span = self._span(result.span)
        self._starts[number] = result.span[0]

    def _results(self) -> list[ReaderEvent]:
        """Find the results in the text. Their blocks have no buttons."""
        events: list[ReaderEvent] = []
        known, self._shown = self._shown, []
        for number, found in enumerate(find_results(self._text())):
            shown = known[number] if number < len(known) else None
            same = (
                shown is not None and shown.call.outcome is not None and shown.call.outcome.text == found.text
            )
            if shown is None or not same:
                result = Call(
                    status="result", outcome=Outcome(found.text, "reported" if found.error else None)
                )
                block = Block(self.about.id, FIRST_RESULT + number, kind="result", call=result)
                block.name, block.call_id = "Result", found.call_id
                events += [BlockGone(shown), BlockAdded(block)] if shown else [BlockAdded(block)]
                shown = block
            shown.span = self._span(found.span)
            self._shown.append(shown)
        return events + [BlockGone(block) for block in known[len(self._shown) :]]

    def _text(self) -> str:
        if self._whole is None:
            self._whole = str(self.stream.text)
        return self._whole

    def _span(self, points: tuple[int, int]) -> tuple[int, int]:
        """Convert a range of code points to UTF-16 units."""
        return (self._units(points[0]), self._units(points[1])) if self._astral else points

    def _units(self, points: int) -> int:
        """Convert code points to UTF-16 units. They are equal unless a character is above U+FFFF."""
        if not self._astral:
            return points
        return self._offsets.units(points)


def _cut(event: Event) -> Event:
    """Return the event with its call as incomplete: the page does not draw the rest of the text."""
    if not isinstance(event, CallClosed):
        return event
    return CallClosed(event.call, event.result.model_copy(update={"complete": False, "error": None}))
