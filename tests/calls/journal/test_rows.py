"""Which facts of a call are written into the ledger, and when."""

from __future__ import annotations

import asyncio
import sqlite3

from overlay.calls.ledger import LedgerError
from overlay.tools import tool
from tests.calls.journal.conftest import Runs, only
from tests.calls.ledger.helpers import rows
from tests.support.scene import AUTO, AUTO_RETURN, SILENT, Person, call


async def test_a_call_that_ran_is_one_row_with_all_its_times(runs: Runs) -> None:
    run = runs.begin(AUTO_RETURN)
    run.scene.page().stream(call(text="hello"))
    await run.count()
    row = only(run)
    assert row.site == "https://chat.example"
    assert row.home == "one"
    assert row.place == "/c/one"
    assert row.turn == "m1"
    assert row.call_id == "1"
    assert row.tool == "note"
    assert row.arguments == {"text": "hello"}
    assert row.format == "xml_invoke"
    assert row.confidence == "structured"
    assert row.status == "done"
    assert row.decided_by == "countdown"
    assert row.result == "noted hello"
    assert row.result_size == 11
    assert row.error_code is None
    assert row.definition == run.scene.registry.find("note").fingerprint
    times = [row.detected, row.decided, row.started, row.ended, row.inserted]
    assert None not in times
    assert times == sorted(times, key=lambda time: time or 0)


