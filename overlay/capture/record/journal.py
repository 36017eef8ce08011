"""What overlay made of a page, as the lines of a log: for each event what changed of its block."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from overlay.capture.model import LogLine
from overlay.events import BlockInfo, Event

_NEW: dict[str, Any] = asdict(BlockInfo(id="", kind="call", name="", call_id="", status=""))
LEFT_OUT = ("id",)
"""Made anew in each run."""


class Journal:
    """Numbers blocks in the order in which they were detected, from 1."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._known: dict[int, dict[str, Any]] = {}

    def number(self, block: str) -> int | None:
        """Return the number of the block with that id, None if it was never told of."""
        return self._numbers.get(block)

    def name(self, number: int | None) -> str:
        """Return the name of the call that block `number` shows, "" if none is known."""
        return str(self._known.get(number or 0, {}).get("name", ""))

    def line(self, event: Event, n: int) -> LogLine:
        """Return the line of an event that came after step `n`."""
        if event.block is None:
            return LogLine(n=n, block=None, kind=event.kind, text=event.text)
        number = self._numbers.setdefault(event.block.id, len(self._numbers) + 1)
        now = {name: value for name, value in asdict(event.block).items() if name not in LEFT_OUT}
        before = self._known.get(number, _NEW)
        self._known[number] = now
        changed = {name: value for name, value in now.items() if value != before[name]}
        return LogLine(n=n, block=number, kind=event.kind, text=event.text, info=changed)
