from __future__ import annotations

from typing import Any

from overlay.calls.call import Call
from overlay.calls.outcome import Outcome, Progress
from overlay.ui.panel.calls import MAX_CALLS, MAX_OPEN, PRIVATE, RecentCalls, result_of
from overlay.ui.panel.state import ResultShown
from tests.support.scene import Scene, call, idle


def records(count: int, **more: Any) -> list[Call]:
    """Calls that a page shows."""
    scene = Scene()
    page = scene.page()
    for number in range(count):
        page.stream(call(text=str(number)), unit=number + 1)
    found = [block.registered_call for block in page.blocks]
    assert all(found)
    return [record for record in found if record]


def noted(*known: Call) -> RecentCalls:
    calls = RecentCalls()
    for record in known:
        calls.note(record)
    return calls


async def test_a_call_that_waits_for_a_press_can_be_executed() -> None:
    (record,) = records(1)
    (row,) = noted(record).rows()
    assert (row.group, row.name, row.text, row.actions) == (
        "ready",
        "note",
        '{"text": "0"}',
        ["execute", "show"],
    )


async def test_a_call_that_awaits_approval_can_not_be_asked_about_again() -> None:
    (record,) = records(1)
    record.awaiting_approval = True
    (row,) = noted(record).rows()
    assert (row.status, row.actions) == ("awaiting approval", ["show"])


async def test_a_running_call_can_be_cancelled() -> None:
    (record,) = records(1)
    record.status = "running"
    (row,) = noted(record).rows()
    assert (row.group, row.actions) == ("running", ["cancel", "show"])


async def test_an_ended_call_says_how_it_ended() -> None:
    (record,) = records(1)
    record.status, record.outcome = "failed", Outcome("no", "tool_timeout", advice="Wait longer.")
    (row,) = noted(record).rows()
    assert (row.group, row.status, row.note, row.actions) == (
        "over",
        "failed",
        "Time limit. Wait longer.",
        ["show", "review", "insert", "again"],
    )


async def test_a_call_that_no_page_shows_is_not_listed() -> None:
    (record,) = records(1)
    record.blocks.clear()
    assert noted(record).rows() == []


async def test_the_newest_call_comes_first_and_each_call_once() -> None:
    first, second = records(2)
    assert [row.id for row in noted(first, second, first).rows()] == [first.id, second.id]


async def test_the_row_of_a_call_is_made_once_for_each_state() -> None:
    first, second = records(2)
    calls = noted(first, second)
    before = {row.id: row for row in calls.rows()}
    first.status = "running"
    calls.note(first)
    after = {row.id: row for row in calls.rows()}
    assert [after[one.id] is before[one.id] for one in (first, second)] == [False, True]


async def test_the_progress_of_a_running_call_is_its_note() -> None:
    (record,) = records(1)
    record.status = "running"
    calls = noted(record)
    record.progress = Progress(0.4, "of\u202e it")
    (row,) = calls.rows()
    assert row.note == "40% of\\u202e it"


async def test_the_progress_of_a_call_is_gone_when_it_has_ended() -> None:
    (record,) = records(1)
    record.status = "running"
    calls = noted(record)
    record.progress = Progress(0.4)
    record.move("done")
    calls.note(record)
    (row,) = calls.rows()
    assert row.note == ""


async def test_a_long_run_does_not_fill_the_memory_and_what_runs_is_kept() -> None:
    known = [Call("c", "t", record.parsed) for record in records(1) * (MAX_CALLS + 50)]
    known[0].status = "running"
    calls = noted(*known)
    assert [calls.find(known[at].id) for at in (0, 1)] == [known[0], None]
    assert calls.find(known[-1].id) is known[-1]


async def test_the_number_of_running_calls_in_the_list_is_bounded() -> None:
    known = [Call("c", "t", record.parsed, status="running") for record in records(1) * (MAX_CALLS + 1)]
    assert noted(*known).find(known[0].id) is None


async def test_a_row_has_no_invisible_characters() -> None:
    wrong: list[object] = []
    for hidden in ["\u202e", "\u200b"]:
        scene = Scene()
        page = scene.page()
        page.stream(call(text=hidden))
        await idle()
        record = page.block.registered_call
        assert record, hidden
        (row,) = noted(record).rows()
        if not (hidden not in row.text):
            wrong.append(hidden)
    assert wrong == []


def over(**more: Any) -> Call:
    """An ended call that its page still shows."""
    (record,) = records(1)
    record.status, record.outcome = "done", Outcome("diary\u202e", **more)
    return record


async def test_the_result_of_an_ended_call_can_be_shown_and_inserted() -> None:
    (row,) = noted(over()).rows()
    assert (row.actions, row.note, row.open) == (["show", "review", "insert", "again"], "", False)


async def test_a_private_result_opens_automatically_and_says_what_it_is() -> None:
    (row,) = noted(over(private=True)).rows()
    assert (row.note, row.open) == (PRIVATE, True)


async def test_only_a_few_private_results_open_automatically() -> None:
    rows = noted(*(over(private=True) for _ in range(MAX_OPEN + 2))).rows()
    assert [row.open for row in rows] == [True] * MAX_OPEN + [False] * 2


async def test_a_result_that_was_inserted_is_private_no_more() -> None:
    record = over(private=True)
    record.inserted = True
    (row,) = noted(record).rows()
    assert (row.actions, row.note, row.open) == (["show", "again"], "", False)


async def test_the_result_of_a_call_that_left_its_page_can_only_be_shown() -> None:
    record = over()
    record.blocks.clear()
    (row,) = noted(record).rows()
    assert row.actions == ["show"]


async def test_nothing_in_a_result_that_is_shown_hides() -> None:
    record = over(error_code="tool_invalid")
    assert result_of(record) == ResultShown(
        id=record.id, name=record.name, arguments='{\n  "text": "0"\n}', text="diary\\u202e", error=True
    )


async def test_a_call_without_a_result_shows_its_arguments() -> None:
    (record,) = records(1)
    assert result_of(record) == ResultShown(id=record.id, name=record.name, arguments='{\n  "text": "0"\n}')
