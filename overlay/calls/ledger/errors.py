"""Errors of the ledger's file, with advice."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from overlay.common.errors import OverlayError

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_WORDS = {
    sqlite3.SQLITE_FULL: ("the disk is full", "Make room on it."),
    sqlite3.SQLITE_READONLY: ("it can't be written to", "Make the file and its folder writable for you."),
    sqlite3.SQLITE_CANTOPEN: ("it can't be opened", "Look at the folder's permissions."),
    sqlite3.SQLITE_PERM: ("it can't be opened", "Look at the file's permissions."),
    sqlite3.SQLITE_BUSY: ("another program holds it", "End the other program, or wait for it."),
    sqlite3.SQLITE_LOCKED: ("another program holds it", "End the other program, or wait for it."),
    sqlite3.SQLITE_IOERR: ("the disk can't be read or written", "Check the disk."),
    sqlite3.SQLITE_CORRUPT: ("the file is damaged", "Start overlay again: it puts the file aside."),
    sqlite3.SQLITE_NOTADB: ("the file is not a ledger", "Start overlay again: it puts the file aside."),
}


class LedgerError(OverlayError):
    """The ledger can't be read or written. Exit code 1.

    The call for which it is raised must not run: a run that is not in the ledger could be repeated.
    """

    code = "ledger"


def ledger_error(error: sqlite3.Error | OSError, path: Path) -> LedgerError:
    """Return a LedgerError that names the file, the cause and what to do."""
    if isinstance(error, OSError):
        cause, advice = error.strerror or str(error), "Set OVERLAY_HOME to a folder you may write to."
    else:
        cause, advice = _WORDS.get(_code(error), (str(error), "Move the file away, or repair it."))
    return LedgerError(f"The ledger {path} can't be used: {cause}.", advice=advice)


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether the file itself is damaged, so that trying again does not help."""
    return _code(error) in _DAMAGE


def _code(error: sqlite3.Error) -> int:
    """Return the primary result code, the low byte of an extended one; -1 if there is none.

    Source: https://www.sqlite.org/rescode.html.
    """
    return getattr(error, "sqlite_errorcode", -1) & 0xFF
