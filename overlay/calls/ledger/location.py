"""The ledger's file: its path, its permissions (only this user may read it) and its connections."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from overlay.common.paths import data_dir

NAME = "ledger.sqlite3"
BUSY = 5.0
"""Seconds to wait for another companion that is writing."""
_BESIDE = ("", "-wal", "-shm")


def default_path() -> Path:
    """Return the path of this user's ledger. Does not create its folder."""
    return data_dir() / "ledger" / NAME


def prepare(path: Path) -> None:
    """Create the folder (mode 0700) and the file (0600) if missing, and set the modes. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.parent.chmod(0o700)
    # SQLite gives its -wal and -shm files the mode of the file itself.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)


def connect(path: Path, *, busy: float = BUSY) -> sqlite3.Connection:
    """Return a connection with explicit transactions; each commit is on the disk when it returns.

    `busy`: seconds to wait for another writer. The connection may be used from any thread, but from one at a
    time. Raises sqlite3.Error.
    """
    db = sqlite3.connect(path, timeout=busy, isolation_level=None, check_same_thread=False)
    try:
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        db.close()
        raise
    return db


def damage(db: sqlite3.Connection) -> str:
    """Return the first damage that SQLite finds in the file, "" if there is none."""
    found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    return "" if found == "ok" else found


def put_aside(path: Path) -> Path:
    """Rename a damaged file with its -wal and -shm files, and return its new path. Nothing is deleted."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for end in _BESIDE:
        part = path.with_name(path.name + end)
        if part.exists():
            part.rename(aside.with_name(aside.name + end))
    return aside
