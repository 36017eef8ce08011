"""Reads one unit of the page: its text goes in, what its blocks become comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from observers.messages import Open, TextItem
from observers.streams import Appended, BlockStream, OutOfStep
from overlay.blocks.block import Block, Outcome
from overlay.formats import StreamDetector, ToolIndex
from overlay.formats.model import (
    ArgumentClosed,
    ArgumentDelta,
    CallClosed,
    CallNamed,
    CallOpened,
    CallWithdrawn,
    Event,
    ToolCall,
)
from overlay.results import TAG, find_results

OPEN_END = 2**30


@dataclass(frozen=True, slots=True)
class BlockAdded:
    """A block is to stand in the page from now on."""

    block: Block


@dataclass(frozen=True, slots=True)
class BlockRead:
    """What is known of the block changed: its name, its id, or that its text is over."""

    block: Block


@dataclass(frozen=True, slots=True)
class ParamText:
    """`text` came to what the argument `key` shows."""

    block: Block
    key: str
    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class ParamReset:
    """The page rewrote what had been shown: the arguments are drawn anew."""

    block: Block


@dataclass(frozen=True, slots=True)
class BlockGone:
    """It was no call after all."""

    block: Block


ReaderEvent = BlockAdded | BlockRead | ParamText | ParamReset | BlockGone


@dataclass(slots=True)
class Reader:
    """The text and the blocks of one unit. `tools` are the definitions that detection may use."""

    about: Open
    tools: ToolIndex | None = None
    stream: BlockStream = field(init=False)
    blocks: list[Block] = field(default_factory=list[Block])
    streamed: bool = False
    _detector: StreamDetector = field(init=False)
    _numbers: dict[int, int] = field(default_factory=dict[int, int])
    _fed: int = 0
    _tail: str = ""
    _finished: bool = False
    _astral: bool = False
    _place: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.stream = BlockStream(self.about)
        self._restart()

    @property
    def watched_for_calls(self) -> bool:
        """A person's own message is never read for calls."""
        return self.about.role != "user"

    def take(self, item: TextItem) -> tuple[list[ReaderEvent], bool]:
        """Take one splice; return what became of the blocks, and whether the page must send everything again.

        Raises ValueError when even that did not help.
        """
        change = self.stream.apply(item)
        if change is None:
            return [], False
        if isinstance(change, OutOfStep):
            return [], True
        if isinstance(change, Appended) and not self._finished:
            return self._feed(change.text), False
        text = str(self.stream.text)
        return self._again(text), False

    def relabel(self, about: Open) -> list[ReaderEvent]:
        """The unit is described anew; where that changes what its text means, the text is read again."""
        same = (about.language, about.role, about.kind) == (self.about.language, self.about.role, self.about.kind)
        self.about = about
        return [] if same else self._again(str(self.stream.text))

    def finish(self) -> list[ReaderEvent]:
        """The text is over, as far as anyone can tell: what is still open is incomplete."""
        if self._finished or not self.watched_for_calls:
            return []
        self._finished = True
        return list(self._blocks_of(self._detector.finish()))

    def spans(self) -> list[tuple[int, int]]:
        """UTF-16 ranges of the text that are hidden: blocks, and from `held` on what may become one."""
        found = [block.span for block in self.blocks if block.span]
        held = self._detector.held if self.watched_for_calls and not self._finished else None
        if held is not None:
            found.append((self._units(held), OPEN_END))
        return sorted(found)

    @property
    def open(self) -> bool:
        """Something in it may still grow into a call."""
        return any(block.status == "streaming" for block in self.blocks) or (
            not self._finished and self.watched_for_calls and self._detector.held is not None
        )

    def _restart(self) -> None:
        fence = self.about.language if self.about.kind == "fence" else None
        self._detector = StreamDetector(self.tools, fence=fence)
        self._numbers = {}
        self._fed = 0
        self._finished = False
        self._place = (0, 0)

    def _feed(self, text: str) -> list[ReaderEvent]:
        self._fed += len(text)
        self._astral = self._astral or not text.isascii()
        self.streamed = self.streamed or self.stream.growths > 1
        events: list[ReaderEvent] = []
        if self.watched_for_calls:
            events += self._blocks_of(self._detector.feed(text))
        events += self._results(text)
        return events

    def _again(self, text: str) -> list[ReaderEvent]:
        """Read a rewritten text from its start; blocks keep their place, their id and what happened to them."""
        before = {block.index: block for block in self.blocks if block.kind == "call"}
        self._restart()
        self._fed = len(text)
        self._astral = not text.isascii()
        self.streamed = True
        events: list[ReaderEvent] = []
        if self.watched_for_calls:
            for block in before.values():
                block.params = {}
            shown = set(before)
            read = list(self._blocks_of(self._detector.feed(text), before))
            resets = [ParamReset(block) for index, block in before.items() if index in self._numbers]
            events += [*resets, *read]
            for index in shown - set(self._numbers):
                events.append(BlockGone(before[index]))
                self.blocks.remove(before[index])
        self._tail = ""
        events += self._results(text)
        return events

    def _blocks_of(self, events: Iterable[Event], known: Mapping[int, Block] | None = None) -> Iterable[ReaderEvent]:
        for event in events:
            match event:
                case CallOpened(call, start):
                    block = (known or {}).get(call)
                    self._numbers[call] = call
                    if block is None:
                        block = Block(unit=self.about.id, index=call, live=self.about.live)
                        block.span = (self._units(start), OPEN_END)
                        self.blocks.append(block)
                        yield BlockAdded(block)
                    else:
                        block.span = (self._units(start), OPEN_END)
                case CallNamed(call, name, call_id):
                    block = self._block(call)
                    block.name, block.call_id = name, call_id or ""
                    yield BlockRead(block)
                case ArgumentDelta(call, key, text):
                    block = self._block(call)
                    block.params.setdefault(key, []).append(text)
                    yield ParamText(block, key, text, done=False)
                case ArgumentClosed(call, key):
                    block = self._block(call)
                    block.params.setdefault(key, [])
                    yield ParamText(block, key, "", done=True)
                case CallClosed(call, result):
                    block = self._block(call)
                    self._close(block, result)
                    yield BlockRead(block)
                case CallWithdrawn(call, _):
                    block = self._block(call)
                    self.blocks.remove(block)
                    self._numbers.pop(call, None)
                    yield BlockGone(block)

    def _close(self, block: Block, result: ToolCall) -> None:
        """An unfenced text has been through Markdown: what stands there is at best mended, never exact."""
        if self.about.kind == "prose" and result.confidence == "structured":
            result = result.model_copy(update={"confidence": "repaired"})
        block.call = result
        block.name = result.name
        block.call_id = result.call_id or block.call_id
        block.span = (self._units(result.span[0]), self._units(result.span[1]))

    def _block(self, number: int) -> Block:
        return next(block for block in self.blocks if block.index == number and block.kind == "call")

    def _results(self, text: str) -> list[ReaderEvent]:
        """Results that stand in the chat become blocks that only show."""
        look = self._tail + text
        self._tail = look[-len(TAG) - 4 :]
        if f"</{TAG}" not in look.lower():
            return []
        whole = str(self.stream.text)
        known = [block for block in self.blocks if block.kind == "result"]
        events: list[ReaderEvent] = []
        for number, found in enumerate(find_results(whole)):
            if number < len(known):
                continue
            block = Block(unit=self.about.id, index=1000 + number, kind="result", status="result")
            block.name, block.call_id = "Result", found.call_id
            block.span = (self._units(found.span[0], whole), self._units(found.span[1], whole))
            block.outcome = Outcome(found.text, "reported" if found.error else None)
            self.blocks.append(block)
            events.append(BlockAdded(block))
        return events

    def _units(self, points: int, text: str | None = None) -> int:
        """Code points to UTF-16 units; the same number unless the text leaves the basic plane."""
        if not self._astral:
            return points
        if text is None and self._place[0] == points:
            return self._place[1]
        whole = str(self.stream.text) if text is None else text
        units = len(whole[:points].encode("utf-16-le", "surrogatepass")) // 2
        self._place = (points, units)
        return units
