"""Block and panel speak the user's language in every state, and have room for its words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Frame, Page

from observers.cdp import call as cdp
from overlay.capture.report.build import write
from overlay.common.language import LANGUAGES, translate, use
from overlay.companion.config import Config
from overlay.companion.run_settings import show_settings
from overlay.sites.learn import lesson
from overlay.sites.learn.guide import guided
from overlay.ui.settings import Settings, SettingsFile
from tests.acceptance.states import STATES
from tests.acceptance.test_states import faults_of, narrow, shown
from tests.capture.check.verdicts import broken, different, same
from tests.house.words import read
from tests.injected.pages import PageSite
from tests.support.effort import corners
from tests.support.scene import call
from tests.ui.panel.room import question, room

OTHERS = [code for code in LANGUAGES if code != "en"]
WORDS = """() => [...document.querySelectorAll("body *")]
    .filter((one) => one.getClientRects().length)
    .flatMap((one) => [one.getAttribute("aria-label"), one.getAttribute("placeholder"),
        ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)])
    .filter(Boolean).map((text) => text.trim())"""


@pytest.fixture(params=corners(OTHERS, "de"))
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use("en")


async def english_in(page: Page | Frame, code: str) -> list[str]:
    """Return overlay's words on the page that are still English."""
    english = {str(one.id).strip() for one in read(code) if one.id and one.id != one.string}
    words: list[str] = await page.evaluate(WORDS)
    # The states are the texts of the results that are drawn.
    return [text for text in words if text in english and text not in STATES]


@pytest.mark.thorough
async def test_a_block_speaks_the_users_language_and_has_room_for_it_in_every_state(
    context: BrowserContext, pages: PageSite, language: str
) -> None:
    async with shown(context, pages) as block:
        await narrow(block, 272)
        found: dict[str, list[str]] = {}
        for name in STATES:
            found[name] = [*await faults_of(block, name), *await english_in(block.frame, language)]
        assert {name: faults for name, faults in found.items() if faults} == {}
        assert await block.frame.evaluate("document.documentElement.lang") == language


async def test_the_panel_speaks_the_users_language(
    context: BrowserContext, language: str, tmp_path: Path
) -> None:
    async with room(context) as opened:
        show_settings(opened.panel, Config(), SettingsFile(tmp_path / "settings.toml"), Settings(), {})
        page = opened.scene.page()
        page.stream(call(text="https://a.test/"))
        page.press()
        asked = asyncio.ensure_future(opened.prompts(question()))
        await opened.page.get_by_role("article").wait_for()
        await opened.page.locator("button.show").first.click()
        await opened.page.locator("button.review").first.click()
        await opened.page.locator("button.send").wait_for()
        assert await english_in(opened.page, language) == []
        assert await opened.page.evaluate("document.documentElement.lang") == language
        asked.cancel()


@pytest.mark.thorough
async def test_the_report_of_a_check_speaks_the_users_language(
    page: Page, language: str, tmp_path: Path
) -> None:
    write(tmp_path / "report.html", [same(), different(), broken()], 3.5)
    await page.goto((tmp_path / "report.html").as_uri())
    await page.set_viewport_size({"width": 320, "height": 900})
    assert await english_in(page, language) == []
    assert await page.evaluate("document.documentElement.lang") == language


async def test_the_bar_that_learns_a_chat_speaks_the_users_language(page: Page, language: str) -> None:
    """The bar is in a closed shadow tree: the test reads it in the tree that a screen reader gets."""
    async with guided(page) as guide:
        shown = asyncio.ensure_future(guide.press("1", lesson.SENT, (lesson.NEXT, lesson.CANCEL)))
        session = await page.context.new_cdp_session(page)
        wanted = {translate(text) for text in (lesson.NEXT[1], lesson.CANCEL[1], "Move this bar")}
        found = set[str]()
        async with asyncio.timeout(20):
            while not wanted <= found:
                tree = await cdp(session, "Accessibility.getFullAXTree")
                found = {str(node["name"]["value"]) for node in tree["nodes"] if "name" in node}
        assert any(translate(lesson.SENT) in name for name in found)
        shown.cancel()
