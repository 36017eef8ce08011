"""Events of a unit's reader, and the comparison of a call that is read again with its block."""

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


@dataclass(slots=True)
class BlockAdded:
    """A call or a result begins: its block is new."""

    block: Block


@dataclass(slots=True)
class BlockRead:
    """The block's name or id changed, or (`ended`) its text has ended."""

    block: Block
    ended: bool = False


@dataclass(slots=True)
class ParamText:
    """`text` is added to the argument `key`; `done`: the argument is complete."""

    block: Block
    key: str
    text: str
    done: bool


@dataclass(slots=True)
class ParamReset:
    """The page rewrote the call: draw its name and arguments again; earlier decisions no longer count."""

    block: Block


@dataclass(slots=True)
class BlockGone:
    """The text turned out not to be a call."""

    block: Block


ReaderEvent = BlockAdded | BlockRead | ParamText | ParamReset | BlockGone


@dataclass(slots=True)
class ReadCall:
    """The events of detection for one call of a text that was read again."""

    events: list[Event] = field(default_factory=list[Event])
    name: str | None = None
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    result: ToolCall | None = None
    withdrawn: bool = False

    def same_as(self, block: Block) -> bool:
        """Return whether it equals the call that the block shows; its position may differ."""
        known, found = block.parsed, self.result
        return (
            known is not None
            and found is not None
            and (known.raw, known.complete, known.format, known.error)
            == (found.raw, found.complete, found.format, found.error)
        )

    def grown_from(self, block: Block) -> bool:
        """Return whether the block shows the beginning of this call, which is still being written."""
        if block.parsed is not None or (block.name and block.name != self.name):
            return False
        return all(
            "".join(self.params.get(key, ())).startswith("".join(shown))
            for key, shown in block.params.items()
        )

    def new_events(self, block: Block) -> Iterator[Event]:
        """Yield the events that the block has not had yet. Call it only if `grown_from` is true."""
        left = {key: len("".join(shown)) for key, shown in block.params.items()}
        for event in self.events:
            if not isinstance(event, ArgumentDelta) or not left.get(event.key):
                yield event
                continue
            skipped = min(left[event.key], len(event.text))
            left[event.key] -= skipped
            if event.text[skipped:]:
                yield ArgumentDelta(event.call, event.key, event.text[skipped:])


def read_calls(events: Iterable[Event]) -> dict[int, ReadCall]:
    """Return the events of each call by the call's number, in the order in which the calls began."""
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
