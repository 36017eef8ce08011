"""The ledger's tables, and the migrations from earlier versions of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from overlay.calls.ledger.errors import LedgerError

FIRST = (
    "CREATE TABLE runs (id TEXT PRIMARY KEY NOT NULL, pid INTEGER NOT NULL, version TEXT NOT NULL, "
    "begun REAL NOT NULL, ended REAL)",
    """CREATE TABLE calls (
        id TEXT PRIMARY KEY NOT NULL, run TEXT NOT NULL,
        site TEXT NOT NULL, home TEXT NOT NULL, place TEXT NOT NULL, turn TEXT NOT NULL,
        call_id TEXT NOT NULL, mark TEXT NOT NULL,
        tool TEXT NOT NULL, server TEXT NOT NULL, arguments TEXT NOT NULL, definition TEXT NOT NULL,
        format TEXT NOT NULL, confidence TEXT NOT NULL, version TEXT NOT NULL,
        status TEXT NOT NULL, decided_by TEXT NOT NULL,
        detected REAL, asked REAL, decided REAL, started REAL, ended REAL, inserted REAL,
        result TEXT, result_size INTEGER, private INTEGER NOT NULL, error_code TEXT
    )""",
    "CREATE INDEX calls_by_chat ON calls (site, home)",
    "CREATE INDEX calls_by_time ON calls (detected)",
    "CREATE INDEX calls_running ON calls (run) WHERE status = 'running'",
)

ANSWERS = ("ALTER TABLE calls ADD COLUMN answers TEXT NOT NULL DEFAULT ''",)

PRINTED = ("ALTER TABLE calls ADD COLUMN printed TEXT",)

MIGRATIONS: Sequence[Sequence[str]] = (FIRST, ANSWERS, PRINTED)
"""Item n has the statements that migrate the file from version n (`PRAGMA user_version`) to n + 1."""


def migrate(db: sqlite3.Connection, path: Path, steps: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Migrate the file to the newest version in one transaction; two companions may do so at the same time.

    Raises LedgerError for a file of a newer overlay, and sqlite3.Error.
    """
    if _version(db) == len(steps):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        version = _version(db)  # another companion may have migrated it meanwhile
        if version > len(steps):
            raise LedgerError(
                f"The ledger {path} was made by a newer overlay (its version is {version}).",
                advice="Update overlay, or set OVERLAY_HOME to another folder.",
            )
        for statements in steps[version:]:
            for statement in statements:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(steps)}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])
