"""Presses on a block, cancelling and closing."""

from __future__ import annotations

import asyncio

from overlay.tools import tool
from tests.support.scene import AUTO, AUTO_RETURN, Scene, call, idle


async def test_a_tool_replaced_since_it_was_shown_needs_a_second_press() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())

    @tool(name="note")
    async def other(text: str = "") -> str:
        """Does something else."""
        scene.ran.append("other")
        return text

    scene.registry.add(other, replace=True)
    page.press()
    await idle()
    assert scene.ran == []
    page.press()
    await idle()
    assert scene.ran == ["other"]


async def test_a_press_counts_once() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    nonce = page.block.nonce
    page.press(nonce=nonce)
    page.press(nonce=nonce)
    await idle()
    assert len(scene.ran) == 1


async def test_a_forged_early_or_late_press_runs_nothing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    page.press(nonce="0" * 16)
    page.press(nonce="")
    await idle()
    assert scene.ran == []

    scene = Scene()
    page = scene.page()
    text = call(text="half")
    page.tell(page.open(1), page.grow(1, text[:-30]), streaming=True)
    page.press()
    await idle()
    assert scene.ran == []

    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    page.press()
    await idle()
    assert len(scene.ran) == 1


async def test_a_cut_off_call_can_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="half")[:-40])
    page.press()
    await scene.clock.pass_()
    assert page.block.call.status == "incomplete"
    assert scene.ran == []


async def test_cancel_stops_a_running_call() -> None:
    scene = Scene(AUTO)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    page.press("cancel")
    await idle()
    assert page.block.call.outcome
    assert page.block.call.status == "cancelled"
    assert page.block.call.outcome.error_code == "tool_cancelled"


async def test_cancel_is_not_lost_when_it_comes_with_the_press_that_starts() -> None:
    scene = Scene()
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call())
    page.press()
    page.press("cancel")
    await idle()
    assert page.block.call.status == "cancelled"


async def test_closing_cancels_the_running_call_and_runs_no_waiting_one() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page, other = scene.page(), scene.page("https://chat.example/c/two", name="other")
    page.stream(call())
    await scene.clock.pass_()
    other.stream(call())
    await scene.parts.close()
    await scene.clock.pass_()
    assert page.block.call.status == "cancelled"
    assert other.block.call.status == "scheduled"
    assert len(scene.ran) == 1
    assert scene.box.sent == []


async def test_nothing_starts_after_closing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    await scene.parts.close()
    page.press()
    await idle()
    assert scene.ran == []
