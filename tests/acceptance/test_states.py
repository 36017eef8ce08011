"""A block in every state: what a screen reader gets, and whether it has room in narrow and in mirrored pages."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Frame, expect

from observers.commands import RenderBlock
from overlay.calls.call import Block, Call
from overlay.calls.outcome import Outcome
from overlay.chat.view import block_view
from tests.acceptance.honest import READ as READ_TIME
from tests.acceptance.states import READ, STATES
from tests.injected.calls import XML
from tests.injected.pages import PageSite
from tests.injected.stage import Stage, in_sight
from tests.support.faces import in_face

PAGE = """<!doctype html><html lang=en dir=ltr><meta charset=utf-8><title>A chat</title>
<body style="margin:16px"><div data-turn=assistant><pre><code>{call}</code></pre></div></body>"""
SNAPSHOTS = Path(__file__).parent / "states.aria.yml"
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll(".function-block, .function-block *")]
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== "visible"
        && !/auto|scroll/.test(getComputedStyle(one).overflowX) && !one.matches(".function-target, .call-id, textarea"))
    .map((one) => one.className || one.localName)"""
CUT = """() => [...document.querySelectorAll("button, .status, .note, .effect, .function-name-text")]
    .filter((one) => one.getClientRects().length)
    .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; })
    .map((one) => one.className)"""

ROWS = """() => new Set([...document.querySelectorAll(".function-buttons button")]
    .filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect().top)).size"""


class Shown:
    """The block of a page, drawn in any state."""

    def __init__(self, stage: Stage, frame: Frame, block: str, unit: int) -> None:
        self.stage, self.frame, self._block, self._unit = stage, frame, block, unit

    async def draw(self, name: str) -> None:
        """Draw a state of STATES, and wait until it is there."""
        block = STATES[name]
        block.name, block.nonce, block.call_id = f"look_{name}", name, "c1"
        [document] = self.stage.companion.bridge.documents.values()
        look = block_view(block)
        document.post(RenderBlock(block=self._block, unit=self._unit, index=0, view=look))
        await expect(self.frame.locator(".function-name-text")).to_have_text(f"look_{name}")


@asynccontextmanager
async def shown(context: BrowserContext, pages: PageSite) -> AsyncGenerator[Shown]:
    url = pages.add(PAGE.format(call=XML.replace("<", "&lt;")))
    async with Stage(context, url) as stage:
        await stage.ready()
        [info] = await stage.settled()
        [document] = stage.companion.bridge.documents.values()
        unit = await document.ask("function (id) { return this.blocks.byId.get(id).unit.id; }", info.id)
        await expect(in_face(stage.page, ".function-block")).to_be_visible()
        frame = next(frame for frame in stage.page.frames if frame.name == stage.companion.bridge.face)
        yield Shown(stage, frame, info.id, unit)


async def narrow(block: Shown, width: int) -> None:
    """Make the block so wide, in pixels."""
    await block.stage.page.set_viewport_size({"width": width + 32, "height": 900})
    await block.frame.wait_for_function("(width) => innerWidth === width", arg=width)


async def faults_of(block: Shown, name: str) -> list[str]:
    """Draw a state; return what is too wide or cut off in it, and whether its buttons are in several rows."""
    await block.draw(name)
    rows = int(await block.frame.evaluate(ROWS))
    return [
        *await block.frame.evaluate(TOO_WIDE),
        *await block.frame.evaluate(CUT),
        *([f"{rows} rows of buttons"] if rows > 1 else []),
    ]


@pytest.fixture(scope="module")
async def one_block(browser: Browser, pages: PageSite) -> AsyncIterator[Shown]:
    context = await browser.new_context()
    async with shown(context, pages) as block:
        yield block
    await context.close()


@pytest.fixture
async def block(one_block: Shown) -> Shown:
    """One block for all tests of the file, in a page as it was opened."""
    page = one_block.stage.page
    await page.emulate_media(forced_colors="none")
    await page.evaluate("document.documentElement.dir = 'ltr'")
    await one_block.frame.locator(".blocks:not(.rtl)").wait_for()
    await narrow(one_block, 1248)
    return one_block


