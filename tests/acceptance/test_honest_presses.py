"""A hundred presses on blocks that stand still, by mouse and by keyboard: each of them counts."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import BrowserContext, Locator

from tests.acceptance.design_systems import SYSTEMS, page_of
from tests.faces import faces, in_face
from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import IN_SIGHT, Stage

CALLS = 3
"""In each page."""
READ = 900
"""Milliseconds that a person looks at a block in plain sight, by the browser's own word, before they press."""


STILL = 1700
"""Milliseconds that it has not moved by then: what ran before folds a second and a half after its end."""
STANDS = """(element, time) => new Promise((go) => {
    let since = performance.now();
    let place = "";
    const look = () => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (place !== [x, y, width, height].join()) {
            place = [x, y, width, height].join();
            since = performance.now();
        }
        performance.now() < since + time ? requestAnimationFrame(look) : go();
    };
    look();
})"""


async def come(stage: Stage, number: int) -> Locator:
    """Scroll to a block as a person does, and look at it until it stands still; return it."""
    blocks = await stage.settled()
    await stage.companion.show(blocks[number].id)
    selector = f'.function-block[data-block-id="{blocks[number].id}"]'
    async with asyncio.timeout(20):
        while not (
            found := [
                at
                for at in range(await faces(stage.page).count())
                if await in_face(stage.page, selector, at).count()
            ]
        ):
            await stage.look(50)
    block = in_face(stage.page, selector, found[0])
    await faces(stage.page).nth(found[0]).evaluate(STANDS, STILL)
    await block.locator(".function-buttons > :last-child").evaluate(IN_SIGHT, [True, READ])
    return block


async def refusals(stage: Stage) -> list[str]:
    """What the blocks in view say of presses that did not count."""
    return [
        note
        for number in range(await stage.faces.count())
        for note in await in_face(stage.page, ".guard-note", number).all_inner_texts()
        if note
    ]


@pytest.mark.parametrize("system", SYSTEMS)
async def test_presses_in_a_page_of_a_design_system_count(
    context: BrowserContext, pages: PageSite, system: str
) -> None:
    calls = [xml("look", f"c{number}", zebra=f"z{number}", gnu="g") for number in range(CALLS)]
    async with Stage(context, pages.add(page_of(system, calls))) as stage:
        await stage.ready(CALLS)
        for number in range(CALLS):
            block = await come(stage, number)
            if number % 2:
                await block.locator(".raw-toggle").focus()
                await stage.page.keyboard.press("Tab")
                await stage.page.keyboard.press("Enter")
            else:
                await stage.press(block.locator(".execute-button"))
            await stage.settled()
            assert await refusals(stage) == []
            await stage.until("done", number + 1)
        assert [run["zebra"] for run in stage.tools.runs] == [f"z{number}" for number in range(CALLS)]


async def test_presses_on_ten_blocks_count_while_results_come_in_between(
    context: BrowserContext, pages: PageSite
) -> None:
    calls = "".join(
        f"<div data-turn=assistant><pre><code>{xml('look', f'c{number}', zebra=f'z{number}').replace('<', '&lt;')}</code></pre></div>"
        for number in range(10)
    )
    url = pages.add(f"<!doctype html><meta charset=utf-8><title>ten</title><body>{calls}</body>")
    async with Stage(context, url) as stage:
        await stage.until("ready", 10)
        for number in range(10):
            block = await come(stage, number)
            await stage.press(block.locator(".execute-button"))
            await stage.settled()
            assert await refusals(stage) == []
            await stage.until("done", number + 1)
        assert len(stage.tools.runs) == 10
