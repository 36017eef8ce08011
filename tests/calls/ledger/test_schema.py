from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.calls.ledger.errors import LedgerError
from overlay.calls.ledger.location import connect
from overlay.calls.ledger.redacted_row import COLUMNS
from overlay.calls.ledger.schema import MIGRATIONS, migrate


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / "x.sqlite3")
    yield connection
    connection.close()


def version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_new_file_gets_a_column_for_all_that_is_known_of_a_call(db: sqlite3.Connection) -> None:
    migrate(db, Path("x"))
    assert [row["name"] for row in db.execute("PRAGMA table_info(calls)")] == list(COLUMNS)
    assert version(db) == len(MIGRATIONS)


def test_a_file_of_the_newest_version_is_left_alone(db: sqlite3.Connection) -> None:
    migrate(db, Path("x"))
    migrate(db, Path("x"))
    assert version(db) == len(MIGRATIONS)


def test_a_file_of_an_earlier_version_keeps_its_calls(db: sqlite3.Connection) -> None:
    steps = (("CREATE TABLE calls (id TEXT)",), ("ALTER TABLE calls ADD COLUMN more TEXT DEFAULT 'x'",))
    migrate(db, Path("x"), steps[:1])
    db.execute("INSERT INTO calls VALUES ('one')")
    migrate(db, Path("x"), steps)
    assert [tuple(row) for row in db.execute("SELECT * FROM calls")] == [("one", "x")]


def test_a_step_that_fails_changes_nothing(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, Path("x"), (("CREATE TABLE calls (id TEXT)", "NONSENSE"),))
    assert version(db) == 0
    assert db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0


def test_a_file_of_a_newer_overlay_is_refused_and_left_as_it_is(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA user_version = 99")
    with pytest.raises(LedgerError, match="newer overlay"):
        migrate(db, Path("x"))
    assert version(db) == 99


def test_a_step_that_another_companion_did_meanwhile_is_not_done_again(
    db: sqlite3.Connection, tmp_path: Path
) -> None:
    other = connect(tmp_path / "x.sqlite3")

    class Slow:
        """Gets the lock only after the other one had it."""

        def execute(self, sql: str) -> sqlite3.Cursor:
            if sql == "BEGIN IMMEDIATE":
                migrate(other, Path("x"))
            return db.execute(sql)

    migrate(Slow(), Path("x"))  # pyright: ignore[reportArgumentType]
    other.close()
    assert version(db) == len(MIGRATIONS)
