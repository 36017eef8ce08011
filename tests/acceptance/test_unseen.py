"""The page can't see, name or call what overlay adds to it, and its events do nothing there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from tests.injected.calls import fenced
from tests.injected.stage import MODES, Demo, Stage
from tests.support.effort import corners
from tests.support.faces import in_face

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""
NAMES = """() => {
    const names = new Set();
    for (let at = globalThis; at; at = Object.getPrototypeOf(at)) {
        for (const key of Reflect.ownKeys(at)) names.add(String(key));
    }
    for (const key of Reflect.ownKeys(document)) names.add(`document.${String(key)}`);
    return [...names].sort();
}"""
RUNS_AUTOMATICALLY = {
    "policy": {"auto_execute": ["look"], "delay": 0},
    "returns": {"auto_insert": True, "auto_submit": True},
}
HOST = "document.querySelector('[data-turn=\"assistant\"] .code-card').previousElementSibling"
# Everything a page script can send to a target it can reach.
DRIVE = """(target) => {
    const options = { bubbles: true, composed: true, cancelable: true, button: 0, isPrimary: true, detail: 1, key: "Enter" };
    for (const type of ["pointerdown", "pointerup", "pointermove"]) target.dispatchEvent(new PointerEvent(type, options));
    for (const type of ["mousedown", "mouseup", "click", "dblclick"]) target.dispatchEvent(new MouseEvent(type, options));
    for (const key of ["Enter", " "]) {
        for (const type of ["keydown", "keypress", "keyup"]) target.dispatchEvent(new KeyboardEvent(type, { ...options, key }));
    }
    for (const type of ["touchstart", "touchend", "submit", "focus"]) target.dispatchEvent(new Event(type, options));
    target.focus();
    target.click();
}"""


@pytest.mark.parametrize("page", corners([*MODES, "append&composer=rich"], "framework"))
async def test_a_call_that_is_shown_run_and_sent_back_breaks_no_rule_of_the_page(
    context: BrowserContext, demo: Demo, page: str
) -> None:
    await context.add_init_script(WATCH)
    url = f"{demo.url}/?rate=100&render={page}"
    async with Stage(context, url, site="demo", config=RUNS_AUTOMATICALLY, inspectable=False) as stage:
        await stage.ask(
            demo.prepare(f"First.\n\n{fenced('xml')}\n\nThen <tool:look>{{}}</tool> in a sentence.")
        )
        await stage.until("submitted")
        await stage.answered()
        assert await stage.page.evaluate("window.violations") == []
        # The control: the page reports what overlay must not do.
        await stage.page.evaluate("document.body.setAttribute('style', 'color: red')")
        assert await stage.page.evaluate("window.violations") != []


SHEETS = "[...document.styleSheets, ...document.adoptedStyleSheets].length"
REACHED = """(names) => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const places = { window, document, "a frame": frame.contentWindow, "its document": frame.contentDocument };
    return Object.keys(places).filter((place) => names.some((name) => name in places[place]));
}"""


async def test_a_page_with_a_block_has_no_new_name_no_new_sheet_and_no_way_to_overlay(
    context: BrowserContext, demo: Demo
) -> None:
    alone = await context.new_page()
    await alone.goto(demo.url)
    names, sheets = await alone.evaluate(NAMES), await alone.evaluate(SHEETS)
    await alone.close()
    async with Stage(context, f"{demo.url}/?rate=500", site="demo", inspectable=False) as stage:
        await _ready(stage, demo)
        assert await stage.page.evaluate(NAMES) == names
        assert await stage.page.evaluate(SHEETS) == sheets
        bridge = stage.companion.bridge
        assert await stage.page.evaluate(REACHED, [bridge.binding, bridge.entry]) == []
        assert await stage.page.evaluate(f"{HOST}.shadowRoot") is None
        await stage.page.evaluate(f"({DRIVE})({HOST})")
        [block] = await stage.settled()
        assert stage.tools.runs == []
        # The control: a press of overlay's own mouse runs the same block.
        async with asyncio.timeout(30):
            while not stage.tools.runs:
                await stage.companion.click(block.id)
                await stage.look(300)


async def _ready(stage: Stage, demo: Demo) -> None:
    await stage.ask(demo.prepare(fenced("xml")))
    await stage.until("ready")
    await stage.answered()


async def test_a_block_counts_no_event_that_the_page_sends_into_it_and_runs_by_a_users_click(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo") as stage:
        await _ready(stage, demo)
        await stage.read()
        await stage.execute.evaluate(DRIVE)
        await stage.settled()
        assert stage.tools.runs == []
        block: Any = stage.block
        before = await block.evaluate("(block) => block.innerHTML")
        for selector in (".expand-button", ".raw-toggle"):
            await in_face(stage.page, selector).evaluate("(button) => button.click()")
        await stage.settled()
        assert await block.evaluate("(block) => block.innerHTML") == before
        await stage.page.mouse.move(*await stage.middle(stage.execute))
        await stage.page.mouse.down()
        await stage.execute.evaluate("(button) => button.click()")
        await stage.settled()
        assert stage.tools.runs == [], "a press that the page ends with a click of its own"
        await stage.page.mouse.move(1, 1)
        await stage.page.mouse.up()
        await stage.run()
        assert stage.tools.runs == [{"zebra": "quagga 🦓 okapi", "gnu": "tapir"}]
