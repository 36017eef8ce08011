"""Ledgers for tests, and runs that end as in a crash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from overlay.calls.ledger import Ledger, RedactedRow
from overlay.calls.ledger.history import Filter, find
from tests.support.scene import Person, Scene, idle

ORIGIN = "https://chat.example"


def opened(path: Path, clock: Any = None) -> Ledger:
    """Open a ledger for a run."""
    ledger = Ledger(path, clock=clock) if clock else Ledger(path)
    ledger.open()
    return ledger


def died(ledger: Ledger) -> None:
    """Release the run's lock, as the system does when its process ends."""
    (ledger.runs / f"{ledger.run}.lock").unlink()


def row(number: int = 1, **more: Any) -> RedactedRow:
    """Return the row of a detected call."""
    known: dict[str, Any] = {
        "id": f"call-{number}",
        "run": "run",
        "site": ORIGIN,
        "home": "one",
        "place": "/c/one",
        "turn": "m1",
        "call_id": str(number),
        "mark": f"mark-{number}",
        "tool": "note",
        "detected": float(number),
    }
    return RedactedRow(**(known | more))


def rows(ledger: Ledger) -> list[RedactedRow]:
    """Return all calls, the newest first."""
    return find(ledger, Filter())


class Run:
    """One run of overlay with a ledger in `path`."""

    def __init__(
        self, path: Path, config: dict[str, Any] | None = None, person: Person | None = None
    ) -> None:
        self.ledger = opened(path)
        self.scene = Scene(config, person, self.ledger)

    async def settled(self) -> None:
        """Let all tasks run until they wait, and all notes be written."""
        for _ in range(3):
            await idle()
            await self.scene.parts.journal.settled()
        await idle()

    async def until(self, kind: str) -> None:
        """Run until an event of this kind: a thread prepares a long result."""
        await self.count()
        while kind not in self.scene.kinds():
            self.scene.heard.clear()
            await self.scene.heard.wait()
        await self.settled()

    async def end(self) -> None:
        """Close the run, as a user does."""
        await self.scene.parts.close()
        self.ledger.close()

    async def die(self) -> None:
        """End the run as a crash does: nothing more is written, not even its end."""
        await self.settled()
        died(self.ledger)

    async def count(self) -> None:
        """End the countdowns."""
        await self.scene.clock.pass_()
        await self.settled()


def limit_pages(ledger: Ledger, pages: int) -> None:
    """Limit the file to `pages` SQLite pages (0: no limit), but not below its present size, as a full disk does."""
    writer = ledger._writer  # pyright: ignore[reportPrivateUsage] - the limit is one of the connection
    assert writer
    writer.execute(f"PRAGMA max_page_count = {pages or 4_294_967_294}")
