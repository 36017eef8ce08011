"""Reads one unit of the page: takes the changes of its text, and returns the events of its blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from observers import units
from observers.block_text import Appended, BlockStream, OutOfStep, Rewritten
from observers.protocol import BlockOpened, TextDelta
from overlay.calls.call import Block
from overlay.chat.reader_events import ReaderEvent
from overlay.chat.unit_calls import OPEN_END, UnitCalls
from overlay.chat.unit_results import UnitResults
from overlay.chat.unit_text import UnitText
from overlay.detection import StreamDetector, ToolIndex
from overlay.detection.surroundings import MessageSurroundings, Surroundings


@dataclass(slots=True)
class UnitReader:
    """The text and the blocks of one unit.

    `tools` are the definitions that detection may use, `born` is the number of the batch that brought the
    unit. With `fallbacks`, an ended text without a call is searched for the fallback forms of the tools.
    `grew`: the text became longer in a later batch, so it was seen growing. `partial`: the page draws only a
    part of the text, and the known text ends at the first gap.
    """

    about: BlockOpened
    tools: ToolIndex | None = None
    born: int = 0
    fallbacks: bool = False
    grew: bool = False
    partial: bool = False
    text: UnitText = field(init=False)
    _calls: UnitCalls = field(init=False)
    _results: UnitResults = field(init=False)
    _around: MessageSurroundings = field(default_factory=lambda: MessageSurroundings(units.length))
    _batch: int = 0
    _length: int = 0
    _finished: bool = False

    def __post_init__(self) -> None:
        self.text = UnitText(BlockStream(self.about), self.about.kind)
        self._calls = UnitCalls(self.text, self._new_detector())
        self._results = UnitResults(self.text, self.about.id)

    @property
    def watched_for_calls(self) -> bool:
        """Whether the text is searched for calls; a message of the user never is."""
        return self.about.role != "user"

    @property
    def turn(self) -> str:
        """The name of its message."""
        return str(self.about.message) or f"#{self.about.turn}"

    @property
    def blocks(self) -> list[Block]:
        """Its blocks: the calls in text order, then the results."""
        calls = self._calls.blocks
        return [*(calls[number] for number in sorted(calls)), *self._results.blocks]

    def take(self, item: TextDelta, batch: int = 0) -> tuple[list[ReaderEvent], bool]:
        """Apply one splice of the text, which belongs to the batch of that number.

        Return the events of its blocks, and whether the page must send the whole text again. Raises
        ValueError if a text that was sent again has the wrong length too.
        """
        change = self.text.stream.apply(item)
        self._around.changed(item.at)
        if change is None:
            return [], False
        if isinstance(change, OutOfStep):
            return [], True
        # Text that was missing because of a gap counts as old as the text around it.
        hidden, self.partial = self.partial, item.gapped
        self._batch = self._batch if hidden else batch
        self.grew = self.grew or (not hidden and batch > self.born and change.units > self._length)
        self._length = change.units
        self.text.changed(change.text)
        if isinstance(change, Appended) and not self._finished:
            return self._feed(self.text.kept_back + change.text), False
        if not self._finished and self.text.is_unread(item.at):
            return self._feed(self.text.unread_part(change.text)), False
        return self._again(change.text if isinstance(change, Rewritten) else str(self.text)), False

    def relabel(self, about: BlockOpened) -> list[ReaderEvent]:
        """Apply a new description of the unit; read the text again if that changes how it is read."""
        before, self.about = self.about, about
        same = (about.language, about.role, about.kind) == (before.language, before.role, before.kind)
        return [] if same else self._again(str(self.text))

    def finish(self) -> list[ReaderEvent]:
        """End the text: a call that is still open is incomplete."""
        if self._finished or not self.watched_for_calls:
            return []
        self._finished = True
        return self._calls.finish(self.text.end(), self.about, self._batch, cut=self.partial)

    def surroundings(self, block: int) -> Surroundings:
        """Return what code block number `block` of this message is in, by the text of the message."""
        return self._around.of_block(block, self.text.stream.text.after)

    def spans(self) -> list[tuple[int, int]]:
        """Return the ranges of the text that must be hidden, in UTF-16 units.

        They are the calls with their wrappers, the results, and text at the end that may become a call.
        """
        found = set(self._calls.spans())
        found.update(block.span for block in self._results.blocks if block.span)
        held = None if self._finished else self._calls.detector.pending_from
        if held is not None:
            found.add((self.text.units(held), OPEN_END))
        return sorted(found)

    @property
    def open(self) -> bool:
        """Whether something in the text may still grow into a call."""
        may_be_call = self._calls.detector.pending_from is not None or self._calls.streaming
        return not self._finished and self.watched_for_calls and may_be_call

    @property
    def waits_for_end(self) -> bool:
        """Whether its calls are complete, and count if no other text follows."""
        return self.open and not self.partial and self._calls.detector.waits_for_end

    def _new_detector(self) -> StreamDetector:
        fence = self.about.language if self.about.kind == "fence" else None
        # A call in the words of an answer never runs automatically, so an announced example has a block too.
        return StreamDetector(
            self.tools, fence=fence, fallbacks=self.fallbacks and fence is None, examples_count=True
        )

    def _feed(self, text: str) -> list[ReaderEvent]:
        """Read the added text, which begins with what was kept back."""
        ready = self.text.add(text)
        calls = self._calls.feed(ready, self.about, self._batch) if self.watched_for_calls else []
        return calls + self._results.added(text)

    def _again(self, text: str) -> list[ReaderEvent]:
        """Read a rewritten text from its start."""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text = text[:-1]  # half of a surrogate pair: the next splice has the other half
        self._finished = False
        ready = self.text.restart(text, self.about.kind)
        calls = self._calls.feed_again(
            ready if self.watched_for_calls else "", self._new_detector(), self.about, self._batch
        )
        return calls + self._results.rewritten(text)
