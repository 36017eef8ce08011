"""overlay proposes a profile for a chat after one turn, and uses it after the user's yes in the panel."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from overlay import Companion
from overlay.calls.events import ChatsChanged
from overlay.calls.ledger import Ledger
from overlay.companion.watched_chats import OTHER, WITHDRAWN
from overlay.companion.wiring import Runtime
from overlay.sites.loader import load_profiles, own_folder, profile_text
from overlay.sites.profile import SiteProfile
from overlay.sites.seen_whole import SeenWhole, default_file
from overlay.tools import tool
from tests.injected.pages import PageSite
from tests.sites.learn.chats import HASHED
from tests.sites.real.real_page import CALL, until
from tests.sites.watch.played import PlayedPage

AUTO: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "fail_open": 20}
FOUND = "overlay found your messages and the answers."
CHANGED = "This site has changed. overlay found again what it missed."
NAMED = "/chat/3f2504e0-4f89-41d3-9a0c-0305e82c3301"
OLD = """title = "ChatGPT"
url = "https://chatgpt.com/"
hosts = ["chatgpt.com"]
user = '[data-message-author-role="user"]'
assistant = '[data-message-author-role="assistant"]'
streaming = '[data-testid="stop-button"]'
composer = "#prompt-textarea"
send = 'button[data-testid="send-button"]'
conversation = '/c/([0-9a-f-]{36})'
"""


PLACES = """() => {
    const box = document.querySelector("textarea");
    window.places = new Set();
    const look = () => { places.add(box.getBoundingClientRect().y); };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
    look();
}"""
"""Keeps each place of the message box after a change of the page."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    return tmp_path


@dataclass
class Watched:
    """A companion on a chat, its panel, and the calls that ran."""

    companion: Companion
    panel: Page
    runs: list[str]

    async def ask(self, text: str) -> None:
        """Write a message with the keyboard and send it."""
        await self.companion.page.locator("textarea").click()
        await self.companion.page.keyboard.type(text)
        await self.companion.page.locator("[data-go]").click()

    async def shows(self, text: str) -> None:
        await expect(self.panel.locator("#found-title")).to_have_text(text, timeout=60_000)

    async def press(self, name: str) -> None:
        button = self.panel.get_by_role("button", name=name, exact=True)
        await expect(button).not_to_have_attribute("aria-disabled", "true")
        await button.click()

    async def profile(self) -> SiteProfile:
        """Wait until the chat is read with a profile that was found by watching, and return it."""

        def found() -> list[SiteProfile]:
            return [chat.profile for chat in self.companion.parts.chats if chat.profile.learned]

        await until(self.panel, lambda: _known(bool(found())))
        return found()[0]

    async def ran(self, count: int) -> None:
        await until(self.panel, lambda: _known(len(self.runs) >= count))


async def _shows_a_block(companion: Companion) -> bool:
    return bool(await companion.blocks())


async def _known(holds: bool) -> bool:
    return holds


@asynccontextmanager
async def watched(
    context: BrowserContext, url: str, less_on: list[list[str]] | None = None
) -> AsyncGenerator[Watched]:
    """Open a chat. `less_on` are the recordings on which each proposed profile in turn finds less."""
    runs: list[str] = []

    @tool(read_only=True)
    def look(zebra: str = "") -> str:
        """Look at a zebra."""
        runs.append(zebra)
        return "seen"

    async def tries(old: SiteProfile, new: SiteProfile) -> list[str]:
        assert old.name == new.name
        return less_on.pop(0) if less_on else []

    async with Companion(
        url,
        context=context,
        panel=True,
        ledger=Ledger(None),
        tools=[look],
        config=AUTO,
        runtime=Runtime(try_profile=tries),
    ) as companion:
        assert companion.panel
        assert companion.panel.page
        yield Watched(companion, companion.panel.page, runs)


@pytest.mark.thorough  # On a very busy machine the message box still moves while overlay draws the page again.
async def test_an_unknown_chat_is_understood_after_one_turn_and_runs_calls_after_the_yes(
    context: BrowserContext,
) -> None:
    async with PageSite() as pages:
        pages.add(HASHED, path=NAMED)
        async with watched(context, pages.add(HASHED)) as here:
            await here.ask("Write ten lines")
            await here.shows(FOUND)
            await here.ask("Use a tool")
            await expect(here.panel.get_by_role("button", name="Execute look")).to_be_visible(timeout=60_000)
            await here.shows(FOUND)
            assert here.runs == []  # who wrote the call is not known yet
            assert not list(own_folder().glob("*.toml"))
            await here.press("Show the outlines")
            await here.companion.page.evaluate(PLACES)
            await here.press("Right")
            await here.profile()
            await until(here.panel, lambda: _shows_a_block(here.companion))
            # A click on a box that moved away would be lost: overlay reads and draws the whole page again.
            assert await here.companion.page.evaluate("places.size") == 1
            [file] = own_folder().glob("*.toml")
            profile = load_profiles()[file.stem]
            assert profile.learned == "watched"
            assert profile.user == '[class*="Row_mine"]'
            assert profile.assistant == '[class*="Row_reply"]'
            assert profile.streaming == '[class*="Composer_stop"]'
            await here.ask("Use a tool, please")
            await here.ran(1)
            await here.companion.page.reload()
            await here.companion.page.locator("textarea").wait_for()
            await here.ask("Use a tool again")
            await here.ran(2)


