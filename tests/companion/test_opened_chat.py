from __future__ import annotations

from typing import Any

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


async def test_a_model_knows_the_tools_once_it_was_told_or_has_printed_a_call() -> None:
    told, calling = Scene(), Scene()
    chat = opened(told, told.page())
    knowledge = chat.knowledge()
    assert knowledge
    assert knowledge.tools == 1
    assert not knowledge.known
    assert not knowledge.site_known
    await chat.insert(chat.instructions())
    knowledge = chat.knowledge()
    assert knowledge
    assert knowledge.known
    page = calling.page()
    page.show(call(text="x"))
    knowledge = opened(calling, page).knowledge()
    assert knowledge
    assert knowledge.known


async def test_a_new_chat_knows_whether_its_site_was_told() -> None:
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


async def test_a_failed_insertion_does_not_count_as_telling_the_model() -> None:
    scene, sites = Scene(), InstructedSites(None)
    scene.box.fault = ComposerError("no box")
    chat = opened(scene, scene.page(), sites)
    said = await chat.insert("text")
    assert said == "They were not inserted into the chat: no box."
    assert ORIGIN not in sites


async def test_without_a_chat_nothing_is_offered_or_inserted() -> None:
    chat = opened(Scene())
    assert chat.knowledge() is None
    assert await chat.insert("text") == NO_CHAT
    assert await chat.attach("A note.") == NO_CHAT_FOR_IT


async def new_chat(
    *, before: bool = True, url: str = NEW, on: bool = True
) -> tuple[Scene, PlayedPage, AutoTell]:
    """A chat that begins while new chats get the instructions without a press."""
    scene, sites = Scene(), InstructedSites(None)
    if before:
        sites.add(ORIGIN)
    scene.config.instructions.auto = on
    auto = AutoTell(scene.parts, opened(scene, sites=sites))
    return scene, scene.page(url), auto


async def test_a_new_chat_of_a_told_site_is_told_once_without_a_press_and_nothing_is_sent() -> None:
    scene, _, auto = await new_chat()
    for _ in range(3):
        scene.events.publish(ChatsChanged())
        await idle()
    assert scene.box.text.count("## note") == 1
    assert scene.box.sent == []
    await auto.close()


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"before": False}, ""),  # of a site that was never told
    ({"url": f"{ORIGIN}/c/old"}, ""),  # an old chat
    ({}, "Hello."),  # a chat with messages
]
"""Chats that are not new: how they differ, and what they show."""


async def test_no_other_chat_is_told_without_a_press() -> None:
    texts: list[str] = []
    for more, shown in OTHERS:
        scene, page, auto = await new_chat(**more)
        if shown:
            page.show(shown)
        scene.events.publish(ChatsChanged())
        await idle()
        texts.append(scene.box.text)
        await auto.close()
    assert texts == [""] * 3


async def test_without_automatic_instructions_only_a_new_chat_is_offered_them_until_its_first_message() -> (
    None
):
    scene, page, auto = await new_chat(on=False)
    scene.events.publish(ChatsChanged())
    await idle()
    assert auto.offers(page.chat)
    page.show("Hello.")
    assert not auto.offers(page.chat)
    assert scene.box.text == ""
    await auto.close()
    for more, _ in OTHERS[:2]:
        scene, page, auto = await new_chat(on=False, **more)
        scene.events.publish(ChatsChanged())
        await idle()
        assert not auto.offers(page.chat)
        await auto.close()


def again_of(page: PlayedPage, chat: OpenedChat) -> str:
    """The reason to send the instructions again, after what the page has shown."""
    knowledge = chat.knowledge()
    assert knowledge
    return knowledge.outdated


UNREADABLE = [
    'tool note text="x" {"tool_name": "note", "input": 1',
    "note({text})",
    "[note] text=1",
    "<note text='1'/>",
]


async def after(text: str, *, told: bool = True) -> str:
    """The reason to send the instructions again after an answer without a call."""
    page = (scene := Scene()).page()
    chat = opened(scene, page)
    if told:
        await chat.insert("text")
    page.stream(text, language="")
    await idle()
    assert not page.blocks
    return again_of(page, chat)


async def test_a_call_that_no_format_reads_offers_to_tell_a_told_model_again() -> None:
    reasons = {text: await after(text) for text in UNREADABLE}
    assert [text for text, why in reasons.items() if "names note as a call would" not in why] == []
    assert await after("I take note of that; note: it is late.") == ""
    assert await after("note({text})", told=False) == ""


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


async def test_a_model_that_stopped_calling_is_offered_the_text_again() -> None:
    assert again_of(*await answers(WITHOUT - 1)) == ""
    assert "contain no call" in again_of(*await answers(WITHOUT))
    assert again_of(*await answers(WITHOUT, called=False)) == ""


async def test_an_offer_ends_once_the_model_was_told_again_or_calls() -> None:
    page, chat = await answers(WITHOUT)
    await chat.insert("text")
    assert again_of(page, chat) == ""
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


async def test_a_chat_counts_as_one_that_met_private_data_when_a_servers_text_was_or_was_not_inserted() -> (
    None
):
    sends = ToolDefinition("mail", hints=ToolHints(sends_out=True))
    for fault in (None, ComposerError("the box is gone")):
        scene = Scene()
        scene.box.fault = fault
        page = scene.page()
        before = scene.policy.press(sends, {}, page.chat.place)
        said = await opened(scene, page).attach("A note.")
        after = scene.policy.press(sends, {}, page.chat.place)
        assert before.request
        assert after.request
        assert "tool" in before.request.offers
        assert after.request.offers == ("once", "deny")
        assert said == ("It was not inserted into the chat: the box is gone." if fault else INSERTED)