async def test_a_screen_reader_gets_the_same_of_each_state(block: Shown) -> None:
    """`OVERLAY_UPDATE=1` accepts what is there now; look at the difference first."""
    parts: list[str] = []
    for name in STATES:
        await block.draw(name)
        # The time that is left is not the same twice.
        tree = await block.frame.locator("body").aria_snapshot()
        lines = [line for line in tree.splitlines() if "Runs automatically in" not in line]
        parts.append(f"# {name}\n" + "\n".join(lines) + "\n")
    now = "\n".join(parts)
    if os.environ.get("OVERLAY_UPDATE"):
        SNAPSHOTS.write_text(now, "utf-8")
    was = SNAPSHOTS.read_text("utf-8")
    assert list(difflib.unified_diff(was.splitlines(), now.splitlines(), lineterm="", n=2)) == []


@pytest.mark.thorough
async def test_a_block_has_room_and_one_row_of_buttons_in_272_pixels_in_each_direction(block: Shown) -> None:
    found: dict[str, list[str]] = {}
    await narrow(block, 272)
    for way, ready in (("ltr", ".blocks:not(.rtl)"), ("rtl", ".blocks.rtl")):
        await block.stage.page.evaluate("(way) => { document.documentElement.dir = way; }", way)
        await block.frame.locator(ready).wait_for()
        for name in STATES:
            found[f"{name} {way}"] = await faults_of(block, name)
    assert {name: faults for name, faults in found.items() if faults} == {}


async def test_a_block_is_laid_out_as_its_page_runs_and_its_values_are_not(block: Shown) -> None:
    where = """() => Object.fromEntries(["function-name-text", "expand-button", "execute-button"]
        .map((name) => [name, document.querySelector(`.${name}`).getBoundingClientRect().x]))"""
    page, frame = block.stage.page, block.frame
    await block.draw("dangerous")
    before = await frame.evaluate(where)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await frame.locator(".blocks.rtl").wait_for()
    after = await frame.evaluate(where)
    ways = await frame.evaluate(
        """() => ["pre", ".function-name-text", ".note"]
            .map((one) => getComputedStyle(document.querySelector(one)).direction)"""
    )
    assert before["function-name-text"] < before["execute-button"] <= before["expand-button"]
    assert after["expand-button"] <= after["execute-button"] < after["function-name-text"]
    assert ways == ["ltr", "ltr", "ltr"]


async def test_without_colours_of_its_own_a_block_has_lines(block: Shown) -> None:
    drawn = """() => ["execute-button", "param-value"].map((name) => {
        const style = getComputedStyle(document.querySelector(`.${name}`));
        return parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle === "solid";
    })"""
    await block.stage.page.emulate_media(forced_colors="active")
    await block.draw("dangerous")
    assert await block.frame.evaluate(drawn) == [True, True]


async def test_one_live_region_says_of_which_call_and_what_became_of_it(block: Shown) -> None:
    await block.draw("running")
    await block.draw("done")
    region = block.frame.locator("[role=status], [aria-live]")
    await expect(region).to_have_text(["look_done: Done"])


@pytest.mark.thorough
async def test_name_and_buttons_of_a_long_result_are_in_view_together_in_a_low_window(
    block: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its arguments shown and hidden. A press counts only where both can be seen; a screen of 1366 x 768 leaves a
    chat about 430 pixels.
    """
    rows = json.dumps([{"number": number, "city": "Bern"} for number in range(200)])
    call = Call(parsed=READ, status="done", outcome=Outcome(rows))
    monkeypatch.setitem(STATES, "long", Block(1, 0, call=call))
    await block.stage.page.set_viewport_size({"width": 900, "height": 605})
    await block.draw("long")
    await block.frame.locator(".result-table").wait_for()
    expand = block.frame.locator(".expand-button")
    heights: dict[str, float] = {}
    for opened in ("false", "true"):
        if await expand.get_attribute("aria-expanded") != opened:
            await in_sight(expand, READ_TIME)
            await expand.click()
        await expect(expand).to_have_attribute("aria-expanded", opened)
        box = await block.frame.locator(".function-block").bounding_box()
        assert box
        heights[opened] = box["height"]
    assert {opened: height for opened, height in heights.items() if height >= 430} == {}
