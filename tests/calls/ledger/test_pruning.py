from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.ledger import Ledger, Note
from overlay.calls.ledger.pruning import DAY, prune
from tests.calls.ledger.helpers import opened, row, rows

NOW = 1000 * DAY
Made = Callable[..., Ledger]


@pytest.fixture
def made(tmp_path: Path) -> Any:
    """A ledger of calls, by name: how many days ago each was, and its status."""
    ledgers: list[Ledger] = []

    def make(**calls: tuple[float, str]) -> Ledger:
        ledger = opened(tmp_path / "ledger.sqlite3", lambda: NOW)
        ledger.put(
            [
                Note(row(at, id=name, detected=NOW - ago * DAY, status=status))
                for at, (name, (ago, status)) in enumerate(calls.items())
            ]
        )
        ledgers.append(ledger)
        return ledger

    yield make
    for ledger in ledgers:
        ledger.close()


def left(ledger: Ledger) -> list[str]:
    return [each.id for each in rows(ledger)]


def test_a_call_older_than_the_limit_goes(made: Made) -> None:
    ledger = made(old=(366, "done"), young=(364, "done"))
    assert prune(ledger, days=365, rows=None) == 1
    assert left(ledger) == ["young"]


def test_pruning_keeps_only_the_newest_calls(made: Made) -> None:
    ledger = made(first=(3, "done"), second=(2, "failed"), third=(1, "denied"))
    assert prune(ledger, days=None, rows=2) == 1
    assert left(ledger) == ["third", "second"]


def test_pruning_without_a_limit_deletes_nothing(made: Made) -> None:
    ledger = made(old=(900, "done"))
    assert prune(ledger, days=None, rows=None) == 0
    assert left(ledger) == ["old"]


def test_a_call_that_runs_stays_however_old(made: Made) -> None:
    ledger = made(old=(900, "running"))
    assert prune(ledger, days=1, rows=0) == 0


def test_a_call_that_was_not_started_stays_for_thirty_days(made: Made) -> None:
    statuses = ("asked", "allowed", "detected")
    ledger = made(**{f"{status}-{ago}": (ago, status) for ago in (31, 29) for status in statuses})
    assert prune(ledger, days=1, rows=0) == 3
    assert sorted(left(ledger)) == ["allowed-29", "asked-29", "detected-29"]
