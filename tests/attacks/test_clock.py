"""A clock that jumps makes no call run twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlay.calls.ledger import Ledger, Note
from overlay.calls.ledger.pruning import DAY, LONGEST_GAP, moment_before, prune
from tests.calls.ledger.helpers import ORIGIN, died, opened, row, rows

NOW = 1000 * DAY
YEAR = 365


def starts(path: Path, *days: float) -> None:
    """Overlay is started on these days, and ended."""
    for day in days:
        opened(path, lambda day=day: NOW + day * DAY).close()


def wrote(path: Path, day: float, **calls: str) -> None:
    """A run on that day writes calls, each with a status."""
    ledger = opened(path, lambda: NOW + day * DAY)
    ledger.put(
        [
            Note(row(id=name, status=status, run=ledger.run, detected=ledger.clock()))
            for name, status in calls.items()
        ]
    )
    ledger.close()


def left_after(path: Path, day: float, **limits: Any) -> list[str]:
    """Which calls stay when overlay is started on that day."""
    ledger = opened(path, lambda: NOW + day * DAY)
    prune(ledger, days=limits.get("days", YEAR), rows=limits.get("rows"))
    left = sorted(each.id for each in rows(ledger))
    ledger.close()
    return left


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite3"


def test_one_start_two_years_ahead_deletes_nothing(path: Path) -> None:
    wrote(path, 0, done="done", unknown="unknown", failed="failed")
    assert left_after(path, 2 * YEAR) == ["done", "failed", "unknown"]


def test_control_a_year_in_which_overlay_was_used_deletes_what_is_done(path: Path) -> None:
    wrote(path, 0, done="done")
    starts(path, *range(20, 400, 20))
    assert left_after(path, 400) == []


def test_a_call_that_may_have_run_is_never_deleted(path: Path) -> None:
    wrote(path, 0, unknown="unknown")
    starts(path, *range(20, 1000, 20))
    assert left_after(path, 1000, rows=0) == ["unknown"]


def test_a_call_that_a_dead_run_left_stays_though_the_clock_is_ahead(path: Path) -> None:
    ledger = opened(path, lambda: NOW)
    ledger.put([Note(row(id="left", status="running", run=ledger.run))])
    died(ledger)
    assert left_after(path, 2 * YEAR) == ["left"]
    ledger.close()


def test_many_starts_with_the_clock_ahead_delete_nothing(path: Path) -> None:
    wrote(path, 0, done="done")
    starts(path, *(2 * YEAR + hour / 24 for hour in range(12)))
    assert left_after(path, 2 * YEAR + 1) == ["done"]


def test_a_clock_that_went_back_makes_no_new_row_old(path: Path) -> None:
    wrote(path, 0, before="done")
    wrote(path, -3 * YEAR, after="done")
    starts(path, 1, 2)
    assert left_after(path, 3) == ["after", "before"]


def test_after_a_clock_that_went_back_the_newest_are_those_that_were_written_last(path: Path) -> None:
    wrote(path, 0, before="done")
    wrote(path, -3 * YEAR, after="done")
    assert left_after(path, 1, days=None, rows=1) == ["after"]


def test_a_gap_between_two_starts_counts_for_thirty_days_at_most() -> None:
    assert LONGEST_GAP == 30 * DAY
    for gap, counted in ((10, 10), (30, 30), (700, 30)):
        moment = moment_before(100 * DAY, NOW, [NOW - gap * DAY])
        assert moment == NOW - (gap + 100 - counted) * DAY, gap


@pytest.mark.parametrize("ahead", [0, 2 * YEAR])
def test_a_chat_without_an_address_is_known_again_though_the_clock_is_ahead(path: Path, ahead: float) -> None:
    ledger = opened(path, lambda: NOW)
    ledger.put([Note(row(id="left", status="running", run=ledger.run, home="", detected=NOW))])
    died(ledger)
    after = opened(path, lambda: NOW + ahead * DAY)
    found = after.strays(ORIGIN, after.clock() - DAY)
    after.close()
    ledger.close()
    assert [(each.id, each.status) for each in found] == [("left", "unknown")]


def test_control_a_call_from_long_before_the_last_use_is_not_taken_for_this_chat(path: Path) -> None:
    ledger = opened(path, lambda: NOW)
    ledger.put(
        [
            Note(row(id="old", home="", run=ledger.run, detected=NOW)),
            Note(row(2, id="new", home="", run=ledger.run, detected=NOW + 5 * DAY)),
        ]
    )
    ledger.close()
    after: Ledger = opened(path, lambda: NOW + 6 * DAY)
    found = after.strays(ORIGIN, after.clock() - DAY)
    after.close()
    assert [each.id for each in found] == ["new"]
