"""The user runs a call once more: the ledger has a row for each run, and no page can bring a third one."""

from __future__ import annotations

from tests.calls.journal.conftest import Runs
from tests.calls.ledger.helpers import Run, rows
from tests.support.scene import AUTO, call


async def repeated(runs: Runs) -> Run:
    """A run in which a call ran twice: first automatically, then by the user's press."""
    run = runs.begin(AUTO)
    page = run.scene.page()
    page.stream(call(text="a"))
    await run.count()
    assert run.scene.parts.controller.run_again(page.block.call)
    await run.settled()
    assert run.scene.ran == ["a", "a"]
    return run


async def test_each_run_has_its_row(runs: Runs) -> None:
    run = await repeated(runs)
    assert [(row.tool, row.status, row.arguments) for row in rows(run.ledger)] == [
        ("note", "done", {"text": "a"})
    ] * 2


async def test_the_row_says_that_the_user_pressed(runs: Runs) -> None:
    run = await repeated(runs)
    assert sorted(row.decided_by for row in rows(run.ledger)) == ["click", "countdown"]


async def test_a_call_that_was_run_again_does_not_run_after_a_restart(runs: Runs) -> None:
    await (await repeated(runs)).end()
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    await again.count()
    assert page.block.call.status == "done"
    assert again.scene.ran == []


async def test_a_call_that_was_run_again_does_not_run_after_a_reload(runs: Runs) -> None:
    run = await repeated(runs)
    page = run.scene.page(name="after")
    page.stream(call(text="a"))
    await run.count()
    assert page.block.call.status == "done"
    assert run.scene.ran == ["a", "a"]


async def test_a_new_equal_call_still_runs(runs: Runs) -> None:
    """The control: another call in another answer is not held back by the two runs."""
    run = await repeated(runs)
    other = run.scene.page("https://chat.example/c/two", name="two")
    other.stream(call(text="a"))
    await run.count()
    assert run.scene.ran == ["a", "a", "a"]


async def test_a_call_that_another_window_has_started_is_not_run_again(runs: Runs) -> None:
    first, other = (runs.begin() for _ in range(2))
    pages = [run.scene.page() for run in (first, other)]
    for page in pages:
        page.stream(call(text="a"))
    pages[0].press()
    await first.until("done")
    pages[1].press()
    await other.until("failed")
    assert other.scene.parts.controller.run_again(pages[1].block.call) is None
