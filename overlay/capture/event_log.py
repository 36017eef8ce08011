"""Serialises events without random ids or timestamps, so that two replays compare byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import asdict
from itertools import chain, count
from typing import Any

from overlay.calls.events import BlockInfo, Event
from overlay.capture.model import LogLine

_NEW: dict[str, Any] = asdict(BlockInfo(id="", kind="call", name="", call_id="", status=""))
_ID = re.compile("[0-9a-f]{16}")
"""Block ids; they are random in each run."""


def _place(block: Mapping[str, Any]) -> tuple[object, ...]:
    """Return the fields by which a block is recognised when it is detected."""
    return tuple(block[name] for name in ("turn", "role", "kind", "name", "call_id"))


class Log:
    """Turns events into log lines, both live and in a replay.

    Blocks are numbered from 1 in the order in which they were detected. That of a long history depends on
    the machine, so a replay passes the lines that were `recorded` live: a block has the number that the one
    in the same place of the chat had.
    """

    def __init__(self, recorded: Iterable[LogLine] = ()) -> None:
        self._left: dict[int, tuple[object, ...]] = {}
        """The places of the recorded blocks that this run has not detected, by number."""
        for line in recorded:
            if line.block and line.block not in self._left:
                self._left[line.block] = _place({**_NEW, **line.info})
        self._free = count(max(self._left, default=0) + 1)
        self._numbers: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._known: dict[int, dict[str, Any]] = {}

    def line(self, event: Event, n: int) -> LogLine:
        """Return the log line of an event after step `n`; `info` holds only the block's changed fields."""
        block = event.block
        if block is None:
            return LogLine(n=n, block=None, kind=event.kind, text=self._plain(event.text))
        number = self._numbers.get(block.id) or self._new_number(block)
        now = {name: self._plain_value(value) for name, value in asdict(block).items() if name != "id"}
        before = self._known.get(number, _NEW)
        self._known[number] = now
        changed = {name: value for name, value in now.items() if before[name] != value}
        return LogLine(n=n, block=number, kind=event.kind, text=self._plain(event.text), info=changed)

    def copy(self) -> Log:
        """Return a log that knows the same blocks."""
        new = Log()
        new._left, new._free = dict(self._left), copy(self._free)
        new._numbers, new._ids, new._known = dict(self._numbers), dict(self._ids), dict(self._known)
        return new

    def number(self, block_id: str) -> int | None:
        """Return the number of the block with that id, None if no event named it."""
        return self._numbers.get(block_id)

    def id_of(self, number: int) -> str | None:
        """Return the id of block `number` in this run, None if there is no such block yet."""
        return self._ids.get(number)

    def name(self, number: int | None) -> str:
        """Return the tool name of the call in block `number`, "" if none is known."""
        return str(self._known.get(number or 0, {}).get("name", ""))

    def _new_number(self, block: BlockInfo) -> int:
        place = _place(asdict(block))
        same = (number for number, other in self._left.items() if other == place)
        near = (number for number, (turn, *_) in self._left.items() if turn == block.turn)
        number = next(chain(same, near, self._left), 0) or next(self._free)
        self._left.pop(number, None)
        self._numbers[block.id], self._ids[number] = number, block.id
        return number

    def _plain_value(self, value: Any) -> Any:
        return self._plain(value) if isinstance(value, str) else value

    def _plain(self, text: str) -> str:
        return _ID.sub(self._numbered, text)

    def _numbered(self, found: re.Match[str]) -> str:
        number = self._numbers.get(found[0])
        return f"block {number}" if number else found[0]
