from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.ledger import Ledger, LedgerError, Row
from overlay.tools import ToolResult, tool
from tests.calls.ledger.helpers import Run, rows
from tests.scene import AUTO, AUTO_RETURN, SILENT, URL, Person, Scene, call, idle

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


def only(run: Run) -> Row:
    (row,) = rows(run.ledger)
    return row


async def ran_once(runs: Runs, text: str = "a", **more: Any) -> None:
    """A run in which one call ran, and which was closed after it."""
    first = runs.begin(AUTO)
    first.scene.page().stream(call(text=text), **more)
    await first.count()
    assert first.scene.ran == [text]
    await first.end()


async def test_a_call_that_ran_is_one_row_with_all_its_times(runs: Runs) -> None:
    run = runs.begin(AUTO_RETURN)
    run.scene.page().stream(call(text="hello"))
    await run.count()
    row = only(run)
    assert (row.site, row.home, row.place, row.turn, row.call_id) == (
        "https://chat.example",
        "one",
        "/c/one",
        "m1",
        "1",
    )
    assert (row.tool, row.arguments, row.format, row.confidence) == (
        "note",
        {"text": "hello"},
        "xml_invoke",
        "structured",
    )
    assert (row.status, row.decided_by, row.result, row.result_size, row.error_code) == (
        "done",
        "countdown",
        "noted hello",
        11,
        None,
    )
    assert row.definition == run.scene.registry.find("note").fingerprint
    times = [row.detected, row.decided, row.started, row.ended, row.inserted]
    assert None not in times
    assert times == sorted(times, key=lambda time: time or 0)


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


async def test_what_an_old_page_shows_is_not_written_down(runs: Runs) -> None:
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
    assert (only(run).status, only(run).decided_by) == ("done", "click")


async def test_a_call_that_nobody_ran_is_written_down_when_its_answer_is_over(runs: Runs) -> None:
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
    run.scene.person.thinking.set()
    await run.settled()
    row = only(run)
    assert (row.status, row.decided_by, row.result) == ("denied", "answer", "wipe was not run: not today")


async def test_what_the_policy_denied_is_written_down_as_its_word(runs: Runs) -> None:
    run = runs.begin({"policy": {"deny": {"note": "never"}}})
    run.scene.page().stream(call())
    await run.settled()
    assert (only(run).status, only(run).decided_by, only(run).started) == ("denied", "policy", None)


