"""What a reader tells of its blocks, and how a call that is read again differs from what was shown of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from overlay.calls.call import Block
from overlay.detection.model import (
    ArgumentClosed,
    ArgumentDelta,
    CallClosed,
    CallNamed,
    CallWithdrawn,
    Event,
    ToolCall,
)


@dataclass(frozen=True, slots=True)
class BlockAdded:
    """A block is to stand in the page from now on."""

    block: Block


@dataclass(frozen=True, slots=True)
class BlockRead:
    """What is known of the block changed: its name or its id, or that its text is `over`."""

    block: Block
    over: bool = False


@dataclass(frozen=True, slots=True)
class ParamText:
    """`text` came to what the argument `key` shows."""

    block: Block
    key: str
    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class ParamReset:
    """The page rewrote what had been shown: name and arguments are drawn anew, what was decided no longer
    holds.
    """

    block: Block


@dataclass(frozen=True, slots=True)
class BlockGone:
    """It was no call after all."""

    block: Block


ReaderEvent = BlockAdded | BlockRead | ParamText | ParamReset | BlockGone


@dataclass(slots=True)
class ReadCall:
    """What detection said of one call when a text was read anew."""

    events: list[Event] = field(default_factory=list[Event])
    name: str | None = None
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    result: ToolCall | None = None
    withdrawn: bool = False

    def same_as(self, block: Block) -> bool:
        """It is the call that the block shows, to the letter; only its place may have changed."""
        known, found = block.parsed, self.result
        return (
            known is not None
            and found is not None
            and (known.raw, known.complete, known.format, known.error)
            == (found.raw, found.complete, found.format, found.error)
        )

    def grown_from(self, block: Block) -> bool:
        """What the block shows of a call that is still being written is the beginning of it."""
        if block.parsed is not None or (block.name and block.name != self.name):
            return False
        return all(
            "".join(self.params.get(key, ())).startswith("".join(shown))
            for key, shown in block.params.items()
        )

    def news(self, block: Block) -> Iterator[Event]:
        """Only the events that the block has not been told of; for one that it has `grown_from`."""
        left = {key: len("".join(shown)) for key, shown in block.params.items()}
        for event in self.events:
            if not isinstance(event, ArgumentDelta) or not left.get(event.key):
                yield event
                continue
            skipped = min(left[event.key], len(event.text))
            left[event.key] -= skipped
            if event.text[skipped:]:
                yield ArgumentDelta(event.call, event.key, event.text[skipped:])


def readings(events: Iterable[Event]) -> dict[int, ReadCall]:
    """Return what was said of each call, by its number, in the order in which they were opened."""
    found: dict[int, ReadCall] = {}
    for event in events:
        one = found.setdefault(event.call, ReadCall())
        one.events.append(event)
        match event:
            case CallNamed(_, name):
                one.name = name
            case ArgumentDelta(_, key, text):
                one.params.setdefault(key, []).append(text)
            case ArgumentClosed(_, key):
                one.params.setdefault(key, [])
            case CallClosed(_, result):
                one.result = result
            case CallWithdrawn():
                one.withdrawn = True
            case _:
                pass
    return found
