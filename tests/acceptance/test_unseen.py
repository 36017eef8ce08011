"""The page can't see, name, call or drive what overlay put beside it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

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
BY_ITSELF = {
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


@pytest.mark.parametrize(
    "page", corners([*MODES, "append&composer=rich"], "framework", "append&composer=rich")
)
async def test_a_call_that_is_shown_run_and_sent_back_breaks_no_rule_of_the_page(
    context: BrowserContext, demo: Demo, page: str
) -> None:
    await context.add_init_script(WATCH)
    url = f"{demo.url}/?rate=100&render={page}"
    async with Stage(context, url, site="demo", config=BY_ITSELF, inspectable=False) as stage:
        await stage.ask(demo.lay(f"First.\n\n{fenced('xml')}\n\nThen <tool:look>{{}}</tool> in a sentence."))
        await stage.until("submitted")
        await stage.answered()
        assert await stage.page.evaluate("window.violations") == []


async def test_the_watch_for_violations_sees_what_we_must_not_do(context: BrowserContext, demo: Demo) -> None:
    await context.add_init_script(WATCH)
    async with Stage(context, demo.url, site="demo") as stage:
        await stage.page.evaluate("document.body.setAttribute('style', 'color: red')")
        assert await stage.page.evaluate("window.violations") != []


async def test_the_page_gets_no_new_name(context: BrowserContext, demo: Demo) -> None:
    alone = await context.new_page()
    await alone.goto(demo.url)
    before = await alone.evaluate(NAMES)
    await alone.close()
    async with Stage(context, f"{demo.url}/?rate=500", site="demo", inspectable=False) as stage:
        await stage.ask(demo.lay(fenced("xml")))
        await stage.until("ready")
        assert await stage.page.evaluate(NAMES) == before


async def test_the_page_finds_neither_binding_nor_entry_even_by_name(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, demo.url, site="demo", inspectable=False) as stage:
        names = [stage.companion.bridge.binding, stage.companion.bridge.entry]
        script = """(names) => {
            const frame = document.createElement("iframe");
            document.body.append(frame);
            const places = { window, document, "a frame": frame.contentWindow, "its document": frame.contentDocument };
            return Object.keys(places).filter((place) => names.some((name) => name in places[place]));
        }"""
        assert await stage.page.evaluate(script, names) == []


async def test_the_page_does_not_see_into_a_block(context: BrowserContext, demo: Demo) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo", inspectable=False) as stage:
        await stage.ask(demo.lay(fenced("xml")))
        await stage.until("ready")
        assert await stage.page.evaluate(f"{HOST}.shadowRoot") is None


async def test_a_rule_of_the_page_sees_none_of_our_sheets(context: BrowserContext, demo: Demo) -> None:
    sheets = "[...document.styleSheets, ...document.adoptedStyleSheets].length"
    alone = await context.new_page()
    await alone.goto(demo.url)
    before = await alone.evaluate(sheets)
    await alone.close()
    async with Stage(context, f"{demo.url}/?rate=500", site="demo", inspectable=False) as stage:
        await stage.ask(demo.lay(fenced("xml")))
        await stage.until("ready")
        assert await stage.page.evaluate(sheets) == before


async def _ready(stage: Stage, demo: Demo) -> None:
    await stage.ask(demo.lay(fenced("xml")))
    await stage.until("ready")
    await stage.answered()
    await stage.look()


async def test_no_event_that_a_page_sends_to_a_block_runs_it(context: BrowserContext, demo: Demo) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo", inspectable=False) as stage:
        await _ready(stage, demo)
        await stage.page.evaluate(f"({DRIVE})({HOST})")
        await stage.settled()
        assert stage.tools.runs == []


async def test_not_even_an_event_sent_to_the_button_itself_runs_it(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo") as stage:
        await _ready(stage, demo)
        await stage.execute.evaluate(DRIVE)
        await stage.settled()
        assert stage.tools.runs == []


async def test_a_trusted_press_that_a_page_ends_with_a_click_of_its_own_runs_nothing(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo") as stage:
        await _ready(stage, demo)
        await stage.page.mouse.move(*await stage.middle(stage.execute))
        await stage.page.mouse.down()
        await stage.execute.evaluate("(button) => button.click()")
        await stage.settled()
        assert stage.tools.runs == []


async def test_a_users_click_runs_it(context: BrowserContext, demo: Demo) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo") as stage:
        await _ready(stage, demo)
        await stage.press(stage.execute)
        await stage.until("done")
        assert stage.tools.runs == [{"zebra": "quagga 🦓 okapi", "gnu": "tapir"}]


@pytest.mark.parametrize("selector", [".expand-button", ".raw-toggle"])
async def test_a_scripted_click_on_what_only_shows_does_nothing_either(
    context: BrowserContext, demo: Demo, selector: str
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo") as stage:
        await _ready(stage, demo)
        await stage.look(2000)
        block: Any = stage.block
        before = await block.evaluate("(block) => block.innerHTML")
        await in_face(stage.page, selector).evaluate("(button) => button.click()")
        await expect(stage.block).to_be_visible()
        assert await block.evaluate("(block) => block.innerHTML") == before
