"""A block that is painted above all else, since a layer that paints nothing covers the page, leaves the page's bars in sight."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.acceptance.one_stage import OneStage, stage
from tests.injected.calls import xml
from tests.injected.fixtures import files_context, one_context, pages
from tests.injected.pages import PageSite
from tests.support.faces import in_face

__all__ = ["files_context", "one_context", "pages", "stage"]

HEADER = 160
LINES = "\n".join(f"line {number}" for number in range(14))
CALL = xml("look", zebra=LINES).replace("<", "&lt;")
PAGE = f"""<!doctype html><meta charset=utf-8><title>bars</title>
<style>body {{ margin: 0; height: 3000px }} main {{ padding: 240px 20px }}
header {{ position: fixed; inset: 0 0 auto; height: {HEADER}px; background: #fc9; z-index: 5 }}
#layer {{ position: fixed; inset: 0; pointer-events: none; z-index: 9 }}</style>
<header><button onclick="document.title = 'pressed'">Menu</button></header>
<main><div data-turn=assistant><pre><code>{CALL}</code></pre></div></main><div id=layer></div>"""
RAISED = ".wrapper:popover-open"


async def under_the_header(stage: OneStage, pages: PageSite) -> None:
    """The name of a block is above the window, a part of its result under the header, and its buttons below that."""
    await stage.open(pages.add(PAGE))
    await stage.ready()
    await stage.run()
    await stage.page.mouse.move(5, 600)
    box = await stage.block.bounding_box()
    assert box
    await stage.page.evaluate("(y) => scrollBy(0, y)", box["y"] + box["height"] - HEADER - 100)


async def cut_at(stage: OneStage, top: float) -> None:
    await stage.page.wait_for_function(
        f"""(top) => [...document.querySelectorAll("*")].some((host) => {{
            const raised = host.shadowRoot?.querySelector("{RAISED}");
            return raised && Math.abs(raised.getBoundingClientRect().top - top) < 1;
        }})""",
        arg=top,
    )


async def test_a_header_over_a_raised_block_takes_its_presses(stage: OneStage, pages: PageSite) -> None:
    await under_the_header(stage, pages)
    await cut_at(stage, HEADER)
    await stage.page.locator("header button").click()
    assert await stage.page.title() == "pressed"


@pytest.mark.thorough
@pytest.mark.parametrize("height", [HEADER - 10, HEADER + 10])
async def test_a_raised_block_is_cut_where_the_header_ends_by_now(
    stage: OneStage, pages: PageSite, height: int
) -> None:
    await under_the_header(stage, pages)
    await cut_at(stage, HEADER)
    await stage.page.locator("header").evaluate(
        "(header, height) => { header.style.height = height }", f"{height}px"
    )
    await cut_at(stage, height)


@pytest.mark.thorough
async def test_a_block_below_a_header_is_pressed_while_it_is_cut(stage: OneStage, pages: PageSite) -> None:
    await under_the_header(stage, pages)
    await cut_at(stage, HEADER)
    await stage.look(700)
    await stage.press(in_face(stage.page, ".raw-toggle"))
    await expect(in_face(stage.page, ".raw-toggle")).to_have_text("Hide raw")
