"""Writes changes of the ledger's rows in order, in one other thread, so that no task waits for the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from overlay.calls.event_stream import EventStream
from overlay.calls.events import LedgerWrites
from overlay.calls.ledger import Ledger, LedgerError, Note, RedactedRow
from overlay.calls.ledger.redacted_row import COLUMNS

R = TypeVar("R")
log = logging.getLogger(__name__)


class LedgerWriter:
    """Collects changes of rows and writes them; publishes to `events` when writing fails, or works again.

    `note_of` takes the id of a row and the columns to write, and returns them with the row's present values.
    """

    def __init__(
        self, ledger: Ledger, events: EventStream, note_of: Callable[[str, frozenset[str]], Note]
    ) -> None:
        self._ledger = ledger
        self._events = events
        self._note_of = note_of
        self._written: set[str] = set()
        self._pending: dict[str, set[str]] = {}
        self._forgotten: set[str] = set()
        self._writing: set[asyncio.Future[Any]] = set()
        self._closed = False
        self._broken = False
        self._thread = ThreadPoolExecutor(1, "overlay-ledger")

    def is_written(self, key: str) -> bool:
        """Return whether the ledger has the row, or a write of it was started."""
        return key in self._written

    def is_pending(self, key: str) -> bool:
        """Return whether the row has changes that are not being written yet."""
        return key in self._pending

    @property
    def is_writing(self) -> bool:
        """Whether a write has not ended yet; it may fail."""
        return bool(self._writing)

    def has_forgotten(self, key: str) -> bool:
        """Return whether the row was forgotten."""
        return key in self._forgotten

    def loaded(self, key: str) -> None:
        """Remember that the ledger has this row."""
        self._written.add(key)

    def release(self, key: str) -> None:
        """Forget that the ledger has this row, which stays there."""
        self._written.discard(key)

    def change(self, key: str, columns: Iterable[str]) -> None:
        """Remember that these columns of the row have changed; they are written with the next flush."""
        self._pending.setdefault(key, set()).update(columns if key in self._written else COLUMNS)

    def forget(self, key: str) -> None:
        """Write no more of the row; delete it from the ledger unless its call was started."""
        self._forgotten.add(key)
        self._pending.pop(key, None)
        if key in self._written and not self._closed:
            self._written.discard(key)
            self._follow(self._run(lambda: self._ledger.remove("id = ? AND started IS NULL", [key])), [])

    def flush(self) -> None:
        """Start writing all pending changes, without waiting for the disk."""
        if not self._pending or self._closed:
            return
        notes = self._take()
        work = self._run(lambda: self._ledger.put(notes))
        self._written.update(note.row.id for note in notes)
        self._follow(work, notes)

    async def begin(self, row: RedactedRow, known: Collection[str], *, fresh: bool) -> RedactedRow | None:
        """Write all pending changes, among them that the call of `row` runs; see `Ledger.begin`.

        Returns the row of another run that has started the same call; then `row` is not written.
        Raises LedgerError.
        """
        notes = self._take()
        work = self._run(lambda: self._ledger.begin(notes, row, known, fresh=fresh))
        self._writing.add(work)
        try:
            rival = await work
        except LedgerError as error:
            self._tell(error)
            self._put_back(notes)
            raise
        finally:
            self._writing.discard(work)
        if rival is None:
            self._written.update(note.row.id for note in notes)
        else:
            self._put_back(note for note in notes if note.row.id != row.id)
        return rival

    async def close(self) -> None:
        """Write all pending changes, wait until they are written, and end the thread."""
        self.flush()
        await self.settled()
        self._closed = True
        self._thread.shutdown(wait=False)

    async def settled(self) -> None:
        """Wait until every write that was started has ended."""
        if not self._closed:
            await self._run(int)
            await asyncio.gather(*self._writing, return_exceptions=True)

    def _run(self, work: Callable[[], R]) -> asyncio.Future[R]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _follow(self, work: asyncio.Future[Any], notes: list[Note]) -> None:
        self._writing.add(work)
        work.add_done_callback(lambda done: self._put(done, notes))

    def _put(self, done: asyncio.Future[Any], notes: list[Note]) -> None:
        self._writing.discard(done)
        if done.cancelled():
            return
        error = done.exception()
        if error:
            log.warning("overlay could not write to the ledger: %s", error)
            self._put_back(notes)
        self._tell(error if isinstance(error, LedgerError) else None)

    def _tell(self, problem: LedgerError | None) -> None:
        """Publish that the ledger can't be written, or can again; only once each."""
        if self._broken != (problem is not None):
            self._broken = problem is not None
            self._events.publish(LedgerWrites(str(problem or "")))

    def _take(self) -> list[Note]:
        """Return all pending changes, with the rows as they are now; nothing is pending afterwards."""
        pending, self._pending = self._pending, {}
        return [self._note_of(key, frozenset(columns)) for key, columns in pending.items()]

    def _put_back(self, notes: Iterable[Note]) -> None:
        """Make changes that could not be written pending again."""
        for note in notes:
            if note.row.id not in self._forgotten:
                self._pending.setdefault(note.row.id, set()).update(note.columns)
