"""An outline that a model asks for, in a real chat."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from overlay.tools.builtin.highlight import highlight_object
from tests.injected.calls import xml
from tests.injected.stage import Demo, Stage

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""
RUNS_AUTOMATICALLY = {"policy": {"auto_execute": ["highlight_object"], "delay": 0}}
BARS = "[...document.documentElement.children].flatMap((child) => [...(child.shadowRoot?.querySelectorAll('.bar') ?? [])]).length"


async def asked(stage: Stage, demo: Demo, **arguments: str) -> str:
    """Let the model call for an outline; return the result."""
    stage.companion.registry.add(highlight_object)
    await stage.ask(demo.prepare(f"```xml\n{xml('highlight_object', **arguments)}\n```"))
    event = await stage.until("done")
    assert event.block
    return event.block.result or ""


LAST = """(() => {
    const host = [...document.documentElement.children].at(-1);
    return [host.localName, host.shadowRoot && "open"];
})()"""


@pytest.mark.thorough
async def test_a_model_outlines_an_element_until_overlay_ends(context: BrowserContext, demo: Demo) -> None:
    await context.add_init_script(WATCH)
    async with Stage(context, demo.url, site="demo", config=RUNS_AUTOMATICALLY) as stage:
        assert "Outlined: New chat" in await asked(stage, demo, object="New chat", seconds="60")
        page = stage.page
        assert await page.evaluate(BARS) == 4
        assert await page.evaluate("window.violations") == []
        assert await page.evaluate(LAST) == ["div", "open"]
    assert (await page.evaluate(LAST))[0] == "body"


@pytest.mark.thorough
async def test_the_page_can_not_look_into_an_outline(context: BrowserContext, demo: Demo) -> None:
    async with Stage(context, demo.url, site="demo", config=RUNS_AUTOMATICALLY, inspectable=False) as stage:
        await asked(stage, demo, object="New chat", seconds="60")
        assert await stage.page.evaluate(LAST) == ["div", None]
