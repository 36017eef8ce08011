"""What overlay made of a page, as lines without anything that chance or the clock decided."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from overlay.calls.events import BlockInfo, Event
from overlay.capture.model import LogLine

_NEW: dict[str, Any] = asdict(BlockInfo(id="", kind="call", name="", call_id="", status=""))
_ID = re.compile("[0-9a-f]{16}")
"""The ids of blocks, which are made anew in each run."""


class Log:
    """Turns events into lines, live and in a replay alike.

    Blocks are numbered from 1 in the order in which they were detected.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._known: dict[int, dict[str, Any]] = {}

    def line(self, event: Event, n: int) -> LogLine:
        """Return the line of what happened after step `n`: for a block, what changed of it."""
        block = event.block
        if block is None:
            return LogLine(n=n, block=None, kind=event.kind, text=self._plain(event.text))
        number = self._numbers.setdefault(block.id, len(self._numbers) + 1)
        self._ids[number] = block.id
        now = {name: self._told(value) for name, value in asdict(block).items() if name != "id"}
        before = self._known.get(number, _NEW)
        self._known[number] = now
        changed = {name: value for name, value in now.items() if before[name] != value}
        return LogLine(n=n, block=number, kind=event.kind, text=self._plain(event.text), info=changed)

    def number(self, block_id: str) -> int | None:
        """Return the number of the block with that id, None if it was never told of."""
        return self._numbers.get(block_id)

    def id_of(self, number: int) -> str | None:
        """Return the id that block `number` has in this run; None if there is no such block yet."""
        return self._ids.get(number)

    def name(self, number: int | None) -> str:
        """Return the name of the call that block `number` shows, "" if none is known."""
        return str(self._known.get(number or 0, {}).get("name", ""))

    def _told(self, value: Any) -> Any:
        return self._plain(value) if isinstance(value, str) else value

    def _plain(self, text: str) -> str:
        return _ID.sub(self._numbered, text)

    def _numbered(self, found: re.Match[str]) -> str:
        number = self._numbers.get(found[0])
        return f"block {number}" if number else found[0]
