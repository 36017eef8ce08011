"""Pages that are built so deep, or so small, that code that walks them ends with an error."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import BrowserContext

from tests.attacks.test_layers import EMPTY, page_of
from tests.injected.calls import XML
from tests.injected.fixtures import files_context, one_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import Stage

__all__ = ["files_context", "one_context", "pages"]

PAGE = "<!doctype html><meta charset=utf-8><title>deep</title><body><main></main></body>"
NESTED = """([depth, text]) => {
    const top = document.createElement("div");
    let at = top.appendChild(document.createElement("x-a"));
    at.style.display = "none";
    for (let count = 0; count < depth; count += 1) {
        at = at.attachShadow({ mode: "open" }).appendChild(document.createElement("x-a"));
    }
    const turn = top.appendChild(document.createElement("div"));
    turn.dataset.turn = "assistant";
    turn.appendChild(document.createElement("pre")).textContent = text;
    document.querySelector("main").append(top);
}"""


@pytest.mark.thorough
async def test_a_call_beside_three_thousand_nested_shadow_trees_gets_its_block(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(PAGE)) as stage:
        await stage.page.evaluate(NESTED, [3000, XML])
        await stage.ready()


INSIDE = """([depth, text]) => {
    let at = document.querySelector("main").appendChild(document.createElement("div"));
    at.dataset.turn = "assistant";
    for (let count = 0; count < depth; count += 1) {
        at = at.appendChild(document.createElement("x-a")).attachShadow({ mode: "open" });
    }
    at.appendChild(document.createElement("pre")).textContent = text;
}"""


@pytest.mark.thorough
async def test_a_call_in_three_shadow_trees_runs_when_it_is_pressed(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(PAGE)) as stage:
        await stage.page.evaluate(INSIDE, [3, XML])
        await stage.ready()
        await stage.read()
        await stage.press(stage.execute)
        await stage.until("done")
        assert len(stage.tools.runs) == 1


SIZE = "(style) => { document.querySelector('.card').style.cssText = style; }"


@pytest.mark.thorough
async def test_a_block_without_a_size_stops_no_check(context: BrowserContext, pages: PageSite) -> None:
    errors: list[str] = []
    async with Stage(context, pages.add(page_of(*EMPTY["two layers of the whole page"]))) as stage:
        stage.page.on("console", lambda message: errors.append(message.text))
        stage.page.on("pageerror", lambda error: errors.append(str(error)))
        await stage.ready()
        await stage.page.evaluate(SIZE, "width:0;height:0;transform:scale(0)")
        await stage.look(1500)
        await stage.page.evaluate(SIZE, "")
        async with asyncio.timeout(30):
            # A press may count only after its frame has been looked at: then the button is gone.
            while not stage.tools.runs and await stage.execute.count():
                await stage.look(900)
                await stage.press(stage.execute)
                await stage.look(900)
        assert len(stage.tools.runs) == 1
    assert errors == []
