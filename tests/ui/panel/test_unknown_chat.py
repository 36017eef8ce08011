from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.ui.chat_state import UnknownChat
from overlay.ui.panel.unknown_chat import UnknownChatSection
from tests.ui.panel.room import Room, room

HELD = """() => void (globalThis.held = new Promise((go) => {
    const [offer, right] = ["found-offer", "right"].map((id) => document.getElementById(id));
    new MutationObserver(() => offer.hidden || go(right.getAttribute("aria-disabled")))
        .observe(document.getElementById("found"), { subtree: true, attributes: true });
}))"""
"""Notes whether the button can be pressed when it appears."""


@dataclass
class PlayedHelp:
    """The panel's actions for an unknown chat, and a record of those that were asked for."""

    shown: UnknownChat = field(default_factory=lambda: UnknownChat(shown=True))
    asked: asyncio.Queue[str] = field(default_factory=asyncio.Queue[str])

    def unknown(self) -> UnknownChat:
        return self.shown

    def learn(self) -> str:
        self.asked.put_nowait("learn")
        return "Go on in the chat."

    async def report(self) -> str:
        self.asked.put_nowait("report")
        return "Written: /x/report.html"

    async def look(self) -> str:
        self.asked.put_nowait("look")
        return ""

    async def accept(self) -> str:
        self.asked.put_nowait("right")
        return "Saved."


@pytest.fixture
async def here(context: BrowserContext) -> AsyncIterator[tuple[Room, PlayedHelp]]:
    help_ = PlayedHelp()
    async with room(context) as here:
        here.panel.add(UnknownChatSection(help_))
        here.panel.changed()
        yield here, help_


@pytest.mark.thorough
async def test_a_chat_that_overlay_knows_shows_nothing(context: BrowserContext) -> None:
    async with room(context) as here:
        here.panel.add(UnknownChatSection(PlayedHelp(UnknownChat(shown=False))))
        here.panel.changed()
        await expect(here.page.get_by_role("heading", name="Calls")).to_be_visible()
        await expect(here.button("Teach overlay this chat")).to_be_hidden()


async def test_an_unknown_chat_says_why_calls_wait_and_can_be_taught(here: tuple[Room, PlayedHelp]) -> None:
    room_, help_ = here
    await expect(room_.page.get_by_text("each call waits for your click")).to_be_visible()
    await room_.button("Teach overlay this chat").click()
    assert await help_.asked.get() == "learn"
    await expect(room_.page.get_by_text("Go on in the chat.")).to_be_visible()


async def test_a_report_is_written_by_its_button(here: tuple[Room, PlayedHelp]) -> None:
    room_, help_ = here
    await room_.button("Write a report of its page").click()
    assert await help_.asked.get() == "report"
    await expect(room_.page.get_by_text("Written: /x/report.html")).to_be_visible()


@pytest.mark.thorough
async def test_the_step_of_the_teaching_is_shown_as_text(here: tuple[Room, PlayedHelp]) -> None:
    room_, help_ = here
    help_.shown = UnknownChat(shown=True, said="Click <b>the</b> answer.", busy=True)
    room_.panel.changed()
    await expect(room_.page.get_by_text("Click <b>the</b> answer.")).to_be_visible()
    await expect(room_.button("Teach overlay this chat")).to_have_attribute("aria-disabled", "")


async def test_a_press_by_a_script_begins_nothing(here: tuple[Room, PlayedHelp]) -> None:
    room_, help_ = here
    await room_.page.evaluate("document.getElementById('learn').click()")
    await room_.button("Write a report of its page").click()
    assert await help_.asked.get() == "report"


async def test_the_panel_shows_selectors_found_in_a_chat_with_their_changes_and_two_buttons(
    here: tuple[Room, PlayedHelp],
) -> None:
    room, help_ = here
    found = room.page.locator("#found")
    await expect(found).to_be_hidden()
    await room.page.evaluate(HELD)
    help_.shown = UnknownChat(
        shown=True, found="overlay found it.", offered=True, differences=("user: .a → .b",)
    )
    room.panel.changed()
    await expect(found).to_contain_text("user: .a → .b")
    await expect(room.page.get_by_role("heading", name="overlay does not know this chat")).to_be_hidden()
    assert await room.page.evaluate("globalThis.held") == "true"  # nobody has read it yet
    await room.button("Show the outlines").click()
    assert await asyncio.wait_for(help_.asked.get(), 60) == "look"
    await expect(room.button("Right")).not_to_have_attribute("aria-disabled", "true")
    await room.button("Right").click()
    assert await asyncio.wait_for(help_.asked.get(), 60) == "right"
    help_.shown = UnknownChat(shown=True, found="It was withdrawn.")
    room.panel.changed()
    await expect(found).to_have_text("It was withdrawn.", use_inner_text=True)
