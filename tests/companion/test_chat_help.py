"""The panel's way out of an unknown chat, with the real page, panel and lesson."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, expect

from overlay import Companion
from overlay.calls.ledger import Ledger
from overlay.sites.learn.lesson import SENT
from overlay.sites.loader import load_profiles, own_folder
from tests.injected.pages import PageSite
from tests.sites.learn.chats import HASHED
from tests.sites.learn.user import User

TEACH = "Teach overlay this chat"
PARTS = ("p", "p", "textarea", "[data-go]")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
async def companion(context: BrowserContext) -> AsyncIterator[Companion]:
    async with PageSite() as site:
        url = site.add(HASHED)
        async with Companion(url, context=context, panel=True, ledger=Ledger(None)) as companion:
            yield companion


class Follower(User):
    """A user who reads the instructions in the panel."""

    def __init__(self, companion: Companion, user: User) -> None:
        super().__init__(user.page, user._session)  # pyright: ignore[reportPrivateUsage]
        assert companion.panel
        assert companion.panel.page
        self._panel = companion.panel.page

    async def asked_for(self, text: str) -> None:
        await expect(self._panel.locator("#unknown-said")).to_have_text(text, timeout=60_000)
        self._last = text


@pytest.mark.thorough
async def test_an_unknown_chat_is_reported_without_its_words_and_a_lesson_can_be_left(
    companion: Companion, context: BrowserContext, home: Path
) -> None:
    assert companion.panel
    panel = companion.panel.page
    assert panel
    said, teach = panel.locator("#unknown-said"), panel.get_by_role("button", name=TEACH)
    secret = "document.querySelector('#log').append(Object.assign(document.createElement('i'), {textContent: 'zzgeheim'}))"
    await companion.page.evaluate(secret)
    await panel.get_by_role("button", name="Write a report of its page").click()
    await expect(panel.locator("#said")).to_contain_text("The report is written.")
    files = await asyncio.to_thread(lambda: sorted((home / "data" / "reports").iterdir()))
    await expect(said).to_contain_text(str(files[0]))
    assert [file.suffix for file in files] == [".html", ".txt"]
    assert "zzgeheim" not in "".join(file.read_text() for file in files)
    assert "Composer_xxxxx" in files[0].read_text() or "composer" in files[0].read_text().lower()
    await companion.page.evaluate("document.querySelector('#log i').remove()")

    user = Follower(companion, User(companion.page, await context.new_cdp_session(companion.page)))
    await teach.click()
    await user.asked_for(SENT)
    await user.press("cancel")
    await expect(said).not_to_have_text(SENT)
    assert not own_folder().exists()
    await teach.click()
    await user.asked_for(SENT)
    # Overlay can be ended in the middle of a lesson.
    await companion.__aexit__(None, None, None)


@pytest.mark.thorough  # tests/sites/learn has lessons without the panel
async def test_an_unknown_chat_is_taught_from_the_panel(
    companion: Companion, context: BrowserContext
) -> None:
    assert companion.panel
    panel = companion.panel.page
    assert panel
    said, teach = panel.locator("#unknown-said"), panel.get_by_role("button", name=TEACH)
    user = Follower(companion, User(companion.page, await context.new_cdp_session(companion.page)))
    await teach.click()
    await user.follow(*PARTS)
    await expect(said).to_contain_text("Learned as 127-0-0-1", timeout=90_000)
    (file,) = await asyncio.to_thread(lambda: list(own_folder().glob("*.toml")))
    learned = load_profiles()[file.stem]
    assert learned.user == '[class*="Row_mine"]'
    assert learned.url == companion.url
    await expect(teach).not_to_have_attribute("aria-disabled", "")
