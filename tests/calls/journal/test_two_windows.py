"""Two windows that show the same call."""

from __future__ import annotations

import asyncio

import pytest

from tests.calls.journal.conftest import Runs, only
from tests.calls.ledger.helpers import rows
from tests.support.scene import AUTO, call


async def test_a_second_window_shows_what_the_first_one_runs_and_runs_it_not(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.work = asyncio.Event()
    first.scene.page().stream(call(text="a"))
    await first.count()
    second = runs.begin(AUTO)
    page = second.scene.page()
    page.stream(call(text="a"))
    page.press()
    await second.count()
    assert page.block.call.status == "unknown"
    assert second.scene.ran == []
    assert "another window" in page.block.call.note
    first.scene.work.set()
    await first.settled()
    page.close()
    later = second.scene.page(name="reloaded")
    later.show(call(text="a"), live=False)
    assert later.block.call.status == "done"


@pytest.mark.parametrize("live", [True, False])
async def test_of_two_windows_that_show_a_call_only_one_runs_it(runs: Runs, live: bool) -> None:
    first, second = runs.begin(), runs.begin()
    pages = [run.scene.page() for run in (first, second)]
    for page in pages:
        page.stream(call(text="a")) if live else page.show(call(text="a"), live=False)
    for page, run in zip(pages, (first, second), strict=True):
        page.press()
        await run.settled()
    assert first.scene.ran == ["a"]
    assert second.scene.ran == []
    assert pages[1].block.call.outcome
    assert "another window" in pages[1].block.call.outcome.text
    assert [row.status for row in rows(first.ledger) if row.started] == ["done"]


async def test_a_window_whose_call_the_other_one_had_left_ready_can_not_run_it_too(runs: Runs) -> None:
    before = runs.begin()
    before.scene.page().stream(call(text="a"))
    await before.end()
    first, second = runs.begin(), runs.begin()
    pages = [run.scene.page() for run in (first, second)]
    for page in pages:
        page.show(call(text="a"), live=False)
    for page, run in zip(pages, (first, second), strict=True):
        page.press()
        await run.settled()
    assert first.scene.ran == ["a"]
    assert second.scene.ran == []
    assert only(first).status == "done"
    assert only(first).run == first.ledger.run


async def test_a_window_lets_the_other_one_run_its_own_calls(runs: Runs) -> None:
    first, second = runs.begin(AUTO), runs.begin(AUTO)
    for run, text in ((first, "a"), (second, "b")):
        run.scene.page().stream(call(text=text))
        await run.count()
    assert first.scene.ran == ["a"]
    assert second.scene.ran == ["b"]
    assert len(rows(first.ledger)) == 2


async def test_a_window_that_does_not_run_a_call_tells_the_model_nothing_of_it(runs: Runs) -> None:
    first, second = runs.begin(), runs.begin({"returns": {"auto_submit": True}})
    pages = [run.scene.page() for run in (first, second)]
    for page in pages:
        page.stream(call(text="a"))
    for page, run in zip(pages, (first, second), strict=True):
        page.press()
        await run.settled()
    assert second.scene.box.text == ""
    assert second.scene.box.sent == []
