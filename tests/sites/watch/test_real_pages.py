"""The pages of real sites without any profile: understood after one turn, and automatic after one yes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, expect

from tests.companion.test_watched_chats import FOUND, watched
from tests.sites.real.real_page import CALL
from tests.sites.watch.played import PAGES, PlayedPage
from tests.support.effort import corners

MESSAGE, END = "Write ten lines about the sea", "Line 4"
ADDRESS = "https://chat.example/c/0123abcd-0123-0123-0123-0123456789ab"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", corners(PAGES, "claude-2026-09"))
async def test_a_real_page_without_a_profile_runs_calls_automatically_after_one_turn_and_one_yes(
    context: BrowserContext, name: str
) -> None:
    played = PlayedPage(name, {"look": CALL}, at=ADDRESS)
    await played.serve(context)
    async with watched(context, ADDRESS) as here:
        page = here.companion.page
        await played.ask(page, MESSAGE, by_key=False)
        await here.shows(FOUND)
        await here.press("Right")
        await expect(here.panel.locator("#found-offer")).to_be_hidden()
        profile = await here.profile()
        mine = await page.locator(profile.user).all_inner_texts()
        answers = await page.locator(profile.assistant).all_inner_texts()
        assert [MESSAGE in text for text in mine][-1]
        assert [END in text for text in answers][-1]
        assert not any(END in text for text in mine)
        assert not any(MESSAGE in text for text in answers)
        await played.ask(page, "Please look at a zebra", by_key=True)
        await here.ran(1)