async def test_a_changed_site_is_mended_by_one_yes(context: BrowserContext) -> None:
    own_folder().mkdir(parents=True)
    file = own_folder() / "chatgpt.toml"
    file.write_text(OLD)
    played = PlayedPage("chatgpt-2026-09", {"look": CALL})
    await played.serve(context)
    async with watched(context, played.url, [["all/chatgpt-1"]]) as here:
        page = here.companion.page
        assert here.companion.profile.source == str(file)
        await played.ask(page, "Write ten lines about the sea", by_key=False)
        await here.shows(CHANGED)
        await expect(here.panel.locator("#found-changes")).to_contain_text(
            'user: [data-message-author-role="user"] → [data-chatgpt-search-unit-key$=":user"]'
        )
        await here.press("Right")
        await expect(here.panel.get_by_text("finds less in the recording all/chatgpt-1")).to_be_visible()
        assert file.read_text() == OLD
        await here.press("Right")
        await here.profile()
        await played.ask(page, "Please look at a zebra", by_key=False)
        await here.ran(1)
    assert load_profiles()["chatgpt"].selectors("user") == (
        '[data-chatgpt-search-unit-key$=":user"]',
        '[data-message-author-role="user"]',
    )


@pytest.mark.thorough
async def test_a_send_button_that_the_profile_misses_is_told_and_found_again(context: BrowserContext) -> None:
    own_folder().mkdir(parents=True)
    known = profile_text("chatgpt")
    (own_folder() / "chatgpt.toml").write_text(re.sub(r"(?m)^send = .*$", 'send = "#old-send"', known))
    played = PlayedPage("chatgpt-2026-09", {})
    await played.serve(context)
    async with watched(context, played.url) as here:
        await played.ask(here.companion.page, "Write ten lines about the sea", by_key=False)
        await here.shows(CHANGED)
        await expect(here.panel.locator("#found-changes")).to_have_text(
            re.compile("^send: #old-send → [^:]+$")
        )


@pytest.mark.thorough
async def test_a_known_site_without_a_fault_is_noted_and_nothing_is_offered(context: BrowserContext) -> None:
    played = PlayedPage("chatgpt-2026-09", {})
    await played.serve(context)
    async with watched(context, played.url) as here:
        await played.ask(here.companion.page, "Write ten lines about the sea", by_key=False)
        await until(here.panel, lambda: _known(bool(SeenWhole(default_file()).day("chatgpt"))))
        await expect(here.panel.locator("#unknown")).to_be_hidden()


async def test_a_second_turn_that_contradicts_the_first_withdraws_the_proposal_with_a_word(
    context: BrowserContext,
) -> None:
    swaps = HASHED.replace(
        'made(`<div data-id="msg-0u3e7d', 'made(turns > 1 ? REPLY : `<div data-id="msg-0u3e7d'
    )
    swaps = swaps.replace(
        "let turns = 0;",
        "let turns = 0; const REPLY = `<div><div class=Row_reply__u7I8o><p slot></p></div></div>`;",
    )
    assert swaps.count("REPLY") == 2
    async with PageSite() as pages, watched(context, pages.add(swaps)) as here:
        await here.ask("Write ten lines")
        await here.shows(FOUND)
        await here.ask("Write ten more lines")
        await here.shows(WITHDRAWN)
        await expect(here.panel.get_by_role("button", name="Right", exact=True)).to_be_hidden()
        assert not list(own_folder().glob("*.toml"))


@pytest.mark.thorough
async def test_a_finding_after_the_users_look_is_outlined_before_it_is_saved(
    context: BrowserContext,
) -> None:
    """The user's second message has one name less than the first."""
    first = '<div ${turns > 1 ? "" : "data-role=user"} class="Row_mine'
    changes = HASHED.replace('<div class="Row_mine', first, 1)
    assert changes != HASHED
    async with PageSite() as pages, watched(context, pages.add(changes)) as here:
        await here.ask("Write ten lines")
        await here.shows(FOUND)
        await here.press("Show the outlines")
        turns: list[ChatsChanged] = []
        here.companion.parts.events.subscribe(ChatsChanged, turns.append)
        await here.ask("Write ten more lines")
        await until(here.panel, lambda: _known(bool(turns)))
        await here.press("Right")
        await expect(here.panel.get_by_text(OTHER)).to_be_visible()
        assert not list(own_folder().glob("*.toml"))
        await here.press("Right")
        await here.profile()