async def test_a_result_that_the_user_edited_is_kept_as_the_tool_gave_it(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page()
    page.stream(call(text="a"))
    await run.count()
    (one,), review = (block.call for block in page.blocks), run.scene.parts.review
    seen = review.look(one)
    assert seen
    await review.insert(one, seen, {one.id: "else"}, submit=True)
    await run.count()
    assert only(run).result == "noted a"


async def test_a_call_is_on_the_disk_as_running_before_its_tool_begins(runs: Runs) -> None:
    run = runs.begin(AUTO)
    seen: list[str] = []

    @tool
    async def look() -> None:
        db = sqlite3.connect(runs.path)
        seen.extend(status for (status,) in db.execute("SELECT status FROM calls"))
        db.close()

    run.scene.registry.add(look)
    run.scene.page().stream(call("look"))
    await run.count()
    assert seen == ["running"]


async def test_a_call_on_an_old_page_is_not_written_down(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page()
    for unit in range(1, 4):
        page.show(call(text=str(unit)), unit, live=False)
    await run.settled()
    await run.scene.parts.close()
    assert rows(run.ledger) == []


async def test_an_old_call_is_written_down_once_something_is_done_with_it(runs: Runs) -> None:
    run = runs.begin()
    page = run.scene.page()
    page.show(call(text="old"), live=False)
    page.press()
    await run.settled()
    assert only(run).status == "done"
    assert only(run).decided_by == "click"


async def test_a_call_that_no_one_ran_is_written_down_when_its_answer_has_ended(runs: Runs) -> None:
    run = runs.begin()
    run.scene.page().stream(call())
    await run.settled()
    assert only(run).status == "detected"


async def test_a_question_and_its_answer_are_written_down(runs: Runs) -> None:
    run = runs.begin({}, Person("not today"))
    run.scene.person.thinking = asyncio.Event()

    @tool(destructive=True)
    async def wipe() -> None:
        """Deletes."""

    run.scene.registry.add(wipe)
    page = run.scene.page()
    page.stream(call("wipe"))
    page.press()
    await run.settled()
    assert only(run).status == "asked"
    run.scene.person.decide()
    await run.settled()
    row = only(run)
    assert row.status == "denied"
    assert row.decided_by == "answer"
    assert row.result == "wipe was not run: not today"


async def test_a_denial_of_the_policy_is_written_down_as_the_policys(runs: Runs) -> None:
    run = runs.begin({"policy": {"deny": {"note": "never"}}})
    run.scene.page().stream(call())
    await run.settled()
    assert only(run).status == "denied"
    assert only(run).decided_by == "policy"
    assert only(run).started is None


async def test_a_call_that_can_not_be_read_is_written_down_as_such(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.page().stream('<tool:note>{"text": nonsense here}</tool>\n')
    await run.settled()
    assert only(run).status == "invalid"
    assert only(run).error_code == "tool_invalid"


async def test_an_old_call_that_can_not_be_read_is_not_written_down(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.page().show('<tool:note>{"text": nonsense here}</tool>\n', live=False)
    await run.settled()
    assert rows(run.ledger) == []


async def test_a_call_that_came_all_at_once_is_written_down_when_it_turns_out_to_be_new(runs: Runs) -> None:
    run = runs.begin()
    page = run.scene.page()
    page.tell(page.open(1), page.grow(1, call(text="quick")), streaming=True)
    page.tell(page.open(2, kind="prose"), page.grow(2, "And"), streaming=True)
    page.tell(page.grow(2, " so on"), streaming=True)
    page.tell()
    await run.settled()
    assert only(run).arguments == {"text": "quick"}


async def test_closing_in_the_middle_of_a_run_leaves_it_as_cancelled(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.work = asyncio.Event()
    run.scene.page().stream(call(text="a"))
    await run.count()
    await run.end()
    assert only(runs.begin()).status == "cancelled"


async def test_a_site_without_a_sign_of_streaming_is_remembered_too(runs: Runs) -> None:
    first = runs.begin(AUTO)
    page = first.scene.page(site=SILENT)
    page.stream(call(text="a"), message="")
    await first.count()
    await first.end()
    again = runs.begin(AUTO)
    page = again.scene.page(site=SILENT)
    page.stream(call(text="a"), message="")
    await again.count()
    assert page.block.call.status == "done"
    assert again.scene.ran == []


async def test_a_call_that_is_shown_twice_leaves_one_row(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page()
    page.document.relation = "unsure"
    page.stream(call(text="a"))
    await run.count()
    page.stream(call(text="a"), unit=2)
    await run.settled()
    page.remove(1)
    await run.settled()
    page.close()
    again = run.scene.page(name="reloaded")
    again.show(call(text="a"), live=False)
    assert only(run).status == "done"
    assert again.block.call.status == "done"


async def test_the_row_of_a_text_that_was_no_call_goes(runs: Runs) -> None:
    run = runs.begin()
    page = run.scene.page()
    page.stream(call(text="a"))
    await run.settled()
    assert only(run).status == "detected"
    page.tell(page.splice(1, 0, "no call at all"))
    await run.settled()
    assert rows(run.ledger) == []


async def test_a_row_of_a_call_that_was_asked_about_stays(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page()
    page.stream(call(text="a"))
    page.press("touch")
    page.tell(page.splice(1, 0, "no call at all"))
    await run.settled()
    assert only(run).status == "detected"


async def test_a_note_that_could_not_be_written_is_written_with_the_next_start(runs: Runs) -> None:
    run = runs.begin()
    page = run.scene.page()
    text = "".join(call(call_id=key, text=key) for key in "abc")
    page.tell(page.open(1), page.grow(1, text[:9]), streaming=True)
    page.tell(page.grow(1, text[9:]), streaming=True)
    run.ledger.error = LedgerError("The disk went away.")
    page.press(block=page.blocks[0])
    await run.settled()
    run.ledger.error = None
    page.press(block=page.blocks[1])
    await run.settled()
    found = {row.call_id: row.status for row in rows(run.ledger)}
    assert found == {"a": "failed", "b": "done", "c": "detected"}


async def test_a_yes_is_written_down_as_the_users_answer(runs: Runs) -> None:
    run = runs.begin({}, Person(None))

    @tool(destructive=True)
    async def wipe() -> None:
        """Deletes."""

    run.scene.registry.add(wipe)
    page = run.scene.page()
    page.stream(call("wipe"))
    page.press()
    await run.settled()
    assert only(run).status == "done"
    assert only(run).decided_by == "answer: once"


async def test_a_changed_call_is_kept_as_it_ran_and_as_it_was_printed(runs: Runs) -> None:
    run = runs.begin()
    page = run.scene.page()
    page.stream(call(text="printed"))
    page.press("edit")
    page.press("save", text="changed")
    page.press()
    await run.until("done")
    row = only(run)
    assert row.arguments == {"text": "changed"}
    assert row.printed == {"text": "printed"}


async def test_a_call_as_it_was_printed_has_no_second_arguments(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.page().stream(call(text="hello"))
    await run.count()
    assert only(run).printed is None
