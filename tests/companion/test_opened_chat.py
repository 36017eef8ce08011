from __future__ import annotations

from typing import Any

import pytest

from overlay.calls.events import ChatsChanged
from overlay.chat.composer.composer import ComposerError
from overlay.chat.result_inserter import INSERTED
from overlay.companion.auto_tell import AutoTell
from overlay.companion.format_watch import WITHOUT
from overlay.companion.instructed_sites import InstructedSites
from overlay.companion.opened_chat import NO_CHAT, NO_CHAT_FOR_IT, OpenedChat
from overlay.detection import detect
from overlay.tools import ToolDefinition, ToolHints
from tests.support.scene import PlayedPage, Scene, call, idle

ORIGIN = "https://chat.example"
NEW = f"{ORIGIN}/"


def opened(scene: Scene, page: PlayedPage | None = None, sites: InstructedSites | None = None) -> OpenedChat:
    shown = page.document.page if page else None
    return OpenedChat(scene.parts, lambda: shown, sites or InstructedSites(None), scene.config.instructions)


async def test_a_chat_that_was_told_is_known_as_told() -> None:
    scene = Scene()
    chat = opened(scene, scene.page())
    await chat.insert(chat.instructions())
    knowledge = chat.knowledge()
    assert knowledge
    assert knowledge.known


async def test_a_new_chat_was_not_told() -> None:
    scene = Scene()
    knowledge = opened(scene, scene.page()).knowledge()
    assert knowledge
    assert knowledge.tools == 1
    assert not knowledge.known
    assert not knowledge.site_known


async def test_a_model_that_has_printed_calls_knows_the_tools() -> None:
    scene = Scene()
    page = scene.page()
    page.show(call(text="x"))
    knowledge = opened(scene, page).knowledge()
    assert knowledge
    assert knowledge.known


async def test_a_chat_of_a_site_that_was_told_is_known_as_such() -> None:
    scene, sites = Scene(), InstructedSites(None)
    chat = opened(scene, scene.page(), sites)
    await chat.insert(chat.instructions())
    other = Scene()
    other.page(f"{ORIGIN}/c/two")
    again = opened(other, sites=sites)
    knowledge = again.knowledge()
    assert knowledge
    assert not knowledge.known
    assert knowledge.site_known


async def test_an_insertion_that_failed_tells_no_one() -> None:
    scene, sites = Scene(), InstructedSites(None)
    scene.box.fault = ComposerError("no box")
    chat = opened(scene, scene.page(), sites)
    said = await chat.insert("text")
    assert said == "They were not inserted into the chat: no box."
    assert ORIGIN not in sites


async def test_without_a_chat_nothing_is_offered() -> None:
    chat = opened(Scene())
    assert chat.knowledge() is None
    assert await chat.insert("text") == NO_CHAT


async def new_chat(
    *, before: bool = True, url: str = NEW, on: bool = True
) -> tuple[Scene, PlayedPage, AutoTell]:
    """A chat that begins while new chats are told without a press."""
    scene, sites = Scene(), InstructedSites(None)
    if before:
        sites.add(ORIGIN)
    scene.config.instructions.auto = on
    auto = AutoTell(scene.parts, opened(scene, sites=sites))
    return scene, scene.page(url), auto


async def test_a_new_chat_of_a_told_site_is_told_without_a_press_and_nothing_is_sent() -> None:
    scene, _, auto = await new_chat()
    scene.events.publish(ChatsChanged())
    await idle()
    assert "## note" in scene.box.text
    assert scene.box.sent == []
    await auto.close()


async def test_it_is_told_once() -> None:
    scene, _, auto = await new_chat()
    for _ in range(3):
        scene.events.publish(ChatsChanged())
        await idle()
    assert scene.box.text.count("## note") == 1
    await auto.close()


async def test_a_site_that_was_never_told_is_not_told_without_a_press() -> None:
    scene, _, auto = await new_chat(before=False)
    scene.events.publish(ChatsChanged())
    await idle()
    assert scene.box.text == ""
    await auto.close()


async def test_an_old_chat_is_not_told_without_a_press() -> None:
    scene, _, auto = await new_chat(url=f"{ORIGIN}/c/old")
    scene.events.publish(ChatsChanged())
    await idle()
    assert scene.box.text == ""
    await auto.close()


async def test_a_chat_with_messages_is_not_told_without_a_press() -> None:
    scene, page, auto = await new_chat()
    page.show("Hello.")
    scene.events.publish(ChatsChanged())
    await idle()
    assert scene.box.text == ""
    await auto.close()


async def test_if_that_is_off_the_new_chat_is_offered_it_and_nothing_is_inserted() -> None:
    scene, page, auto = await new_chat(on=False)
    scene.events.publish(ChatsChanged())
    await idle()
    assert auto.offers(page.chat)
    assert scene.box.text == ""
    await auto.close()


