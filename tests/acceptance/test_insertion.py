"""A result that is not inserted because its page or its box goes away can be inserted once that is back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.chat.composer.composer import BOX_GONE, PAGE_LEFT
from overlay.chat.composer.writers import BoxWriter
from tests.injected.calls import xml
from tests.injected.stage import Demo, Stage, in_sight
from tests.support.faces import in_face

RUNS_AUTOMATICALLY = {"policy": {"auto_execute": ["*"], "delay": 0}}
CALL = xml("look", "c1", zebra="1")
GIVEN = '<function_result call_id="c1">\nseen 1 \n</function_result>'


def lose(patch: pytest.MonkeyPatch, stage: Stage, *, close: bool = False) -> None:
    """The page goes away during the first insertion of a text."""
    put: Any = BoxWriter.set

    async def lost(writer: BoxWriter, whole: str, added: str) -> None:
        patch.setattr(BoxWriter, "set", put)
        await (stage.page.close() if close else stage.page.reload())
        await put(writer, whole, added)

    patch.setattr(BoxWriter, "set", lost)


async def press_insert(stage: Stage) -> None:
    """Press Insert until a press counts."""
    await expect(in_face(stage.page, ".expand-button")).to_have_attribute("aria-expanded", "false")
    (block,) = await stage.settled()
    async with asyncio.timeout(90):
        while not await stage.companion.click(block.id, "insert"):
            await in_sight(in_face(stage.page, ".insert-button"), 900)


async def inserted(stage: Stage, demo: Demo) -> None:
    """Run a call, and press Insert."""
    await stage.ask(demo.prepare(f"```xml\n{CALL}\n```"))
    await stage.until("done")
    await stage.answered()
    await press_insert(stage)


async def test_a_result_whose_page_is_reloaded_while_it_is_put_in_can_be_inserted_again_and_is_there_once(
    context: BrowserContext, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Stage(context, demo.url, site="demo", config=RUNS_AUTOMATICALLY) as stage:
        lose(monkeypatch, stage)
        await inserted(stage, demo)
        assert (await stage.until("trouble")).text == f"The result was not inserted: {PAGE_LEFT}."
        (block,) = await stage.settled()
        await press_insert(stage)
        await stage.until("inserted")
        assert block.status == "done"
        await expect(stage.page.locator("#composer")).to_have_value(GIVEN)


@pytest.mark.thorough
async def test_a_tab_that_is_closed_while_a_result_is_put_in_ends_nothing_else(
    context: BrowserContext, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Stage(context, demo.url, site="demo", config=RUNS_AUTOMATICALLY) as stage:
        lose(monkeypatch, stage, close=True)
        await inserted(stage, demo)
        assert (await stage.until("trouble")).text == f"The result was not inserted: {PAGE_LEFT}."
        assert stage.told().count("inserted") == 0


WATCH = """() => {
    window.written = [];
    const keep = (text) => { if (text?.includes("seen")) written.push(text); };
    const look = () => {
        keep(document.documentElement.outerHTML);
        for (const box of document.querySelectorAll("input, textarea")) keep(box.value);
        for (const store of [localStorage, sessionStorage]) keep(JSON.stringify(store));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const name of ["input", "beforeinput", "paste", "copy", "message", "change", "focusin"])
        addEventListener(name, (event) => { look(); keep(event.data?.toString()); }, true);
}"""
"""Keeps whatever the page's own script can see of a result, as soon as it can."""


@pytest.mark.thorough
async def test_nothing_of_a_result_is_written_in_the_page_before_it_is_inserted(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, demo.url, site="demo", inspectable=False, config=RUNS_AUTOMATICALLY) as stage:
        await stage.page.evaluate(WATCH)
        await stage.ask(demo.prepare(f"```xml\n{CALL}\n```"))
        await stage.until("done")
        await stage.answered()
        assert await stage.page.evaluate("written") == []
        # The control: the page can see what is inserted.
        [block] = await stage.companion.blocks()
        async with asyncio.timeout(30):
            while "inserted" not in stage.told():
                await stage.companion.click(block.id, "insert")
                await stage.look(300)
        assert await stage.page.evaluate("written.length") > 0


TAKEN = "() => { window.taken = document.querySelector('#composer'); taken.replaceWith(document.createComment('')); }"
BACK = "() => document.querySelector('[data-testid=\"send\"]').before(taken)"


@pytest.mark.thorough
async def test_a_result_whose_box_went_away_stays_offered_with_the_reason(
    context: BrowserContext, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Stage(context, demo.url, site="demo", config=RUNS_AUTOMATICALLY) as stage:
        put: Any = BoxWriter.set

        async def lost(writer: BoxWriter, whole: str, added: str) -> None:
            monkeypatch.setattr(BoxWriter, "set", put)
            await stage.page.evaluate(TAKEN)

        monkeypatch.setattr(BoxWriter, "set", lost)
        await inserted(stage, demo)
        told = (await stage.until("trouble")).text
        assert told == f"The result was not inserted: {BOX_GONE}."
        await expect(in_face(stage.page, ".insert-button")).to_be_visible()
        await stage.page.evaluate(BACK)
        await press_insert(stage)
        await stage.until("inserted")
        await expect(stage.page.locator("#composer")).to_have_value(GIVEN)
