"""axe finds no fault in a block of any state, in the panel and in the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, expect

from observers.commands import RenderBlock
from overlay.capture.report.build import write
from overlay.chat.view import block_view
from overlay.companion.config import Config
from overlay.companion.run_settings import show_settings
from overlay.ui.panel.state import PanelState, ResultShown
from overlay.ui.settings import Settings, SettingsFile, Theme
from tests.acceptance.one_stage import OneStage, stage
from tests.acceptance.states import STATES
from tests.capture.check.verdicts import broken, different, same, with_pictures
from tests.capture.report.test_build import PNG, moment
from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.support.axe import axe_source, violations
from tests.support.effort import corners
from tests.support.faces import in_face
from tests.support.scene import call
from tests.ui.panel.room import question, room

__all__ = ["stage"]

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>A chat</title>
<body style="margin:20px;background:{back};color:{ink}"><div data-turn=assistant><pre><code>{call}</code></pre></div></body>"""
LONG = "\n".join(f"line {number}" for number in range(1000))
COLOURS = {"light": ("#fff", "#000"), "dark": ("#15171a", "#eee")}


@pytest.fixture(scope="session")
def axe(user_cache: Path) -> str:
    return axe_source(user_cache)


async def test_axe_finds_nothing_in_the_blocks_of_all_states(
    stage: OneStage, pages: PageSite, axe: str
) -> None:
    """All states are in one frame, as blocks of one code block; each has its own call. A dark page differs in its
    contrast alone.
    """
    calls = "\n".join(xml("look", name, zebra="1") for name in STATES).replace("<", "&lt;")
    names = [f"look_{name}" for name in STATES]
    statuses = [block.call.status for block in STATES.values()]
    found: dict[str, list[str]] = {}
    for colours, (back, ink) in COLOURS.items():
        await stage.open(pages.add(PAGE.format(back=back, ink=ink, call=calls)))
        await stage.until("ready", len(STATES))
        infos = await stage.settled()
        document = next(chat.document for chat in stage.companion.parts.chats)
        unit = await document.ask("function (id) { return this.blocks.byId.get(id).unit.id; }", infos[0].id)
        for index, (info, (name, block)) in enumerate(zip(infos, STATES.items(), strict=True)):
            block.name, block.nonce, block.call_id = f"look_{name}", name, name
            document.post(RenderBlock(block=info.id, unit=unit, index=index, view=block_view(block)))
        await expect(in_face(stage.page, ".function-name-text")).to_have_text(names)
        drawn = in_face(stage.page, ".function-block")
        assert await drawn.evaluate_all("(all) => all.map((one) => one.dataset.status)") == statuses
        frame = next(frame for frame in stage.page.frames if frame.name == stage.companion.bridge.face)
        found[colours] = await violations(frame, axe, *(["color-contrast"] if colours == "dark" else []))
    assert found == {colours: [] for colours in COLOURS}


@pytest.mark.thorough
async def test_control_axe_finds_a_fault_where_there_is_one(
    context: BrowserContext, pages: PageSite, axe: str
) -> None:
    page = await context.new_page()
    await page.goto(
        pages.add("<!doctype html><html lang=en><title>t</title><main><h1>t</h1><img src=''></main>")
    )
    assert [fault.split(":")[0] for fault in await violations(page, axe)] == ["image-alt"]


@pytest.mark.thorough
@pytest.mark.parametrize("theme", corners(["light", "dark"], "light"))
async def test_axe_finds_nothing_in_the_panel_with_calls_settings_a_result_and_a_question(
    context: BrowserContext, axe: str, theme: Theme, tmp_path: Path
) -> None:
    async with room(context) as opened:
        kept, fixed = Settings(theme=theme), {"delay": "the option --delay"}
        show_settings(opened.panel, Config(), SettingsFile(tmp_path / "settings.toml"), kept, fixed)
        page = opened.scene.page()
        page.stream(call(text="https://a.test/"))
        page.press()
        await opened.button("Show note").click()
        await opened.page.get_by_text("1 link").click()
        await opened.button("Review the result of note").click()
        await opened.button("Send").wait_for()
        await expect(opened.page.locator("html")).to_have_attribute("data-theme", theme)
        assert await violations(opened.page, axe) == []
        opened.panel.show_in_front(
            PanelState(opened=ResultShown(id="a", name="note", arguments="", text=LONG))
        )
        await opened.page.get_by_role("dialog", name="Result of note").wait_for()
        assert await violations(opened.page, axe) == []
        await opened.page.keyboard.press("Escape")
        asked = await opened.ask(question())
        assert await violations(opened.page, axe) == []
        asked.cancel()


@pytest.mark.thorough
async def test_axe_finds_nothing_in_the_report_of_a_check(page: Page, axe: str, tmp_path: Path) -> None:
    for name in ("expected", "got", "difference"):
        (tmp_path / f"{name}.png").write_bytes(PNG)
    verdicts = [
        same(),
        different(),
        different(with_pictures(tmp_path), shown=[moment(tmp_path)], name="pictures"),
        broken(),
    ]
    write(tmp_path / "report.html", verdicts, 3.5)
    await page.goto((tmp_path / "report.html").as_uri())
    closed = page.locator("details:not([open]) > summary")
    while await closed.count():
        await closed.first.click()
    await page.set_viewport_size({"width": 1440, "height": 800})
    assert await violations(page, axe) == []
    await page.emulate_media(color_scheme="dark")
    await page.set_viewport_size({"width": 320, "height": 800})
    assert await violations(page, axe) == []
    await page.get_by_role("button", name="slider").click()
    await page.get_by_label("Filter by text").fill("no such thing")
    assert await violations(page, axe) == []