@pytest.mark.parametrize("more", [{"before": False}, {"url": f"{ORIGIN}/c/old"}])
async def test_any_other_chat_is_offered_nothing(more: dict[str, Any]) -> None:
    scene, page, auto = await new_chat(on=False, **more)
    scene.events.publish(ChatsChanged())
    await idle()
    assert not auto.offers(page.chat)
    await auto.close()


async def test_the_offer_ends_with_the_first_message() -> None:
    scene, page, auto = await new_chat(on=False)
    scene.events.publish(ChatsChanged())
    await idle()
    page.show("Hello.")
    assert not auto.offers(page.chat)
    await auto.close()


def again_of(page: PlayedPage, chat: OpenedChat) -> str:
    """The reason to tell the model again, after what the page has shown."""
    knowledge = chat.knowledge()
    assert knowledge
    return knowledge.outdated


UNREADABLE = [
    'tool note text="x" {"tool_name": "note", "input": 1',
    "note({text})",
    "[note] text=1",
    "<note text='1'/>",
]


@pytest.mark.parametrize("text", UNREADABLE)
async def test_a_call_that_no_format_reads_offers_to_tell_the_model_again(text: str) -> None:
    page = (scene := Scene()).page()
    chat = opened(scene, page)
    await chat.insert("text")
    page.stream(text, language="")
    await idle()
    assert not page.blocks
    assert "names note as a call would" in again_of(page, chat)


async def test_a_name_in_prose_offers_nothing() -> None:
    page = (scene := Scene()).page()
    chat = opened(scene, page)
    await chat.insert("text")
    page.stream("I take note of that; note: it is late.", language="")
    await idle()
    assert again_of(page, chat) == ""


async def test_a_model_that_was_never_told_is_not_told_again() -> None:
    page = (scene := Scene()).page()
    chat = opened(scene, page)
    page.stream("note({text})", language="")
    await idle()
    assert again_of(page, chat) == ""


async def answers(count: int, *, called: bool = True) -> tuple[PlayedPage, OpenedChat]:
    """A chat with a call and then `count` answers without one."""
    page = (scene := Scene()).page()
    chat = opened(scene, page)
    if called:
        page.stream(call(text="x"))
    for at in range(2, count + 2):
        page.stream("Nothing to call.", unit=at, message=f"m{at}", turn=at)
    await idle()
    return page, chat


@pytest.mark.parametrize(("count", "offered"), [(WITHOUT - 1, False), (WITHOUT, True)])
async def test_a_model_that_stopped_calling_is_offered_the_text_again(count: int, offered: bool) -> None:
    assert ("contain no call" in again_of(*await answers(count))) is offered


async def test_a_model_that_never_called_has_not_stopped() -> None:
    assert again_of(*await answers(WITHOUT, called=False)) == ""


async def test_once_told_again_the_offer_is_gone() -> None:
    page, chat = await answers(WITHOUT)
    await chat.insert("text")
    assert again_of(page, chat) == ""


async def test_the_next_call_takes_the_offer_back() -> None:
    page, chat = await answers(WITHOUT)
    page.stream(call(call_id="2", text="y"), unit=99, message="m99", turn=99)
    await idle()
    assert again_of(page, chat) == ""


async def test_a_servers_text_is_inserted_without_its_calls_and_tells_the_model_of_no_tools() -> None:
    scene = Scene()
    chat = opened(scene, scene.page())
    said = await chat.attach(f"Read this:\n{call(text='x')}")
    knowledge = chat.knowledge()
    assert knowledge
    assert said == INSERTED
    assert detect(scene.box.text) == []
    assert not knowledge.known


async def test_a_long_text_of_a_server_is_cut_as_a_result_is() -> None:
    scene = Scene({"returns": {"max_chars": 200}})
    await opened(scene, scene.page()).attach("x" * 1_000)
    assert "left out 800 of 1,000 characters" in scene.box.text


async def test_a_chat_that_got_a_servers_text_counts_as_one_that_met_private_and_foreign_data() -> None:
    scene = Scene()
    page = scene.page()
    sends = ToolDefinition("mail", hints=ToolHints(sends_out=True))
    before = scene.policy.press(sends, {}, page.chat.place)
    await opened(scene, page).attach("A note.")
    after = scene.policy.press(sends, {}, page.chat.place)
    assert before.request
    assert after.request
    assert "tool" in before.request.offers
    assert after.request.offers == ("once", "deny")


async def test_a_chat_that_did_not_get_the_text_in_the_end_counts_as_one_that_met_it() -> None:
    scene = Scene()
    scene.box.fault = ComposerError("the box is gone")
    page = scene.page()
    assert (
        await opened(scene, page).attach("A note.") == "It was not inserted into the chat: the box is gone."
    )
    sends = ToolDefinition("mail", hints=ToolHints(sends_out=True))
    assert scene.policy.press(sends, {}, page.chat.place).request.offers == ("once", "deny")  # type: ignore[union-attr]


async def test_without_a_chat_a_servers_text_goes_nowhere() -> None:
    assert await opened(Scene()).attach("A note.") == NO_CHAT_FOR_IT
