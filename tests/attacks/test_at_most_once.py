"""A call runs once, however the page draws it: its nodes, messages and tabs come and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.approvals import Answer
from tests.calls.ledger.helpers import Run
from tests.support.scene import AUTO, AUTO_RETURN, Scene, call, idle

TEXT = call(text="a")


async def test_control_two_answers_to_two_messages_run_the_same_call_twice() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT, message="m1", replies_to="1:abc")
    await scene.clock.pass_()
    page.stream(TEXT, unit=2, message="m2", turn=3, replies_to="2:def")
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_control_two_equal_calls_of_one_answer_run_both() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT, unit=1, replies_to="1:abc")
    page.stream(TEXT, unit=2, replies_to="1:abc")
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


@pytest.mark.parametrize("answers", ["", "1:abc"], ids=["the question is unknown", "known"])
async def test_an_answer_redrawn_in_pieces_under_another_name_runs_nothing(answers: str) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT, message="temporary", replies_to=answers)
    await scene.clock.pass_()
    page.remove(1, streaming=True)
    page.stream(TEXT, unit=2, message="kept", replies_to=answers)
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert page.block.call.status == "done"


async def test_an_answer_redrawn_in_pieces_beside_the_old_one_runs_nothing() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT, message="temporary", replies_to="1:abc")
    await scene.clock.pass_()
    page.stream(TEXT, unit=2, message="kept", replies_to="1:abc")
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    page.remove(1)
    assert page.block.call.status == "done"


@pytest.mark.parametrize("answers", ["", "1:abc"], ids=["the question is unknown", "known"])
async def test_an_answer_written_into_two_tabs_under_two_names_runs_its_call_once(answers: str) -> None:
    scene = Scene(AUTO)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(TEXT, message="m1", replies_to=answers)
    second.stream(TEXT, message="m9", replies_to=answers)
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert second.block.call.status == "done"


@pytest.mark.parametrize("ran", [True, False], ids=["after it ran", "before it ran"])
async def test_a_block_remounted_while_the_old_one_is_still_there_shows_the_call_it_is(ran: bool) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT)
    if ran:
        await scene.clock.pass_()
    page.show(TEXT, unit=2)
    page.remove(1)
    await scene.clock.pass_()
    assert page.block.call.status == "done"
    page.press()
    await idle()
    assert scene.ran == ["a"]


async def test_a_block_remounted_beside_the_old_one_shows_its_call_after_a_reload() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT)
    await scene.clock.pass_()
    page.show(TEXT, unit=2)
    page.remove(1)
    page.close()
    again = scene.page(name="reloaded")
    again.show(TEXT, live=False)
    again.press()
    await idle()
    assert again.block.call.status == "done"
    assert scene.ran == ["a"]


async def test_the_result_of_a_call_whose_block_is_remounted_goes_back_once() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(TEXT)
    await scene.clock.pass_()
    page.show(TEXT, unit=2)
    page.remove(1)
    scene.work.set()
    await idle()
    assert len(scene.box.sent) == 1
    assert "noted a" in scene.box.sent[0]


async def test_a_click_on_a_second_block_of_what_may_be_the_same_call_asks() -> None:
    scene = Scene(AUTO)
    scene.person.answers.append(Answer("deny"))
    page = scene.page()
    page.stream(TEXT)
    await scene.clock.pass_()
    page.show(TEXT, unit=2)
    page.press(block=page.blocks[1])
    await idle()
    assert scene.ran == ["a"]
    assert "same call ran" in scene.person.questions[0].reason


async def test_an_approval_of_what_may_be_the_same_call_runs_it_again() -> None:
    scene = Scene(AUTO)
    scene.person.answers.append(Answer("once"))
    page = scene.page()
    page.stream(TEXT)
    await scene.clock.pass_()
    page.show(TEXT, unit=2)
    page.press(block=page.blocks[1])
    await idle()
    assert scene.ran == ["a", "a"]


async def test_a_countdown_does_not_run_what_the_user_ran_in_another_block_meanwhile() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT)
    page.show(TEXT, unit=2)
    page.press(block=page.blocks[1])
    await idle()
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert "ran" in page.blocks[0].call.note


async def test_a_result_that_could_not_be_put_in_is_offered_with_the_reason() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.fault = RuntimeError("the composer went away")
    page = scene.page()
    page.stream(TEXT)
    await scene.clock.pass_()
    page.remove(1)
    page.show(TEXT, unit=2)
    look: dict[str, Any] = page.looks()[-1].view.model_dump()
    assert look["buttons"] == ["again", "insert", "submit"]
    assert "went away" in look["note"]


async def test_a_result_put_in_while_its_block_is_remounted_is_not_put_in_again() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()

    def remount() -> None:
        scene.box.during = lambda: None
        page.remove(1)
        page.show(TEXT, unit=2)

    scene.box.during = remount
    page.stream(TEXT)
    await scene.clock.pass_()
    assert page.block.call.inserted
    assert len(scene.box.sent) == 1


@pytest.mark.parametrize(
    ("relation", "ran", "statuses"),
    [
        pytest.param("other", ["a", "a"], ["done", "done"], id="control"),
        pytest.param("unsure", ["a"], ["done", "ready"], id="the page can't tell"),
        pytest.param("same", ["a"], ["done", "done"], id="drawn again"),
        pytest.param("left", ["a"], ["done", "done"], id="the old one left"),
    ],
)
async def test_an_equal_call_in_the_same_answer_runs_if_the_page_tells_it_from_the_first(
    relation: str, ran: list[str], statuses: list[str]
) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.document.relation = relation
    page.stream(TEXT)
    await scene.clock.pass_()
    page.stream(TEXT, unit=2)
    await scene.clock.pass_()
    assert scene.ran == ran
    assert [block.call.status for block in page.blocks] == statuses


async def test_a_block_that_leaves_while_the_page_is_asked_about_it_leaves_its_call_to_the_new_one() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT)
    await scene.clock.pass_()
    asked, answered = page.document.ask, asyncio.Event()

    async def late(function: str, *arguments: Any) -> Any:
        await answered.wait()
        return await asked(function, *arguments)

    page.document.ask = late
    page.document.relation = "other"
    page.stream(TEXT, unit=2)
    await idle()
    page.remove(1)
    answered.set()
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert page.block.call.status == "done"


async def test_a_call_that_may_be_shown_twice_says_why_it_waits() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.document.relation = "unsure"
    page.stream(TEXT)
    page.stream(TEXT, unit=2)
    await scene.clock.pass_()
    assert "same call a second time" in page.blocks[1].call.note


async def test_of_two_calls_of_an_answer_that_is_drawn_again_each_is_found() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT)
    page.stream(TEXT, unit=2)
    await scene.clock.pass_()
    page.document.relation = "same"
    page.stream(TEXT, unit=3)
    page.stream(TEXT, unit=4)
    await scene.clock.pass_()
    first, second, *again = [block.registered_call for block in page.blocks]
    assert again == [first, second]
    assert scene.ran == ["a", "a"]


@pytest.mark.parametrize("relation", ["same", "unsure"])
async def test_a_countdown_goes_on_in_the_block_that_is_left(relation: str) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.document.relation = relation
    page.stream(TEXT)
    page.stream(TEXT, unit=2)
    await idle()
    page.remove(1)
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert page.block.call.status == "done"


async def test_a_call_that_waited_beside_one_that_was_none_runs_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.document.relation = "unsure"
    page.stream(TEXT)
    page.stream(TEXT, unit=2)
    await idle()
    page.tell(page.splice(1, 0, "no call at all"))
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert page.block.call.status == "done"


async def test_a_countdown_whose_block_just_left_looks_at_the_one_in_its_place() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.document.relation = "unsure"
    page.stream(TEXT)
    page.stream(TEXT, unit=2)
    await idle()
    del page.chat.readers[1]
    await scene.clock.pass_()
    assert scene.ran == ["a"]


async def test_the_result_of_a_call_with_two_blocks_goes_back_once() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page()
    page.document.relation = "same"
    page.stream(TEXT)
    await scene.clock.pass_()
    page.stream(TEXT, unit=2)
    await idle()
    scene.work.set()
    await idle()
    (sent,) = scene.box.sent
    assert sent.count("noted a") == 1


async def test_a_call_that_is_denied_is_not_denied_a_second_time_where_it_is_shown_twice() -> None:
    scene = Scene({**AUTO_RETURN, "policy": {"auto_execute": ["*"], "deny": {"note": "not here"}}})
    page = scene.page()
    page.document.relation = "unsure"
    page.stream(TEXT)
    page.stream(TEXT, unit=2)
    await idle()
    assert [block.call.status for block in page.blocks] == ["denied", "ready"]
    assert len(scene.box.sent) == 1


@pytest.mark.parametrize(
    ("stopped", "ran"), [pytest.param(True, [], id="attack"), pytest.param(False, ["a"], id="control")]
)
async def test_a_call_that_the_user_stopped_does_not_count_down_again_when_it_is_reported_again(
    stopped: bool, ran: list[str]
) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.tell(page.open(1, kind="prose"), page.grow(1, "I look. "), streaming=True)
    page.tell(page.open(2), page.grow(2, TEXT[:30]), streaming=True)
    page.tell(page.grow(2, TEXT[30:]), streaming=True)
    if stopped:
        page.press("touch")
    page.tell(page.splice(2, 0, "no call"), streaming=True)
    page.tell(page.splice(2, 0, TEXT), streaming=True)
    await scene.clock.pass_()
    assert scene.ran == ran


async def test_a_call_that_is_written_again_before_it_ran_keeps_its_countdown() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(TEXT, message="temporary", replies_to="1:abc")
    page.remove(1, streaming=True)
    page.stream(TEXT, unit=2, message="kept", replies_to="1:abc")
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert page.block.call.status == "done"


@pytest.fixture
async def runs(tmp_path: Path) -> AsyncIterator[list[Run]]:
    made = [Run(tmp_path / "ledger.sqlite3", AUTO, None) for _ in range(2)]
    yield made
    for run in made:
        await run.end()


@pytest.mark.parametrize(
    ("answers", "ran"),
    [pytest.param("4:abc", [], id="attack"), pytest.param("4:def", ["a"], id="control")],
)
async def test_two_windows_of_overlay_run_a_call_once_though_its_message_has_two_names(
    runs: list[Run], answers: str, ran: list[str]
) -> None:
    first, second = runs
    first.scene.page().stream(TEXT, message="m1", replies_to="1:abc")
    await first.count()
    second.scene.page().stream(TEXT, message="m9", replies_to=answers)
    await second.count()
    assert first.scene.ran == ["a"]
    assert second.scene.ran == ran


async def test_two_windows_that_met_a_call_at_once_under_two_names_run_it_once(runs: list[Run]) -> None:
    for name, run in zip(("m1", "m9"), runs, strict=True):
        run.scene.page().stream(TEXT, message=name, replies_to="1:abc")
    for run in runs:
        await run.count()
    assert runs[0].scene.ran == ["a"]
    assert runs[1].scene.ran == []
