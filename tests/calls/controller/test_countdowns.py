"""How a countdown ends."""

from __future__ import annotations

from overlay.tools import tool
from tests.support.scene import AUTO, PlayedPage, Scene, call, idle


async def test_a_countdown_ends_with_its_block_or_its_document() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.remove(1)
    await scene.clock.pass_()
    assert scene.ran == []

    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.close()
    await scene.clock.pass_()
    assert scene.ran == []


async def test_a_touch_stops_the_countdown_and_the_block_says_so() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.press("touch")
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert page.block.call.note == "Stopped by you. Click Execute to run it."
    assert scene.ran == []


async def test_a_press_that_began_during_the_countdown_counts_after_it_was_stopped() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    nonce = page.block.nonce
    page.press("touch")
    page.press(nonce=nonce)
    await idle()
    assert len(scene.ran) == 1


async def test_a_tool_switched_off_during_the_countdown_does_not_run_and_the_model_hears_why() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.registry.enable("note", on=False)
    await scene.clock.pass_()
    assert scene.ran == []
    assert page.block.call.outcome
    assert page.block.call.outcome.error_code == "tool_not_found"


async def test_switching_a_tool_off_stops_its_countdown_at_once() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.registry.enable("note", on=False)
    scene.parts.controller.reconsider()
    assert page.block.call.status == "failed"
    assert page.looks()[-1].view.countdown is None


async def test_reconsidering_leaves_a_countdown_alone_that_still_holds() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.parts.controller.reconsider()
    assert page.block.call.status == "scheduled"
    await scene.clock.pass_()
    assert len(scene.ran) == 1


async def test_a_tool_denied_or_replaced_during_the_countdown_does_not_run_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.policy.config.deny["note"] = "not now"
    await scene.clock.pass_()
    assert page.block.call.status == "denied"
    assert scene.ran == []

    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())

    @tool(name="note")
    async def other(text: str = "") -> str:
        """Does something else."""
        scene.ran.append("other")
        return text

    scene.registry.add(other, replace=True)
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert scene.ran == []
    assert "was changed" in page.block.call.note

    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.policy.config.auto_execute.clear()
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert scene.ran == []


async def test_a_call_that_is_drawn_again_as_its_countdown_ends_runs_once_it_is_in_view() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.document.context = "hidden"
    await scene.clock.pass_()
    page.document.context = "plain"
    await scene.clock.pass_()
    assert len(scene.ran) == 1


async def test_a_call_that_stays_hidden_as_its_countdown_ends_waits_for_a_press() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.document.context = "hidden"
    for _ in range(4):
        await scene.clock.pass_()
    assert scene.ran == []
    assert page.block.call.status == "ready"


async def waiting_for_a_press() -> tuple[Scene, PlayedPage]:
    """Give a page that hid the call as its countdown ended, so that the call says so."""
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.document.context = "hidden"
    while page.block.call.status != "ready":
        await scene.clock.pass_()
    return scene, page


async def test_a_call_that_said_it_is_hidden_runs_once_when_the_page_shows_it_soon_after() -> None:
    scene, page = await waiting_for_a_press()
    page.document.context = "plain"
    for _ in range(6):
        await scene.clock.pass_()
    assert len(scene.ran) == 1


async def test_a_call_whose_arguments_the_user_changes_is_not_run_when_the_page_shows_it() -> None:
    scene, page = await waiting_for_a_press()
    page.press("edit")
    page.document.context = "plain"
    for _ in range(6):
        await scene.clock.pass_()
    assert scene.ran == []


async def test_after_a_halt_a_hidden_call_is_not_run_when_the_page_shows_it() -> None:
    scene, page = await waiting_for_a_press()
    scene.parts.controller.stop_all(on=True)
    page.document.context = "plain"
    for _ in range(6):
        await scene.clock.pass_()
    assert scene.ran == []


async def test_a_look_at_the_end_of_one_countdown_does_not_end_the_next_one() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.document.context = "hidden"
    await scene.clock.pass_()
    page.document.context = "plain"
    controller, shown = scene.parts.controller, page.block.call
    controller.stop_countdown(shown)
    controller.resume(shown)
    await idle()
    look, _ = scene.clock._waiting  # pyright: ignore[reportPrivateUsage]
    look.set_result(None)
    await idle()
    assert shown.status == "scheduled"
    assert scene.ran == []


async def test_a_call_in_a_background_tab_runs_once_the_tab_is_in_front() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.document.outer = 700  # the browser's bars are missing
    await scene.clock.pass_()
    assert scene.ran == []
    assert "not in view" in page.block.call.note
    page.document.outer = 800
    await scene.clock.pass_()
    assert page.block.call.status == "scheduled"
    await scene.clock.pass_()
    assert len(scene.ran) == 1
