from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from overlay.calls.ledger.location import connect, damage, default_path, prepare, put_aside
from tests.support.table import for_each


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_ledger_lies_in_overlays_own_folder(overlay_home: Path) -> None:
    assert default_path() == overlay_home / "data" / "ledger" / "ledger.sqlite3"


def test_the_ledgers_files_are_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "ledger" / "x.sqlite3"
    prepare(path)
    assert mode(path) == 0o600
    assert mode(path.parent) == 0o700

    path = tmp_path / "ledger" / "x.sqlite3"
    prepare(path)
    db = connect(path)
    db.execute("CREATE TABLE x (y)")
    beside = sorted(file.name for file in path.parent.iterdir())
    modes = {mode(file) for file in path.parent.iterdir()}
    db.close()
    assert beside == ["x.sqlite3", "x.sqlite3-shm", "x.sqlite3-wal"]
    assert modes == {0o600}


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "ledger" / "x.sqlite3"
    path.parent.mkdir(mode=0o755)
    path.touch(0o644)
    prepare(path)
    assert mode(path) == 0o600
    assert mode(path.parent) == 0o700


@for_each(("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("secure_delete", 1)])
def test_a_committed_row_is_on_the_disk_and_a_deleted_one_is_gone(
    tmp_path: Path, pragma: str, value: object
) -> None:
    db = connect(tmp_path / "x.sqlite3")
    found = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    db.close()
    assert found == value


def test_a_file_that_is_no_database_can_not_be_connected_to(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    path.write_bytes(b"this is no database at all, but it is long enough" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        connect(path)


def test_a_sound_file_has_no_damage_and_a_broken_one_has(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    db = connect(path)
    db.execute("CREATE TABLE x (y)")
    db.execute("CREATE INDEX z ON x (y)")
    db.executemany("INSERT INTO x VALUES (?)", [(f"{number:0500}",) for number in range(100)])
    assert damage(db) == ""
    db.close()
    data = bytearray(path.read_bytes())
    data[8192:16384] = b"\x00" * 8192
    path.write_bytes(data)
    db = connect(path)
    said = damage(db)
    db.close()
    assert said != ""


def test_a_damaged_file_is_put_aside_with_what_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    path.write_text("a")
    path.with_name("ledger.sqlite3-wal").write_text("b")
    aside = put_aside(path)
    assert not path.exists()
    assert aside.read_text() == "a"
    assert aside.with_name(f"{aside.name}-wal").read_text() == "b"
    assert aside.name.startswith("ledger.damaged-")
