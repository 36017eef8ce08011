"""A ledger that can not be opened, read or written."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from overlay.calls.ledger import Ledger, LedgerError, RedactedRow
from overlay.companion.wiring import NOT_WRITTEN, WRITTEN_AGAIN, tell_of_ledger
from tests.calls.journal.conftest import Runs, only, ran_once
from tests.calls.ledger.helpers import limit_pages, rows
from tests.support.scene import AUTO, AUTO_RETURN, Scene, call, idle


async def test_a_ledger_that_is_not_open_lets_nothing_run_and_says_so(tmp_path: Path) -> None:
    scene = Scene(AUTO_RETURN, ledger=Ledger(tmp_path / "ledger.sqlite3"))
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    await scene.parts.journal.settled()
    await idle()
    assert page.block.call.outcome
    assert scene.ran == []
    assert page.block.call.status == "failed"
    assert page.block.call.outcome.error_code == "tool_execution_failed"
    assert "note was not run: The ledger is not open." in page.block.call.outcome.text
    assert "not open" in scene.box.sent[0]


async def test_a_disk_that_is_full_lets_nothing_run_until_there_is_room(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page()
    limit_pages(run.ledger, 1)
    page.stream(call(text="a" * 9000))
    await run.count()
    assert page.block.call.outcome
    assert run.scene.ran == []
    assert page.block.call.status == "failed"
    assert "the disk is full. A call that can't be stored is not run." in page.block.call.outcome.text
    limit_pages(run.ledger, 0)
    page.stream(call(text="b"), unit=2, message="m2")
    await run.count()
    assert run.scene.ran == ["b"]
    assert sorted((row.status, row.started is None) for row in rows(run.ledger)) == [
        ("done", False),
        ("failed", True),
    ]


async def test_an_end_that_can_not_be_written_is_shown_all_the_same(
    runs: Runs, caplog: pytest.LogCaptureFixture
) -> None:
    run = runs.begin(AUTO)
    said: list[str] = []
    tell_of_ledger(run.scene.parts.events, said.append)
    run.scene.work = asyncio.Event()
    page = run.scene.page()
    page.stream(call(text="a"))
    await run.count()
    run.ledger.error = LedgerError("The disk went away.")
    run.scene.work.set()
    await run.settled()
    assert page.block.call.status == "done"
    assert "could not write to the ledger: The disk" in caplog.text
    assert said == [f"The disk went away.\n{NOT_WRITTEN}"]
    run.ledger.error = None
    await run.scene.parts.close()
    assert only(run).status == "done"
    assert said[1:] == [WRITTEN_AGAIN]


async def test_a_call_that_can_not_be_looked_up_is_not_run(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    ledger = again.ledger

    def broken(*_: object) -> list[RedactedRow]:
        raise ledger.error or AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "recall", broken)
        patch.setattr(ledger, "error", LedgerError("The disk went away."))
        page = again.scene.page()
        page.stream(call(text="a"))
        assert "Calls of earlier runs are not known" in caplog.text
    await again.count()
    assert again.scene.ran == []
