"""Calls that are seen again: in another tab, after a reload, in a chat that gets its address."""

from __future__ import annotations

import asyncio

from overlay.calls.approvals import Answer
from overlay.sites.loader import SiteProfile
from overlay.tools import tool
from tests.support.scene import AUTO, AUTO_RETURN, URL, Person, Scene, call, idle


async def test_a_call_in_two_tabs_runs_once() -> None:
    scene = Scene()
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call(text="a"))
    second.show(call(text="a"), live=False)
    first.press()
    second.press()
    await idle()
    assert scene.ran == ["a"]
    assert [first.block.call.status, second.block.call.status] == ["done", "done"]

    scene = Scene(AUTO)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call(text="a"))
    second.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert second.block.call.status == "done"


async def test_a_touch_in_the_second_tab_stops_the_countdown_in_both() -> None:
    scene = Scene(AUTO)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call())
    second.stream(call())
    second.press("touch")
    await scene.clock.pass_()
    assert first.block.call.status == "ready"
    assert second.block.call.status == "ready"
    assert scene.ran == []


async def test_an_equal_call_in_another_conversation_is_another_call() -> None:
    scene = Scene(AUTO)
    scene.page(URL, name="a").stream(call(text="a"))
    scene.page("https://chat.example/c/two", name="b").stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_a_call_keeps_its_past_when_its_new_chat_gets_an_address() -> None:
    scene = Scene(AUTO)
    page = scene.page("https://chat.example/")
    page.stream(call(text="a"), message="")
    await scene.clock.pass_()
    page.go("https://chat.example/c/new")
    page.close()
    again = scene.page("https://chat.example/c/new", name="reloaded")
    again.show(call(text="a"), live=False, message="")
    await scene.clock.pass_()
    assert again.block.call.status == "done"
    assert scene.ran == ["a"]


async def test_a_second_new_chat_in_the_same_document_knows_nothing_of_the_first() -> None:
    scene = Scene(AUTO)
    page = scene.page("https://chat.example/")
    page.stream(call(text="a"), message="")
    await scene.clock.pass_()
    page.remove(1)
    page.stream(call(text="a"), unit=2, message="")
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_a_reload_during_a_run_shows_the_run_and_then_its_end() -> None:
    scene = Scene(AUTO)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="slow"))
    await scene.clock.pass_()
    page.close()
    again = scene.page(name="reloaded")
    again.show(call(text="slow"), live=False)
    assert again.block.call.status == "running"
    scene.work.set()
    await idle()
    assert again.block.call.status == "done"
    assert scene.ran == ["slow"]


async def test_the_result_of_a_call_that_was_away_at_its_end_goes_back_when_it_returns() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="slow"))
    await scene.clock.pass_()
    page.remove(1)
    scene.work.set()
    await idle()
    page.show(call(text="slow"), unit=2)
    await idle()
    assert len(scene.box.sent) == 1


async def test_a_call_that_ran_in_a_new_chat_counts_after_the_chat_got_its_address() -> None:
    scene = Scene({}, Person(Answer("tool"), "no"))

    @tool(private=True, untrusted=True)
    async def look() -> str:
        """Reads what is private and what others wrote."""
        return ""

    @tool(sends_out=True)
    async def post() -> str:
        """Sends."""
        scene.ran.append("posted")
        return ""

    scene.registry.add(look)
    scene.registry.add(post)
    page = scene.page("https://chat.example/")
    for unit, name in enumerate(("post", "look"), 1):
        page.stream(call(name), unit=unit, message=f"m{unit}")
        page.press(block=page.blocks[-1])
        await idle()
    page.go("https://chat.example/c/new")
    page.stream(call("post", call_id="2"), unit=3, message="m3")
    page.press(block=page.blocks[-1])
    await idle()
    assert [question.offers[:2] for question in scene.person.questions] == [
        ("once", "chat"),
        ("once", "deny"),
    ]
    assert scene.ran == ["posted"]


async def test_a_call_that_ran_in_a_chat_without_an_address_counts_after_a_reload() -> None:
    scene = Scene({}, Person(None))

    @tool(private=True, untrusted=True)
    async def look() -> str:
        """Reads what is private and what others wrote."""
        return ""

    @tool(sends_out=True)
    async def post() -> str:
        """Sends."""
        return ""

    scene.registry.add(look)
    scene.registry.add(post)
    site = SiteProfile(name="generic", title="Any", streaming=".stop", conversation=r"/c/(\w+)")
    for name in ("look", "post"):
        page = scene.page("https://chat.example/odd", site=site, name=name)
        page.stream(call(name))
        page.press()
        await idle()
        page.close()
    (question,) = scene.person.questions
    assert question.offers == ("once", "deny")
