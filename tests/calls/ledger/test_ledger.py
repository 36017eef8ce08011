from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from overlay.calls.ledger import Ledger, LedgerError, Note
from overlay.calls.ledger import ledger as module
from overlay.common.version import VERSION
from tests.calls.ledger.helpers import ORIGIN, died, limit_pages, opened, row, rows
from tests.support.table import for_each

Opener = Callable[[], Ledger]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger" / "ledger.sqlite3"


@pytest.fixture
def open_one(path: Path) -> Iterator[Opener]:
    """Open the ledger once more, as another run."""
    made: list[Ledger] = []

    def make() -> Ledger:
        made.append(opened(path))
        return made[-1]

    yield make
    for ledger in made:
        ledger.close()


def damage(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"not at all a ledger, but long enough to be looked at" * 200)


def test_a_written_call_is_read_back_unchanged(open_one: Opener) -> None:
    ledger = open_one()
    written = row(
        arguments={"a": [1, None]},
        private=True,
        result="x",
        result_size=1,
        started=2.5,
        status="done",
        server="files",
    )
    ledger.put([Note(written)])
    assert ledger.recall(ORIGIN, "one") == [written]


def test_a_written_call_outlives_its_run(open_one: Opener) -> None:
    first = open_one()
    first.put([Note(row())])
    first.close()
    assert len(open_one().recall(ORIGIN, "one")) == 1


def test_only_what_a_note_tells_of_is_changed(open_one: Opener) -> None:
    ledger = open_one()
    ledger.put([Note(row(tool="a"))])
    ledger.put([Note(row(tool="b", status="done"), columns={"status"})])
    (found,) = ledger.recall(ORIGIN, "one")
    assert found.tool == "a"
    assert found.status == "done"


def test_notes_are_written_all_or_not_at_all(open_one: Opener) -> None:
    ledger = open_one()
    with pytest.raises(LedgerError):
        ledger.put([Note(row(1)), Note(row(2, format=None))])
    assert rows(ledger) == []
    ledger.put([Note(row(1))])
    assert len(rows(ledger)) == 1


def test_a_conversation_is_recalled_without_those_of_others(open_one: Opener) -> None:
    ledger = open_one()
    ledger.put([Note(row(1)), Note(row(2, home="two")), Note(row(3, site="https://other.example"))])
    assert [found.id for found in ledger.recall(ORIGIN, "one")] == ["call-1"]


def test_calls_that_were_started_are_recalled_first(open_one: Opener) -> None:
    ledger = open_one()
    ledger.put([Note(row(1)), Note(row(2, started=9.0))])
    assert [found.id for found in ledger.recall(ORIGIN, "one")] == ["call-2", "call-1"]


def test_a_call_of_a_chat_without_an_address_is_found_if_it_is_not_too_old(open_one: Opener) -> None:
    ledger = open_one()
    ledger.put([Note(row(number, home="", place=f"/{number}")) for number in (1, 2, 3)])
    ledger.put([Note(row(4, detected=3.0))])
    ledger.clock = lambda: 3.0
    assert [found.id for found in ledger.strays(ORIGIN, 2.0)] == ["call-2", "call-3"]
    assert [found.id for found in ledger.strays(ORIGIN, 2.0, "/3")] == ["call-3"]


def test_the_start_of_a_call_writes_all_its_notes(open_one: Opener) -> None:
    ledger = open_one()
    one, two = row(1), row(2, status="running", started=1.0, run=ledger.run)
    assert ledger.begin([Note(one), Note(two)], two, set(), fresh=True) is None
    assert sorted(found.status for found in rows(ledger)) == ["detected", "running"]


def begins(ledger: Ledger, number: int, *known: str, fresh: bool = True, **more: str) -> bool:
    made = row(number, **{"status": "running", "started": 1.0, "run": ledger.run, "mark": "same", **more})
    return ledger.begin([Note(made)], made, set(known), fresh=fresh) is None


