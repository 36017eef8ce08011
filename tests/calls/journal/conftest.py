"""Runs of overlay, one after the other, that share a ledger."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.ledger import RedactedRow
from tests.calls.ledger.helpers import Run, rows
from tests.support.scene import AUTO, Person, call

NEW = "https://chat.example/"


class Runs:
    """Runs of overlay, one after the other, on one ledger."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.begun: list[Run] = []

    def begin(self, config: dict[str, Any] | None = None, person: Person | None = None) -> Run:
        self.begun.append(Run(self.path, config, person))
        return self.begun[-1]


@pytest.fixture
async def runs(tmp_path: Path) -> AsyncIterator[Runs]:
    made = Runs(tmp_path / "ledger.sqlite3")
    yield made
    for run in made.begun:
        await run.end()


def only(run: Run) -> RedactedRow:
    (row,) = rows(run.ledger)
    return row


async def ran_once(runs: Runs, text: str = "a", **more: Any) -> None:
    """A run in which one call ran, and which was closed after it."""
    first = runs.begin(AUTO)
    first.scene.page().stream(call(text=text), **more)
    await first.count()
    assert first.scene.ran == [text]
    await first.end()
