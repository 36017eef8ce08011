from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.ledger import Ledger, Note
from overlay.calls.ledger.history import Filter, find, forget, moment, one
from tests.calls.ledger.helpers import opened, row
from tests.support.table import for_each


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    made = opened(tmp_path / "ledger.sqlite3")
    made.put(
        [
            Note(row(1, id="aaa1", tool="files.read", status="done", started=10.0)),
            Note(row(2, id="aab2", tool="files.write", status="failed", site="https://other.example:8080")),
            Note(row(3, id="bbb3", tool="n[o]te?", status="running", started=30.0)),
        ]
    )
    yield made
    made.close()


def found(ledger: Ledger, limit: int | None = None, **which: Any) -> list[str]:
    return [each.id for each in find(ledger, Filter(**which), limit)]


def test_the_newest_call_comes_first(ledger: Ledger) -> None:
    assert found(ledger) == ["bbb3", "aaa1", "aab2"]


@for_each(
    ("which", "ids"),
    [
        ({"tool": "files.read"}, ["aaa1"]),
        ({"tool": "files.*"}, ["aaa1", "aab2"]),
        ({"tool": "n[o]te?"}, ["bbb3"]),
        ({"tool": "note"}, []),
        ({"site": "OTHER.example"}, ["aab2"]),
        ({"site": "chat%"}, []),
        ({"status": ["done", "failed"]}, ["aaa1", "aab2"]),
        ({"since": 10.0}, ["bbb3", "aaa1"]),
        ({"tool": "files.*", "status": ["failed"]}, ["aab2"]),
    ],
)
def test_calls_are_found_by_tool_site_state_and_time(
    ledger: Ledger, which: dict[str, Any], ids: list[str]
) -> None:
    assert found(ledger, **which) == ids


def test_a_search_finds_no_more_calls_than_asked_for(ledger: Ledger) -> None:
    assert found(ledger, 2) == ["bbb3", "aaa1"]


@for_each(("start", "ids"), [("aaa1", ["aaa1"]), ("b", ["bbb3"]), ("aa", ["aaa1", "aab2"]), ("%", [])])
def test_a_call_is_found_by_the_beginning_of_its_id(ledger: Ledger, start: str, ids: list[str]) -> None:
    assert sorted(each.id for each in one(ledger, start)) == ids


def test_a_forgotten_call_is_gone_and_a_running_one_is_kept(ledger: Ledger) -> None:
    assert forget(ledger, Filter()) == 2
    assert found(ledger) == ["bbb3"]


def test_only_the_named_calls_are_forgotten(ledger: Ledger) -> None:
    assert forget(ledger, Filter(tool="files.read")) == 1
    assert found(ledger) == ["bbb3", "aab2"]


def test_a_call_in_json_has_all_its_columns_and_its_times_in_words() -> None:
    told = row(1, started=0.5).as_json()
    assert told["id"] == "call-1"
    assert told["started"] == "1970-01-01T00:00:00.500Z"
    assert told["ended"] is None
    assert told["arguments"] == {}


@for_each(
    ("text", "seconds"),
    [("90s", 910.0), ("2m", 880.0), ("1 h", -2600.0), ("1d", -85_400.0), ("1w", -603_800.0)],
)
def test_a_span_is_counted_back_from_now(text: str, seconds: float) -> None:
    assert moment(text, 1000.0) == seconds


@for_each("text", ["2026-11-21", "2026-11-21T10:00:00", "2026-11-21T10:00:00+02:00"])
def test_a_date_is_taken_as_it_is(text: str) -> None:
    assert moment(text, 0.0) == datetime.fromisoformat(text).timestamp()


@for_each("text", ["yesterday", "5", "", "3y"])
def test_any_other_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="isoformat"):
        moment(text, 0.0)
