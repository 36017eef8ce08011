"""Which calls one press may run together."""

from __future__ import annotations

from overlay.chat.view import block_view
from overlay.tools import tool
from tests.support.scene import PlayedPage, Scene, call, idle


@tool(destructive=True)
def wipe(path: str = "") -> str:
    """Delete a file."""
    return "gone"


def offered(page: PlayedPage) -> list[bool]:
    return [block_view(block).together is True for block in page.blocks]


async def test_calls_that_need_no_question_may_run_together() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a") + call("note", "2", text="b"))
    await idle()
    assert offered(page) == [True, True]


async def test_a_press_for_several_calls_runs_each_of_them() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a") + call("note", "2", text="b"))
    await idle()
    for block in page.blocks:
        page.press("together", block)
    await idle()
    assert [block.call.status for block in page.blocks] == ["done", "done"]


async def test_a_dangerous_call_runs_with_no_other() -> None:
    scene = Scene()
    scene.registry.add(wipe)
    page = scene.page()
    page.stream(call(text="a") + call("wipe", "2", path="b"))
    await idle()
    assert offered(page) == [True, False]


async def test_a_forged_press_for_several_calls_asks_nothing_and_runs_no_dangerous_call() -> None:
    scene = Scene()
    scene.registry.add(wipe)
    page = scene.page()
    page.stream(call("wipe", "2", path="b"))
    await idle()
    page.press("together")
    await idle()
    assert page.block.call.status == "ready"
    assert not page.block.call.awaiting_approval
    assert "its own button" in page.block.call.note


async def test_a_call_that_was_there_before_runs_with_no_other() -> None:
    scene = Scene()
    page = scene.page()
    page.show(call(text="a"))
    await idle()
    assert offered(page) == [False]
