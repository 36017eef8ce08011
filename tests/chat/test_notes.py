"""The note of a block stays the same when the site rebuilds its node, and in each tab."""

from __future__ import annotations

import asyncio

from observers.block_view import BlockView
from overlay.tools import tool
from tests.support.scene import AUTO, AUTO_RETURN, SILENT, PlayedPage, Scene, call, idle


def look(page: PlayedPage) -> BlockView:
    return page.looks()[-1].view


async def test_a_block_says_that_its_countdown_was_stopped_after_the_site_rebuilt_its_node() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.press("touch")
    page.remove(1)
    page.show(call(), unit=2)
    assert look(page).note == "Stopped by you. Click Execute to run it."


async def test_a_second_tab_says_that_the_user_is_being_asked() -> None:
    scene = Scene(AUTO)
    scene.person.thinking = asyncio.Event()

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes something."""
        return f"deleted {what}"

    scene.registry.add(wipe)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call("wipe", what="a"))
    first.press()
    await idle()
    second.show(call("wipe", what="a"), live=False)
    assert look(second).note == "Waiting for your answer in the panel or the terminal."
    assert look(second).buttons == []
    await scene.parts.close()


async def test_a_block_says_why_its_result_was_not_inserted_after_the_site_rebuilt_its_node() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.fault = RuntimeError("the composer went away")
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    before = look(page).note
    page.remove(1)
    page.show(call(), unit=2)
    assert "went away" in (before or "")
    assert look(page).note == before


async def test_a_block_says_why_its_result_was_not_inserted_if_the_site_rebuilt_its_node_meanwhile() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.fault = RuntimeError("the composer went away")
    page = scene.page()

    def rebuild() -> None:
        page.remove(1)
        page.show(call(), unit=2)

    scene.box.during = rebuild
    page.stream(call())
    await scene.clock.pass_()
    assert "went away" in (look(page).note or "")


async def test_a_block_says_why_its_call_waits_after_the_site_rebuilt_its_node() -> None:
    for live in (True, False):
        scene = Scene(AUTO)
        page = scene.page()
        page.show(call(), live=live)
        before = look(page).note
        page.remove(1)
        page.show(call(), unit=2, live=live)
        assert before
        assert look(page).note == before


async def test_a_call_that_is_remounted_at_each_token_does_not_say_that_it_was_here_before() -> None:
    scene = Scene(AUTO)
    page = scene.page(site=SILENT)
    text = call(text="a")
    for unit, end in enumerate(range(20, len(text) + 20, 20), 1):
        page.show(text[:end], unit=unit)
        if unit > 1:
            page.remove(unit - 1)
    assert "appeared complete" in (look(page).note or "")


async def test_a_call_that_is_drawn_after_the_sign_of_streaming_does_not_say_that_it_was_here_before() -> (
    None
):
    scene = Scene(AUTO)
    page = scene.page()
    page.tell(page.open(1, kind="prose"), page.grow(1, "Here it is:"), streaming=True)
    page.tell()
    page.show(call(text="a"), unit=2)
    note = [draw.view.note for draw in page.looks()][-1]
    assert "appeared complete" in (note or "")


async def test_control_a_call_of_the_history_says_that_it_was_here_before() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.show(call(), live=False)
    assert "was here before" in (look(page).note or "")
