"""The ledger: an SQLite file with all calls, who allowed them and their outcomes. It survives crashes.

Several companions may use one file at the same time. Each is a run, which holds a lock while its process
lives. Calls that a dead run left as `running` become `unknown`, and are never run again.
"""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from overlay.calls.ledger import location, run_lock
from overlay.calls.ledger.errors import LedgerError, is_damage, ledger_error
from overlay.calls.ledger.redacted_row import COLUMNS, Note, RedactedRow, address, read, stored
from overlay.calls.ledger.schema import migrate
from overlay.common.version import VERSION

log = logging.getLogger(__name__)
_INSERT = f"INSERT INTO calls ({', '.join(COLUMNS)}) VALUES ({', '.join(f':{name}' for name in COLUMNS)})"  # noqa: S608


_LAST_USE = "SELECT max(detected) FROM calls WHERE run <> ? AND detected <= ?"


class Ledger:
    """The ledger in the file `path`; without a path, a temporary one that `close` deletes.

    Call `open()` first. The other methods raise LedgerError while the ledger is not open, and when the file
    can't be read or written. Methods that write return once the data is on the disk; they may be called from
    any thread, `recall` and `strays` from one thread only.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], float] = time.time) -> None:
        self.run = secrets.token_hex(8)
        self.error: LedgerError | None = LedgerError("The ledger is not open.")
        self.clock = clock
        self.version = VERSION
        self._given = path
        self._passing: tempfile.TemporaryDirectory[str] | None = None
        self._one_writer = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._lock: run_lock.RunLock | None = None

    @classmethod
    def own(cls) -> Self:
        """Return overlay's own ledger, which `overlay history` shows."""
        return cls(location.default_path())

    @property
    def passing(self) -> bool:
        """Whether the ledger is temporary: `close` deletes it."""
        return self._given is None

    @property
    def path(self) -> Path:
        """The file. For a temporary ledger, the first use makes its folder."""
        if self._given is not None:
            return self._given
        if self._passing is None:
            self._passing = tempfile.TemporaryDirectory(prefix="overlay-ledger-")
        return Path(self._passing.name) / location.NAME

    @property
    def runs(self) -> Path:
        """The folder with the lock files of the runs."""
        return self.path.parent / "runs"

    def open(self) -> None:
        """Open the file or create it, and set the calls that dead runs left as `running` to `unknown`.

        Raises LedgerError. A damaged file is renamed first, so that the next start creates a new one.
        """
        self.run = secrets.token_hex(8)
        try:
            location.prepare(self.path)
            self._lock = run_lock.RunLock(self.runs, self.run)
            self._lock.take()
            self._writer = location.connect(self.path)
            broken = location.damage(self._writer)
            if broken:
                raise self._put_aside(broken)
            migrate(self._writer, self.path)
            self._reader = location.connect(self.path, busy=0.25)
            self.error = None
            self._begin_run()
        except LedgerError as error:
            self._give_up(error)
            raise
        except (sqlite3.Error, OSError) as error:
            damaged = isinstance(error, sqlite3.Error) and is_damage(error)
            problem = self._put_aside(str(error)) if damaged else ledger_error(error, self.path)
            self._give_up(problem)
            raise problem from error

    def close(self) -> None:
        """Close the file. Calls of this run that are still `running` become `unknown`."""
        if self.error is None:
            try:
                with self._writing() as db:
                    self._bury(db, self.run)
            except LedgerError as error:
                log.warning("%s", error.message)
        self._give_up(LedgerError("The ledger is closed."))
        if self._passing:
            self._passing.cleanup()

    def recall(self, site: str, home: str) -> list[RedactedRow]:
        """Return the calls of the conversation with the key `home`; the started ones come first."""
        return self._read("site = ? AND home = ?", (site, address(home)))

    def strays(self, site: str, since: float, at: str | None = None) -> list[RedactedRow]:
        """Return the site's calls whose conversation had no address; with `at`, only those at that address.

        Returns calls since `since` (seconds since 1970). The same span also counts back from the last use of
        the ledger by another run, so that a clock which jumped ahead hides no earlier calls.
        """
        where = f"site = ? AND home = '' AND detected >= min(?, coalesce(({_LAST_USE}), ?) - ?)"
        values = [site, since, self.run, self.clock(), since, self.clock() - since]
        return self._read(
            f"{where} AND place = ?" if at is not None else where,
            [*values, *([address(at)] if at is not None else [])],
        )

    def put(self, notes: Sequence[Note]) -> None:
        """Write the notes in one transaction."""
        values = [(note.columns, stored(note)) for note in notes]
        with self._writing() as db:
            self._put(db, values)

    def begin(
        self, notes: Sequence[Note], row: RedactedRow, known: Collection[str], *, fresh: bool
    ) -> RedactedRow | None:
        """Write `notes`, in which the call `row` is running, unless another run has started the same call.

        Return None, or the row of the other run; then nothing is written. Another row is the same call if it
        is not one of `known` and has the same site, conversation and hash; if `row` is `fresh` (was seen
        growing), it must also be in the same message, or in an answer to the same words.
        """
        values = [(note.columns, stored(note)) for note in notes]
        key = (row.id, row.site, address(row.home), row.mark)
        with self._writing() as db:
            self._look_after(db)
            for rival in self._select(
                db, "started > 0 AND (id = ? OR (site = ? AND home = ? AND mark = ?))", key
            ):
                same_answer = rival.turn == row.turn or same_words(rival.answers, row.answers)
                another = rival.id not in known and row.home and (same_answer or not fresh)
                if rival.id == row.id or another:
                    return rival
            self._put(db, values)
        return None

    def of(self, sql: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        """Return the rows of the query `sql`; for `history` and `pruning`, which write the query."""
        try:
            return self._open_reader().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise ledger_error(error, self.path) from error

    def remove(self, where: str, values: Sequence[object] = ()) -> int:
        """Delete the calls that match the SQL condition `where`; return how many."""
        with self._writing() as db:
            count = db.execute(f"DELETE FROM calls WHERE {where}", values).rowcount  # noqa: S608 - ours
        with self._one_writer:
            if self._writer:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    def _begin_run(self) -> None:
        with self._writing() as db:
            db.execute(
                "INSERT INTO runs (id, pid, version, begun) VALUES (?, ?, ?, ?)",
                (self.run, os.getpid(), self.version, self.clock()),
            )
            self._look_after(db)

    def _look_after(self, db: sqlite3.Connection) -> None:
        """Set the calls that dead runs left as `running` to `unknown`."""
        for (run,) in db.execute(
            "SELECT id FROM runs WHERE ended IS NULL AND id <> ?", (self.run,)
        ).fetchall():
            if not run_lock.is_alive(self.runs, run):
                self._bury(db, run)
                run_lock.forget(self.runs, run)

    def _bury(self, db: sqlite3.Connection, run: str) -> None:
        now = self.clock()
        db.execute(
            "UPDATE calls SET status = 'unknown', ended = ? WHERE run = ? AND status = 'running'", (now, run)
        )
        db.execute("UPDATE runs SET ended = ? WHERE id = ?", (now, run))

    def _put(self, db: sqlite3.Connection, notes: Sequence[tuple[Collection[str], dict[str, Any]]]) -> None:
        for columns, values in notes:
            changed = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS if name in columns)
            db.execute(f"{_INSERT} ON CONFLICT (id) DO UPDATE SET {changed}", values)

    def _read(self, where: str, values: Sequence[object]) -> list[RedactedRow]:
        try:
            return self._select(self._open_reader(), where, values)
        except sqlite3.Error as error:
            raise ledger_error(error, self.path) from error

    def _select(self, db: sqlite3.Connection, where: str, values: Sequence[object]) -> list[RedactedRow]:
        found = db.execute(f"SELECT * FROM calls WHERE {where} ORDER BY started IS NULL, detected", values)  # noqa: S608
        return [read(row) for row in found.fetchall()]

    def _open_reader(self) -> sqlite3.Connection:
        if self.error or self._reader is None:
            raise self.error or LedgerError("The ledger is not open.")
        return self._reader

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """Hold a transaction; it is on the disk when the context ends without an error."""
        with self._one_writer:
            if self.error or self._writer is None:
                raise self.error or LedgerError("The ledger is not open.")
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                self._writer.execute("COMMIT")
            except sqlite3.Error as error:
                problem = ledger_error(error, self.path)
                if is_damage(error):
                    self.error = problem
                raise problem from error
            finally:
                if self._writer.in_transaction:
                    self._writer.rollback()

    def _put_aside(self, broken: str) -> LedgerError:
        """Rename the damaged file, unless another companion uses it; return the error to raise."""
        self._give_up(LedgerError("The ledger is damaged."))
        text = f"The ledger {self.path} is damaged ({broken})"
        if run_lock.anyone_alive(self.runs):
            return LedgerError(
                f"{text}.", advice="End every overlay and start again: it puts the file aside."
            )
        try:
            aside = location.put_aside(self.path)
        except OSError as error:
            return LedgerError(
                f"{text}, and can't be moved: {error.strerror}.", advice="Move it away yourself."
            )
        return LedgerError(
            f"{text}, and was put aside as {aside.name}.", advice="Start overlay again: it begins a new one."
        )

    def _give_up(self, error: LedgerError) -> None:
        self.error = error
        for connection in (self._reader, self._writer):
            if connection:
                connection.close()
        self._reader = self._writer = None
        if self._lock:
            self._lock.let_go()


def same_words(answers: str, other: str) -> bool:
    """Return whether two answers are known to reply to the same words.

    The format of the arguments is that of `answers` in observers.protocol.BlockOpened.
    """
    words = answers.partition(":")[2]
    return bool(words) and words == other.partition(":")[2]
