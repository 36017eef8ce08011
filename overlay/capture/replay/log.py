"""What overlay made of a page, as lines without anything that chance or the clock decided."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from overlay.capture.model import LogLine
from overlay.events import BlockInfo, Event

_NEW: dict[str, Any] = asdict(BlockInfo(id="", kind="call", name="", call_id="", status=""))


class Log:
    """Turns events into lines. Blocks are numbered from 1 in the order in which they were detected."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self._numbers: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._known: dict[str, dict[str, Any]] = {}

    def take(self, event: Event, n: int) -> LogLine:
        """Return the line of what happened after step `n`, which is kept in `lines`."""
        block = event.block
        line = LogLine(
            n=n,
            block=self.number(block.id) if block else None,
            kind=event.kind,
            text=self._plain(event.text),
            info=self._changed(block) if block else {},
        )
        self.lines.append(line)
        return line

    def number(self, block_id: str) -> int:
        """Return the number of a block; it gets the next one if it has none."""
        number = self._numbers.setdefault(block_id, len(self._numbers) + 1)
        self._ids[number] = block_id
        return number

    def id_of(self, number: int) -> str | None:
        """Return the id that block `number` has in this run; None if there is no such block yet."""
        return self._ids.get(number)

    def _changed(self, block: BlockInfo) -> dict[str, Any]:
        """Only the fields that have another value than in the block's line before."""
        now = {name: self._told(value) for name, value in asdict(block).items() if name != "id"}
        before = self._known.get(block.id, _NEW)
        self._known[block.id] = now
        return {name: value for name, value in now.items() if before[name] != value}

    def _told(self, value: Any) -> Any:
        return self._plain(value) if isinstance(value, str) else value

    def _plain(self, text: str) -> str:
        for block_id, number in self._numbers.items():
            if block_id in text:
                text = text.replace(block_id, f"block {number}")
        return text