def test_a_call_that_another_run_has_started_does_not_begin(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    assert begins(first, 1)
    assert not begins(second, 2)
    assert [found.id for found in rows(first)] == ["call-1"]


def test_a_call_in_another_message_begins_if_it_was_seen_to_be_written(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    assert begins(first, 1)
    assert begins(second, 2, turn="m2")


def test_an_old_call_does_not_begin_whatever_message_it_is_said_to_be_in(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    assert begins(first, 1)
    assert not begins(second, 2, turn="m2", fresh=False)


def test_a_call_begins_beside_one_that_its_run_knows_as_another(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    assert begins(first, 1)
    assert begins(second, 2, "call-1")


def test_a_call_begins_beside_one_of_another_conversation_site_or_hash(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    assert begins(first, 1)
    others = {"home": "two", "site": "https://other.example", "mark": "other"}
    earlier: dict[str, object] = {}
    for number, (column, value) in enumerate(others.items(), start=2):
        made = row(number, **{"status": "running", "started": 1.0, "mark": "same", column: value})
        if found := second.begin([Note(made)], made, set(), fresh=True):
            earlier[column] = found
    assert earlier == {}


def test_in_a_chat_without_an_address_an_equal_call_is_another(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    assert begins(first, 1, home="")
    assert begins(second, 2, home="")


def test_a_call_never_begins_twice_even_if_its_own_run_says_so(open_one: Opener) -> None:
    ledger = open_one()
    assert begins(ledger, 1)
    assert not begins(ledger, 1, "call-1", home="")


def test_a_call_that_a_dead_run_had_running_is_unknown_to_the_next_run(open_one: Opener) -> None:
    first = open_one()
    begins(first, 1)
    died(first)
    (found,) = rows(open_one())
    assert found.status == "unknown"
    assert found.ended is not None


def test_a_call_that_a_living_run_has_running_goes_on(open_one: Opener) -> None:
    begins(open_one(), 1)
    assert [found.status for found in rows(open_one())] == ["running"]


def test_a_run_that_dies_meanwhile_is_noticed_at_the_next_start_of_a_call(open_one: Opener) -> None:
    first, second = open_one(), open_one()
    begins(first, 1)
    died(first)
    begins(second, 2, turn="m2")
    assert sorted(found.status for found in rows(second)) == ["running", "unknown"]


def test_a_run_is_written_down_with_its_process_and_version(open_one: Opener, path: Path) -> None:
    ledger = open_one()
    ledger.close()
    db = sqlite3.connect(path)
    (found,) = db.execute("SELECT id, version, pid > 0, begun > 0, ended >= begun FROM runs").fetchall()
    db.close()
    assert found == (ledger.run, VERSION, 1, 1, 1)


def test_a_call_that_was_running_at_the_close_is_unknown(open_one: Opener) -> None:
    first = open_one()
    begins(first, 1)
    first.close()
    assert [found.status for found in rows(open_one())] == ["unknown"]


def test_a_closed_or_passing_ledger_can_be_closed_again_and_ends_with_its_run(path: Path) -> None:
    ledger = Ledger()
    ledger.open()
    ledger.put([Note(row())])
    folder = ledger.path.parent
    assert folder.exists()
    ledger.close()
    assert not folder.exists()

    ledger = Ledger(path)
    ledger.close()
    ledger.open()
    ledger.close()
    ledger.close()
    assert (path.parent / "runs").exists()


USES: list[Callable[[Ledger], object]] = [
    lambda ledger: ledger.recall(ORIGIN, "one"),
    lambda ledger: ledger.strays(ORIGIN, 0),
    lambda ledger: ledger.put([]),
    lambda ledger: ledger.begin([], row(), set(), fresh=True),
    lambda ledger: ledger.of("SELECT 1"),
    lambda ledger: ledger.remove("1"),
]


@for_each("use", USES)
def test_a_ledger_that_is_not_open_refuses_every_use(path: Path, use: Callable[[Ledger], object]) -> None:
    with pytest.raises(LedgerError, match="not open"):
        use(Ledger(path))


def test_a_full_disk_is_a_fault_until_there_is_room(open_one: Opener) -> None:
    ledger = open_one()
    limit_pages(ledger, 1)
    with pytest.raises(LedgerError, match="the disk is full"):
        ledger.put([Note(row(result="x" * 60_000))])

    ledger = open_one()
    limit_pages(ledger, 1)
    with pytest.raises(LedgerError):
        ledger.put([Note(row(result="x" * 60_000))])
    limit_pages(ledger, 0)
    ledger.put([Note(row(result="x" * 60_000))])
    assert len(rows(ledger)) == 1


def test_a_folder_that_can_not_be_made_is_a_fault_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ledger = Ledger(tmp_path / "file" / "ledger.sqlite3")
    with pytest.raises(LedgerError, match="can't be used"):
        ledger.open()
    assert ledger.error
    assert "can't be used" in ledger.error.message


def test_a_damaged_file_is_put_aside_and_the_next_start_begins_a_new_one(path: Path) -> None:
    damage(path)
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=r"put aside as ledger\.damaged-"):
        Ledger(path).open()
    (aside,) = path.parent.glob("ledger.damaged-*")
    assert aside.read_bytes() == before
    ledger = opened(path)
    found = rows(ledger)
    ledger.close()
    assert found == []


def test_a_file_whose_pages_are_damaged_is_put_aside_too(path: Path) -> None:
    ledger = opened(path)
    ledger.put([Note(row(number, result="x" * 3000)) for number in range(50)])
    ledger.close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = b"\x55" * (len(data) - len(data) // 2)
    path.write_bytes(data)
    with pytest.raises(LedgerError, match="put aside"):
        Ledger(path).open()


def test_a_damaged_file_is_left_where_it_is_while_another_companion_is_there(
    open_one: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_one()

    def found(db: sqlite3.Connection) -> str:
        return "page 3 is never used"

    monkeypatch.setattr(module.location, "damage", found)
    with pytest.raises(LedgerError, match="page 3 is never used") as raised:
        Ledger(path).open()
    assert raised.value.advice
    assert "End every overlay" in raised.value.advice
    assert list(path.parent.glob("ledger.damaged-*")) == []


def test_a_damaged_file_that_can_not_be_moved_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(path)

    def refused(*_: object) -> Path:
        raise PermissionError(13, "not yours")

    monkeypatch.setattr(module.location, "put_aside", refused)
    with pytest.raises(LedgerError, match="can't be moved: not yours"):
        Ledger(path).open()


def test_a_file_that_breaks_while_it_is_open_is_not_written_to_any_more(open_one: Opener) -> None:
    ledger = open_one()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_INSERT", "INSERT INTO nowhere VALUES (:id)")
        patch.setattr(module, "is_damage", bool)
        with pytest.raises(LedgerError):
            ledger.put([Note(row())])
    with pytest.raises(LedgerError):
        ledger.put([Note(row())])


def test_a_failing_query_or_lookup_is_a_fault(open_one: Opener) -> None:
    with pytest.raises(LedgerError, match="nonsense"):
        open_one().of("SELECT nonsense")

    ledger = open_one()
    ledger.of("SELECT 1")
    db = sqlite3.connect(ledger.path)
    db.execute("DROP TABLE calls")
    db.close()
    with pytest.raises(LedgerError, match="no such table"):
        ledger.recall(ORIGIN, "one")


def test_a_ledger_that_breaks_before_it_is_closed_is_closed_all_the_same(
    open_one: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = open_one()
    db = sqlite3.connect(ledger.path)
    db.execute("DROP TABLE calls")
    db.close()
    ledger.close()
    assert "no such table" in caplog.text
    assert list(ledger.runs.iterdir()) == []


def test_a_deleted_call_is_no_longer_in_the_file(open_one: Opener, path: Path) -> None:
    ledger = open_one()
    ledger.put([Note(row(result="a rather peculiar text"))])
    assert ledger.remove("1") == 1
    assert not any(b"a rather peculiar text" in file.read_bytes() for file in path.parent.glob("ledger*"))


def test_a_ledger_that_is_opened_again_is_another_run(path: Path) -> None:
    ledger, runs = Ledger(path), set[str]()
    for _ in range(2):
        ledger.open()
        runs.add(ledger.run)
        ledger.close()
    assert len(runs) == 2