async def test_a_call_that_can_not_be_read_is_written_down_as_such(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.page().stream('<tool:note>{"text": nonsense here}</tool>\n')
    await run.settled()
    assert (only(run).status, only(run).error_code) == ("invalid", "tool_invalid")


async def test_an_old_call_that_can_not_be_read_is_not_written_down(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.page().show('<tool:note>{"text": nonsense here}</tool>\n', live=False)
    await run.settled()
    assert rows(run.ledger) == []


async def test_a_call_of_the_last_run_comes_back_done_with_its_result(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.show(call(text="a"), live=False)
    assert page.block.call.outcome
    assert (page.block.call.status, page.block.call.outcome.text) == ("done", "noted a")
    page.press()
    await again.count()
    assert again.scene.ran == []


async def test_an_answer_that_the_site_writes_out_anew_after_a_restart_runs_nothing(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    await again.count()
    assert (page.block.call.status, again.scene.ran) == ("done", [])


async def test_a_result_of_the_last_run_does_not_go_back_by_itself(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO_RETURN)
    again.scene.page().stream(call(text="a"))
    await again.count()
    assert (again.scene.box.text, again.scene.box.sent) == ("", [])


async def test_a_result_that_was_inserted_before_comes_back_as_inserted(runs: Runs) -> None:
    first = runs.begin(AUTO_RETURN)
    first.scene.page().stream(call(text="a"))
    await first.count()
    await first.end()
    page = runs.begin().scene.page()
    page.show(call(text="a"), live=False)
    assert page.block.call.inserted


async def test_the_same_call_in_a_later_answer_is_another_call_after_a_restart_too(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    again.scene.page().stream(call(text="a"), message="m2")
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_call_that_ran_in_another_conversation_is_not_known_here(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    again.scene.page("https://chat.example/c/two").stream(call(text="a"))
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_call_that_ran_on_another_site_is_not_known_here(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    again.scene.page("https://other.example/c/one").stream(call(text="a"))
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_call_that_ran_when_overlay_died_is_unknown_and_is_not_run_again(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.work = asyncio.Event()
    first.scene.page().stream(call(text="a"))
    await first.count()
    await first.die()
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    page.press()
    await again.count()
    assert (page.block.call.status, again.scene.ran, page.looks()[-1].look.buttons) == ("unknown", [], [])
    assert (
        page.looks()[-1].look.note
        == "It was running when overlay stopped. It is not run again automatically."
    )
    assert only(again).status == "unknown"


async def test_a_call_that_counted_down_when_overlay_died_waits_for_a_press(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page().stream(call(text="a"))
    await first.die()
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    await again.count()
    assert (page.block.call.status, again.scene.ran) == ("ready", [])
    page.press()
    await again.settled()
    assert again.scene.ran == ["a"]
    assert (only(again).status, only(again).run) == ("done", again.ledger.run)


async def test_a_tool_that_changed_since_the_last_run_needs_a_second_press(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page().stream(call(text="a"))
    await first.die()
    again = runs.begin()

    @tool(name="note")
    async def other(text: str = "") -> str:
        """Does something else."""
        again.scene.ran.append("other")
        return text

    again.scene.registry.add(other, replace=True)
    page = again.scene.page()
    page.show(call(text="a"), live=False)
    page.press()
    await again.settled()
    assert again.scene.ran == []
    page.press()
    await again.settled()
    assert again.scene.ran == ["other"]


async def test_a_call_of_a_chat_that_got_its_address_is_found_there_after_a_restart(runs: Runs) -> None:
    first = runs.begin(AUTO)
    page = first.scene.page(NEW)
    page.stream(call(text="a"))
    await first.count()
    page.go(URL)
    await first.die()
    assert only(first).home == "one"
    again = runs.begin(AUTO)
    page = again.scene.page(URL)
    page.stream(call(text="a"))
    await again.count()
    assert (page.block.call.status, again.scene.ran) == ("done", [])


async def test_a_call_is_found_where_overlay_died_before_the_chat_had_its_address(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"))
    await first.count()
    await first.die()
    again = runs.begin(AUTO)
    page = again.scene.page(URL)
    page.stream(call(text="a"))
    page.press()
    await again.count()
    assert (page.block.call.status, again.scene.ran) == ("done", [])
    await again.end()
    assert only(runs.begin()).home == "one"


async def test_a_chat_that_never_got_its_address_is_not_looked_for_after_a_day(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"))
    await first.count()
    await first.end()
    monkeypatch.setattr("overlay.calls.journal.HOMELESS", -1.0)
    again = runs.begin(AUTO)
    again.scene.page(URL).stream(call(text="a"))
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_new_chat_whose_messages_have_no_ids_asks_where_an_earlier_one_ran_the_same(
    runs: Runs,
) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"), message="")
    await first.count()
    await first.end()
    again = runs.begin(AUTO)
    page = again.scene.page(NEW, name="after")
    page.stream(call(text="a"), message="")
    await again.count()
    assert (page.block.call.status, again.scene.ran) == ("ready", [])
    page.press()
    await again.settled()
    assert again.scene.ran == ["a"]


async def test_a_reload_of_a_page_without_an_address_shows_the_call_that_ran(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.work = asyncio.Event()
    page = run.scene.page(NEW, name="before")
    page.stream(call(text="a"))
    await run.count()
    page.close()
    again = run.scene.page(NEW, name="after")
    again.show(call(text="a"), live=False)
    assert again.block.call.status == "running"
    run.scene.work.set()
    await run.settled()
    assert (again.block.call.status, run.scene.ran) == ("done", ["a"])


async def test_a_call_that_has_its_address_is_not_taken_for_one_of_another_chat(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page(NEW, name="before")
    page.stream(call(text="a"))
    await run.count()
    page.go("https://chat.example/c/two")
    page.close()
    other = run.scene.page(URL, name="after")
    other.show(call(text="a"), live=False)
    assert other.block.call.status == "ready"


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
    assert (page.block.call.status, second.scene.ran, "another window" in page.block.call.note) == (
        "unknown",
        [],
        True,
    )
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
    assert (first.scene.ran, second.scene.ran) == (["a"], [])
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
    assert (first.scene.ran, second.scene.ran) == (["a"], [])
    assert (only(first).status, only(first).run) == ("done", first.ledger.run)


async def test_a_window_lets_the_other_one_run_its_own_calls(runs: Runs) -> None:
    first, second = runs.begin(AUTO), runs.begin(AUTO)
    for run, text in ((first, "a"), (second, "b")):
        run.scene.page().stream(call(text=text))
        await run.count()
    assert (first.scene.ran, second.scene.ran, len(rows(first.ledger))) == (["a"], ["b"], 2)


async def test_a_ledger_that_is_not_open_lets_nothing_run_and_says_so(tmp_path: Path) -> None:
    scene = Scene(AUTO_RETURN, ledger=Ledger(tmp_path / "ledger.sqlite3"))
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    await scene.parts.journal.settled()
    await idle()
    assert page.block.call.outcome
    assert (scene.ran, page.block.call.status, page.block.call.outcome.error_code) == (
        [],
        "failed",
        "tool_execution_failed",
    )
    assert "note was not run: The ledger is not open." in page.block.call.outcome.text
    assert "not open" in scene.box.sent[0]


async def test_a_disk_that_is_full_lets_nothing_run_until_there_is_room(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page()
    run.ledger.limit_pages(1)
    page.stream(call(text="a" * 9000))
    await run.count()
    assert page.block.call.outcome
    assert (run.scene.ran, page.block.call.status) == ([], "failed")
    assert "the disk is full. What can't be written down is not run." in page.block.call.outcome.text
    run.ledger.limit_pages(0)
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
    run.scene.work = asyncio.Event()
    page = run.scene.page()
    page.stream(call(text="a"))
    await run.count()
    run.ledger.fault = LedgerError("The disk went away.")
    run.scene.work.set()
    await run.settled()
    assert (page.block.call.status, "could not write down what happened: The disk" in caplog.text) == (
        "done",
        True,
    )
    run.ledger.fault = None
    await run.scene.parts.close()
    assert only(run).status == "done"


async def test_a_private_result_stays_private_after_a_restart(runs: Runs) -> None:
    @tool
    async def secret() -> ToolResult:
        return ToolResult("mine", private=True)

    first = runs.begin(AUTO)
    first.scene.registry.add(secret)
    first.scene.page().stream(call("secret"))
    await first.count()
    await first.end()
    page = runs.begin().scene.page()
    page.show(call("secret"), live=False)
    assert page.block.call.outcome
    assert page.block.call.outcome.private
    shown = page.looks()[-1].look.result
    assert shown
    assert shown.text != "mine"


@pytest.mark.parametrize("known", [True, False])
async def test_a_result_of_a_tool_that_reads_private_data_is_folded_after_a_restart(
    runs: Runs, known: bool
) -> None:
    """So is one of a tool that is not there any more."""

    @tool(private=True)
    async def diary() -> str:
        return "mine"

    first = runs.begin(AUTO)
    first.scene.registry.add(diary)
    first.scene.page().stream(call("diary"))
    await first.count()
    await first.end()
    second = runs.begin()
    if known:
        second.scene.registry.add(diary)
    page = second.scene.page()
    page.show(call("diary"), live=False)
    shown = page.looks()[-1].look.result
    assert shown
    assert shown.folded


async def test_a_long_result_comes_back_as_far_as_it_was_kept(runs: Runs) -> None:
    @tool
    async def long() -> str:
        return "word " * 20_000

    first = runs.begin(AUTO)
    first.scene.registry.add(long)
    first.scene.page().stream(call("long"))
    await first.until("done")
    await first.end()
    page = runs.begin().scene.page()
    page.show(call("long"), live=False)
    assert page.block.call.outcome
    assert page.block.call.outcome.text.endswith("[overlay kept the first 64,000 of 100,000 characters]")


async def test_secrets_are_known_by_the_tools_schema(runs: Runs) -> None:
    def enter(word: str) -> str:
        return word

    run = runs.begin(AUTO)
    definition: dict[str, Any] = {
        "name": "enter",
        "description": "",
        "parameters": {"type": "object", "properties": {"word": {"type": "string", "format": "password"}}},
        "callback": enter,
    }
    run.scene.registry.add(definition)
    run.scene.page().stream(call("enter", word="sesame"))
    await run.count()
    assert only(run).arguments == {"word": "[redacted]"}


async def test_a_call_whose_secret_was_left_out_is_known_all_the_same(runs: Runs) -> None:
    text = "password=hunter2"
    await ran_once(runs, text)
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text=text))
    await again.count()
    assert (page.block.call.status, again.scene.ran) == ("done", [])
    assert page.block.parsed
    assert page.block.parsed.arguments == {"text": text}
    assert only(again).arguments == {"text": "password=[redacted]"}


async def test_what_can_not_be_looked_up_is_run_by_nobody(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    ledger = again.ledger

    def broken(*_: object) -> list[Row]:
        raise ledger.fault or AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "recall", broken)
        patch.setattr(ledger, "fault", LedgerError("The disk went away."))
        page = again.scene.page()
        page.stream(call(text="a"))
        assert "Nothing that ran before is known" in caplog.text
    await again.count()
    assert again.scene.ran == []


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
    assert (page.block.call.status, again.scene.ran) == ("done", [])


async def test_a_call_is_not_taken_for_one_of_another_chat_while_its_address_is_being_written(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page(NEW, name="before")
    page.stream(call(text="a"))
    await run.count()

    def slow(notes: object) -> None:
        """Nothing has reached the file yet."""

    monkeypatch.setattr(run.ledger, "put", slow)
    page.go("https://chat.example/c/two")
    page.close()
    other = run.scene.page(URL, name="after")
    other.show(call(text="a"), live=False)
    assert other.block.call.status == "ready"


async def test_a_window_that_does_not_run_a_call_tells_the_model_nothing_of_it(runs: Runs) -> None:
    first, second = runs.begin(), runs.begin({"returns": {"auto_submit": True}})
    pages = [run.scene.page() for run in (first, second)]
    for page in pages:
        page.stream(call(text="a"))
    for page, run in zip(pages, (first, second), strict=True):
        page.press()
        await run.settled()
    assert (second.scene.box.text, second.scene.box.sent) == ("", [])


async def test_a_second_new_chat_in_the_same_document_is_not_taken_for_the_first(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page(NEW)
    page.stream(call(text="a"), message="")
    await run.count()
    page.remove(1)
    page.stream(call(text="a"), unit=2, message="")
    await run.count()
    assert run.scene.ran == ["a", "a"]


async def test_a_page_without_an_address_is_not_taken_for_another_page(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"), message="")
    await first.count()
    await first.end()
    again = runs.begin(AUTO)
    again.scene.page("https://chat.example/other", name="after").stream(call(text="a"), message="")
    await again.count()
    assert again.scene.ran == ["a"]


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
    assert (only(run).status, again.block.call.status) == ("done", "done")


async def test_a_row_of_what_was_no_call_after_all_goes(runs: Runs) -> None:
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


async def test_what_could_not_be_written_with_a_start_is_written_with_the_next(runs: Runs) -> None:
    run = runs.begin()
    page = run.scene.page()
    text = "".join(call(call_id=key, text=key) for key in "abc")
    page.tell(page.open(1), page.grow(1, text[:9]), streaming=True)
    page.tell(page.grow(1, text[9:]), streaming=True)
    run.ledger.fault = LedgerError("The disk went away.")
    page.press(block=page.blocks[0])
    await run.settled()
    run.ledger.fault = None
    page.press(block=page.blocks[1])
    await run.settled()
    found = {row.call_id: row.status for row in rows(run.ledger)}
    assert found == {"a": "failed", "b": "done", "c": "detected"}


async def test_a_yes_is_written_down_as_the_persons_answer(runs: Runs) -> None:
    run = runs.begin({}, Person(None))

    @tool(destructive=True)
    async def wipe() -> None:
        """Deletes."""

    run.scene.registry.add(wipe)
    page = run.scene.page()
    page.stream(call("wipe"))
    page.press()
    await run.settled()
    assert (only(run).status, only(run).decided_by) == ("done", "answer: once")
