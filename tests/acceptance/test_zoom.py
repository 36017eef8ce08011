"""At 200 % zoom nothing is cut off, and nothing has to be scrolled sideways."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Frame, Page

from observers.cdp import call as cdp
from overlay.capture.report.build import write
from overlay.common.language import use
from overlay.companion.config import Config
from overlay.companion.run_settings import show_settings
from overlay.ui.panel.placement import WIDTH
from overlay.ui.settings import Settings, SettingsFile
from tests.acceptance.states import STATES
from tests.acceptance.test_states import shown
from tests.capture.check.verdicts import broken, different, same, with_pictures
from tests.capture.report.test_build import PNG
from tests.injected.pages import PageSite
from tests.support.effort import corners
from tests.support.scene import call
from tests.ui.panel.room import question, room

WINDOW = (1366, 768)
CUT = """() => {
    const root = document.documentElement;
    const controls = [...document.querySelectorAll("button, summary, input, select, textarea, a[href]")]
        .filter((one) => one.checkVisibility() && one.getClientRects().length);
    const outside = controls.filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > root.clientWidth;
    });
    const cut = controls.filter((one) => one.matches("button, summary") && one.scrollWidth > one.clientWidth + 1);
    const names = (which, list) => list.map((one) => `${which}: ${one.localName} ${one.className} ${one.textContent.trim()}`);
    return [...names("outside", outside), ...names("cut off", cut), ...(root.scrollWidth > root.clientWidth ? ["scrolls"] : [])];
}"""


@pytest.fixture(params=corners(["en", "de"], "de"), autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """German has the longest words."""
    use(request.param)
    yield request.param
    use("en")


async def zoom(page: Page, width: int, height: int) -> None:
    """Zoom a window of that many pixels to 200 %."""
    session = await page.context.new_cdp_session(page)
    metrics = {"width": width // 2, "height": height // 2, "deviceScaleFactor": 2, "mobile": False}
    await cdp(session, "Emulation.setDeviceMetricsOverride", metrics)
    zoomed = "(width) => innerWidth === width && devicePixelRatio === 2"
    await page.wait_for_function(zoomed, arg=metrics["width"])


async def faults(document: Page | Frame) -> list[str]:
    return list(await document.evaluate(CUT))


@pytest.mark.thorough
async def test_nothing_of_a_block_is_cut_off_in_any_state(context: BrowserContext, pages: PageSite) -> None:
    found: dict[str, list[str]] = {}
    async with shown(context, pages) as block:
        await zoom(block.stage.page, *WINDOW)
        for name in STATES:
            await block.draw(name)
            found[name] = [*await faults(block.frame), *await faults(block.stage.page)]
    assert found == {name: [] for name in STATES}


async def test_nothing_of_the_panel_is_cut_off_with_a_question_a_review_and_its_settings(
    context: BrowserContext, tmp_path: Path
) -> None:
    async with room(context) as opened:
        show_settings(opened.panel, Config(), SettingsFile(tmp_path / "settings.toml"), Settings(), {})
        page = opened.scene.page()
        page.stream(call(text="https://a.test/" + "x" * 300))
        page.press()
        await opened.page.locator("button.show").first.click()
        await opened.page.locator("button.review").first.click()
        await opened.page.locator("button.send").wait_for()
        asked = asyncio.ensure_future(opened.prompts(question()))
        await opened.page.get_by_role("article").wait_for()
        await zoom(opened.page, WIDTH, WINDOW[1])
        await opened.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
        )
        assert await faults(opened.page) == []
        asked.cancel()


@pytest.mark.thorough
async def test_nothing_of_the_report_is_cut_off(page: Page, tmp_path: Path) -> None:
    for name in ("expected", "got", "difference"):
        (tmp_path / f"{name}.png").write_bytes(PNG)
    verdicts = [same(), different(), different(with_pictures(tmp_path), name="pictures"), broken()]
    write(tmp_path / "report.html", verdicts, 3.5)
    await page.goto((tmp_path / "report.html").as_uri())
    await zoom(page, *WINDOW)
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert await faults(page) == []
