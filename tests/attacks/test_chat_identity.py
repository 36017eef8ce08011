"""A permission of one chat is not valid in another chat, and the taint of a chat stays."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from observers.protocol import UrlChanged
from overlay.calls.approvals import Answer
from overlay.chat.idle import DEFAULT_TIMEOUTS, IdleTimeouts
from overlay.common.clock import REAL_CLOCK, Clock, VirtualClock
from overlay.policy import Policy, PolicyConfig
from overlay.policy.taint import Taints
from overlay.tools import tool
from tests.acceptance.test_switching import holds, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import WAIT
from tests.support.scene import AUTO_RETURN, SITE, PlayedPage, Scene, call, idle

__all__ = ["own_context", "pages"]

NEW, OLD = "https://chat.example/temporary", "https://chat.example/c/old"


def allowed_here(time: Clock = REAL_CLOCK) -> tuple[Scene, PlayedPage]:
    """A chat without an address in which the person allowed a tool that sends, for this chat."""
    scene = Scene({}, time=time)

    @tool(sends_out=True)
    async def post(text: str = "") -> str:
        """Sends."""
        scene.ran.append(text)
        return "posted"

    scene.registry.add(post)
    scene.person.answers += [Answer("chat"), Answer("deny"), Answer("deny")]
    return scene, scene.page(NEW)


async def post(page: PlayedPage, text: str, unit: int, **more: Any) -> None:
    page.stream(call("post", text=text), unit=unit, **more)
    page.press(block=page.blocks[-1])
    await idle()


async def test_control_a_permission_for_a_new_chat_is_valid_once_the_chat_has_its_address() -> None:
    scene, page = allowed_here()
    await post(page, "a", 1)
    page.go(OLD)
    await idle()
    await post(page, "b", 2, message="m2")
    assert scene.ran == ["a", "b"]


async def leave_by_a_link(scene: Scene, page: PlayedPage) -> None:
    page.chat.moved(UrlChanged(t="url", url=OLD, by_person=True))


async def leave_for_a_chat_that_was_on_show(scene: Scene, page: PlayedPage) -> None:
    scene.page(OLD, name="before").close()
    page.go(OLD)


async def leave_and_see_the_messages_go(scene: Scene, page: PlayedPage) -> None:
    page.document.context = ""
    page.go(OLD)
    await idle()


async def leave_after_a_second_answer(scene: Scene, page: PlayedPage) -> None:
    page.show("Once more, please.", unit=8, role="user", kind="prose", message="u2", turn=2)
    page.show("Of course.", unit=9, kind="prose", message="m9", turn=3)
    page.show("Hello", unit=7, role="user", kind="prose", message="u1", turn=0)
    page.go(OLD)


@pytest.mark.parametrize(
    "leave",
    [
        leave_by_a_link,
        leave_for_a_chat_that_was_on_show,
        leave_and_see_the_messages_go,
        leave_after_a_second_answer,
    ],
)
async def test_a_permission_for_a_chat_without_an_address_is_not_valid_in_an_old_chat(leave: Any) -> None:
    scene, page = allowed_here()
    await post(page, "a", 1)
    await leave(scene, page)
    await post(page, "b", 2, message="m2")
    assert scene.ran == ["a"]
    assert scene.person.questions[-1].conversation == "site|old"


async def test_a_permission_for_a_new_chat_is_not_valid_in_a_chat_opened_an_hour_later() -> None:
    clock = VirtualClock()
    scene, page = allowed_here(clock)
    await post(page, "a", 1)
    clock.advance_to(3600.0)
    page.go(OLD)
    await post(page, "b", 2, message="m2")
    assert scene.ran == ["a"]


async def test_a_result_under_way_waits_until_it_is_known_whose_the_address_is() -> None:
    scene = Scene(AUTO_RETURN, pace=IdleTimeouts(signed=0, unsigned=0, calm=0, lag=0, doubt=3600))
    scene.work = asyncio.Event()
    page = scene.page(NEW)
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go(OLD)
    scene.work.set()
    await idle()
    assert scene.box.sent == []
    page.close()


async def test_a_call_that_ran_before_is_not_one_of_the_old_chat() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page(NEW)
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.document.context = ""
    page.go(OLD)
    await idle()
    page.close()
    old = scene.page(OLD, name="reloaded")
    old.show(call(text="a"), live=False)
    assert old.block.call.status == "ready"


async def test_in_the_page_a_chat_that_is_opened_gets_no_result_of_one_without_an_address(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, "/new") as room:
        room.work.clear()
        await room.begin("a")
        await room.end()
        await room.running()
        await room.show("two")
        room.work.set()
        await room.settled()
        await room.page.evaluate(WAIT, 1000 * DEFAULT_TIMEOUTS.doubt + 300)
        await room.settled()
        assert await room.box.input_value() == ""
        assert room.ran == ["a"]


@pytest.mark.thorough
async def test_control_in_the_page_a_chat_that_gets_its_address_gets_its_result(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, "/new") as room:
        room.work.clear()
        await room.begin("a")
        await room.end()
        await room.running()
        await room.page.evaluate("history.pushState(null, '', '/c/fresh')")
        room.work.set()
        await holds(room, "noted a")


def tainting(taints: Taints) -> Scene:
    scene = Scene({}, policy=Policy(PolicyConfig(), taints=taints))

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
    return scene


async def offers_after_a_restart(path: Path, first: str, then: str, *, names: str = "") -> tuple[str, ...]:
    """The answers that a person may give about a tool that sends, in a later run, after one that read."""
    scene = tainting(Taints(path))
    page = scene.page(first)
    page.stream(call("look"))
    page.press()
    await idle()
    if names:
        page.go(names)
        await idle()
    await scene.parts.close()
    again = tainting(Taints(path))
    again.person.answers.append("no")
    page = again.page(then, name="again")
    page.stream(call("post"))
    page.press()
    await idle()
    return again.person.questions[0].offers


async def test_control_a_chat_that_met_nothing_may_allow_for_longer(tmp_path: Path) -> None:
    offers = await offers_after_a_restart(tmp_path / "t", "https://chat.example/c/one", OLD)
    assert "chat" in offers


@pytest.mark.parametrize("then", [NEW, "https://chat.example/"])
async def test_the_taint_of_a_chat_without_an_address_counts_after_a_restart(
    tmp_path: Path, then: str
) -> None:
    assert SITE.conversation
    assert await offers_after_a_restart(tmp_path / "t", NEW, then) == ("once", "deny")


async def test_the_taint_of_a_new_chat_moves_to_its_address(tmp_path: Path) -> None:
    assert await offers_after_a_restart(tmp_path / "t", NEW, OLD, names=OLD) == ("once", "deny")


async def test_the_taint_of_a_chat_that_got_its_address_does_not_count_in_other_new_chats(
    tmp_path: Path,
) -> None:
    assert "chat" in await offers_after_a_restart(tmp_path / "t", NEW, NEW, names=OLD)
