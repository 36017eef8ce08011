"""Stopping everything, and tools that are off in one chat."""

from __future__ import annotations

import asyncio

from tests.calls.controller.helpers import asked
from tests.support.scene import AUTO, AUTO_RETURN, Person, Scene, call, idle


async def test_stopping_everything_cancels_runs_and_countdowns_and_denies_questions() -> None:
    scene = Scene({}, Person())
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    page.press()
    await idle()
    scene.parts.controller.stop_all(on=True)
    await idle()
    assert page.block.call.status == "cancelled"

    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.stop_all(on=True)
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert page.block.call.note == "Not run automatically: you stopped everything."
    assert scene.ran == []

    scene, page = await asked(call("wipe", what="a"))
    scene.parts.controller.stop_all(on=True)
    scene.person.decide()
    await idle()
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "wipe was not run: the user stopped everything"
    assert scene.person.withdrawn == 1
    assert scene.ran == []


async def test_after_stopping_everything_a_press_still_runs_a_call_and_nothing_runs_automatically() -> None:
    scene = Scene(AUTO_RETURN)
    scene.parts.controller.stop_all(on=True)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == []
    page.press()
    await idle()
    assert scene.ran == ["a"]
    assert scene.box.sent == []


async def test_a_stopped_run_of_overlay_goes_on_when_told() -> None:
    scene = Scene(AUTO_RETURN)
    scene.parts.controller.stop_all(on=True)
    scene.parts.controller.stop_all(on=False)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert len(scene.box.sent) == 1


async def test_a_tool_that_is_off_in_this_chat_is_refused_here_and_runs_in_another() -> None:
    scene = Scene(AUTO)
    here, there = scene.page(), scene.page("https://chat.example/c/two", name="two")
    scene.parts.prompts.switches.switch(here.chat.conversation, "note", on=False)
    here.stream(call(text="a"))
    there.stream(call(text="b"))
    await scene.clock.pass_()
    outcome = here.block.call.outcome
    assert outcome
    assert outcome.error_code == "tool_not_found"
    assert outcome.text == "The tool 'note' is switched off in this chat"
    assert scene.ran == ["b"]


async def test_an_old_call_of_a_tool_that_is_off_in_this_chat_says_so() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    page.show(call(text="a"), live=False)
    assert page.block.call.note == "The tool 'note' is switched off in this chat"


async def test_a_tool_that_is_switched_off_here_while_its_countdown_runs_does_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    scene.parts.controller.reconsider()
    await scene.clock.pass_()
    assert page.block.call.status == "failed"
    assert scene.ran == []


async def test_a_call_that_waits_for_its_turn_does_not_run_once_its_tool_is_off_here() -> None:
    scene = Scene({"policy": {"auto_execute": ["*"], "delay": 0, "limits": {"at_once": 1}}})
    scene.work = asyncio.Event()
    page = scene.page()
    for number in ("1", "2"):
        page.stream(call(text=number, call_id=number), unit=int(number), message=f"m{number}")
        await scene.clock.pass_()
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    scene.work.set()
    await idle()
    assert [block.call.status for block in page.blocks] == ["done", "failed"]
    assert scene.ran == ["1"]


async def test_the_model_hears_with_the_next_result_what_was_switched_off_in_its_chat() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    scene.parts.prompts.mark_told(page.chat.conversation)
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert "No longer there: note" in scene.box.sent[0]
