from __future__ import annotations

import sqlite3
from pathlib import Path

from overlay.calls.ledger.errors import LedgerError, is_damage, ledger_error
from tests.support.table import for_each

HERE = Path("/data/ledger.sqlite3")


def error(code: int) -> sqlite3.Error:
    made = sqlite3.OperationalError("as SQLite says it")
    made.sqlite_errorcode = code
    return made


@for_each(
    ("code", "said"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full"),
        (sqlite3.SQLITE_READONLY, "can't be written"),
        (sqlite3.SQLITE_IOERR | (3 << 8), "the disk can't be read or written"),
        (sqlite3.SQLITE_BUSY, "another program holds it"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_ERROR, "as SQLite says it"),
    ],
)
def test_a_fault_names_the_file_what_is_wrong_and_what_to_do(code: int, said: str) -> None:
    fault = ledger_error(error(code), HERE)
    assert str(HERE) in fault.message
    assert said in fault.message
    assert fault.advice


def test_a_fault_of_the_system_is_reported_in_its_words_if_it_has_any() -> None:
    assert "No space left" in ledger_error(OSError(28, "No space left"), HERE).message

    assert "odd" in ledger_error(OSError("odd"), HERE).message

    assert not is_damage(sqlite3.ProgrammingError("closed"))

    assert LedgerError("x").exit_code == 1
    assert LedgerError("x").code == "ledger"


@for_each(
    ("code", "damaged"),
    [(sqlite3.SQLITE_CORRUPT, True), (sqlite3.SQLITE_NOTADB, True), (sqlite3.SQLITE_FULL, False)],
)
def test_only_a_broken_file_is_damage(code: int, damaged: bool) -> None:
    assert is_damage(error(code)) is damaged
