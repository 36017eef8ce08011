"""The user runs an ended call once more from its block, which then shows the new run."""

from __future__ import annotations

import asyncio

from observers.block_view import BlockView
from overlay.tools import tool
from tests.calls.controller.test_run_again import ended, harmful
from tests.support.scene import AUTO, PlayedPage, Scene, call, idle


async def again(page: PlayedPage) -> None:
    page.press("again")
    await idle()


def shown(page: PlayedPage) -> BlockView:
    """Return what the block shows now."""
    return page.looks()[-1].view


def counting(scene: Scene) -> None:
    """Add the tool `say`, which says how often it ran."""
    runs = iter(range(1, 100))

    @tool
    async def say() -> str:
        """Says the number of the run."""
        return f"run {next(runs)}"

    scene.registry.add(say)


async def said_twice(scene: Scene) -> PlayedPage:
    """A page whose call of `say` ran, and ran again."""
    counting(scene)
    page = scene.page()
    page.stream(call("say"))
    page.press()
    await idle()
    await again(page)
    return page


async def test_a_press_runs_a_call_in_its_block_once_more_and_counts_once() -> None:
    scene = Scene()
    page, _ = await ended(scene)
    await again(page)
    assert scene.ran == ["x", "x"]

    scene = Scene()
    page, _ = await ended(scene)
    nonce = page.block.nonce
    await again(page)
    page.press("again", nonce=nonce)
    await idle()
    assert scene.ran == ["x", "x"]


async def test_a_press_on_a_running_call_or_before_its_first_run_starts_nothing() -> None:
    scene = Scene()
    page, _ = await ended(scene)
    scene.work = asyncio.Event()
    await again(page)
    await again(page)
    scene.work.set()
    await idle()
    assert scene.ran == ["x", "x"]

    scene = Scene()
    page = scene.page()
    page.stream(call(text="x"))
    await again(page)
    assert scene.ran == []


async def test_a_call_never_runs_again_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="x"))
    await scene.clock.pass_()
    await scene.clock.pass_()
    assert scene.ran == ["x"]


async def test_each_run_counts_for_the_origin_of_the_page_in_which_it_was_pressed() -> None:
    scene = Scene()
    page, _ = await ended(scene)
    here = page.block.call.origin
    await again(page)
    page.block.call.origin = "https://elsewhere.example"
    await again(page)
    assert page.block.call.latest.origin == here


async def test_the_block_keeps_the_last_result_until_the_new_one_is_there() -> None:
    page = await said_twice(Scene())
    result = shown(page).result
    assert result
    assert result.text == "run 2"

    scene = Scene()
    page, _ = await ended(scene)
    scene.work = asyncio.Event()
    await again(page)
    look = shown(page)
    assert look.status == "running"
    assert look.result
    assert look.result.text == "noted x"
    assert look.result.head == "Result of the run before"
    scene.work.set()
    await idle()


async def test_cancel_stops_the_new_run() -> None:
    scene = Scene()
    page, _ = await ended(scene)
    scene.work = asyncio.Event()
    await again(page)
    page.press("cancel")
    await idle()
    assert shown(page).status == "cancelled"


async def test_insert_and_submit_give_the_new_result_to_the_chat_once() -> None:
    scene = Scene()
    page = await said_twice(scene)
    page.press("insert")
    await idle()
    assert "run 2" in scene.box.text

    scene = Scene()
    page = await said_twice(scene)
    page.press("insert")
    await idle()
    page.press("submit")
    await idle()
    assert [text.count("run 2") for text in scene.box.sent] == [1]
    assert scene.kinds().count("submitted") == 1


async def test_a_sent_result_can_be_run_again_and_sent_again() -> None:
    scene = Scene()
    counting(scene)
    page = scene.page()
    page.stream(call("say"))
    page.press()
    await idle()
    page.press("submit")
    await idle()
    assert shown(page).buttons == ["again", "insert"]
    await again(page)
    assert shown(page).buttons == ["again", "insert", "submit"]


async def test_a_result_that_was_replaced_is_not_sent_with_the_others() -> None:
    scene = Scene()
    counting(scene)
    page = scene.page()
    page.stream(call("say") + call("note", "2", text="x"))
    for block in page.blocks:
        page.press(block=block)
    await idle()
    first, second = page.blocks
    page.press("again", block=first)
    await idle()
    page.press("submit", block=second)
    await idle()
    assert "run 1" not in scene.box.sent[0]


async def test_a_dangerous_call_is_asked_about_again() -> None:
    scene = Scene()
    done = harmful(scene)
    scene.person.answers += [None, "not twice"]
    page, _ = await ended(scene, "wipe")
    await again(page)
    assert len(scene.person.questions) == 2
    assert done == ["x"]
    assert shown(page).status == "denied"


async def test_a_denied_run_again_leaves_a_way_to_send_the_denial() -> None:
    scene = Scene()
    harmful(scene)
    scene.person.answers += [None, "not twice"]
    page, _ = await ended(scene, "wipe")
    await again(page)
    assert shown(page).buttons == ["insert", "submit"]


async def test_a_block_that_is_drawn_again_shows_the_last_run_and_runs_nothing() -> None:
    scene = Scene()
    page = await said_twice(scene)
    page.remove(1)
    page.stream(call("say"), unit=2)
    await idle()
    result = shown(page).result
    assert result
    assert result.text == "run 2"


async def test_a_call_that_may_have_run_is_asked_about() -> None:
    scene = Scene()
    scene.person.answers += ["no"]
    page, record = await ended(scene)
    record.status = "unknown"
    page.chat.draw(page.block)
    assert shown(page).buttons == ["again"]
    await again(page)
    assert len(scene.person.questions) == 1
    assert scene.ran == ["x"]


async def test_a_run_from_the_panel_is_shown_in_the_block_too() -> None:
    scene = Scene()
    page = await said_twice(scene)
    scene.parts.controller.run_again(page.block.call)
    await idle()
    result = shown(page).result
    assert result
    assert result.text == "run 3"
