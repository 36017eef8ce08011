"""Calls that the page writes anew."""

from __future__ import annotations

from tests.support.scene import AUTO, Scene, call, idle


async def test_a_press_on_a_call_that_the_page_rewrote_meanwhile_runs_nothing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="harmless"))
    pressed = page.block.nonce
    page.tell(page.splice(1, 0, call(text="harmful")))
    page.press(nonce=pressed)
    await idle()
    assert scene.ran == []


async def test_arguments_that_change_restart_the_countdown() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first"))
    await idle()
    page.tell(page.splice(1, 0, call(text="second")))
    await scene.clock.pass_()
    assert scene.clock.asked == [1, 1]
    assert scene.ran == ["second"]


async def test_a_press_runs_the_call_as_it_is_shown_after_a_rewrite() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="harmless"))
    page.tell(page.splice(1, 0, call(text="other")))
    page.press()
    await idle()
    assert scene.ran == ["other"]


async def test_a_call_cut_by_the_page_after_it_was_ready_can_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="hello"))
    page.tell(page.splice(1, 0, call(text="hello")[:-40]))
    page.press()
    await scene.clock.pass_()
    assert page.block.call.status == "incomplete"
    assert scene.ran == []


async def test_a_call_rewritten_after_its_start_keeps_its_outcome_and_says_so() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first"))
    await scene.clock.pass_()
    page.tell(page.splice(1, 0, call(text="second")))
    await scene.clock.pass_()
    assert scene.ran == ["first"]
    assert page.block.call.status == "done"
    assert "changed the text" in page.block.call.note
    assert page.block.parsed
    assert page.block.parsed.arguments == {"text": "first"}


async def test_a_call_that_the_page_rewrites_to_itself_keeps_its_countdown() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    page.tell(page.splice(1, 0, call(text="a") + "and more\n"))
    assert page.block.call.status == "scheduled"
    await scene.clock.pass_()
    assert scene.ran == ["a"]


async def test_a_call_that_turns_out_to_be_none_is_withdrawn() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.tell(page.splice(1, 0, "no call at all"))
    await scene.clock.pass_()
    assert page.blocks == []
    assert scene.ran == []
    assert scene.kinds()[-1] == "withdrawn"
