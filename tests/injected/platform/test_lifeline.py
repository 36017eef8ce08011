"""The element whose size tells whether Python's connection holds."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from observers.cdp import call
from tests.injected.lab import Lab

SCENE = """
const controller = new AbortController();
globalThis.broken = 0;
const tied = globalThis.tied = new lifeline.Lifeline(new host_elements.Hosts("data-m", false), controller.signal);
tied.whenBroken(() => { globalThis.broken += 1; });
const frames = async () => { for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame); };
"""
FRAMES = "(async () => { for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame); })()"


@pytest.fixture(autouse=True)
async def cut(lab: Lab) -> AsyncIterator[None]:
    """Other tests use the same document."""
    yield
    await lab.page.evaluate("globalThis.tied?.detach()")


async def test_it_does_not_hold_without_help(lab: Lab) -> None:
    assert await lab(f"{SCENE} tied.attach(); await frames(); return [tied.held, broken];") == [False, 0]


async def test_the_page_finds_no_text_and_no_room_of_it(lab: Lab) -> None:
    code = "tied.attach(); const { width, height } = tied.host.getBoundingClientRect(); return [width, height, tied.host.textContent];"
    assert await lab(SCENE + code) == [0, 0, ""]


async def test_a_session_that_ends_breaks_it(lab: Lab) -> None:
    page = lab.page
    await lab(f"{SCENE} tied.attach();")
    session = await page.context.new_cdp_session(page)
    await call(session, "DOM.enable")
    await call(session, "CSS.enable")
    element = await call(session, "Runtime.evaluate", {"expression": "tied.element"})
    await call(session, "DOM.getDocument", {"depth": 0})
    node = await call(session, "DOM.requestNode", {"objectId": element["result"]["objectId"]})
    await call(session, "CSS.forcePseudoState", {"nodeId": node["nodeId"], "forcedPseudoClasses": ["target"]})
    await page.evaluate(FRAMES)
    held = await page.evaluate("tied.held")
    await session.detach()
    await page.evaluate(FRAMES)
    assert [held, await page.evaluate("[tied.held, broken]")] == [True, [False, 1]]


async def test_a_page_that_takes_the_element_out_is_asked_as_before(lab: Lab) -> None:
    code = "tied.held = true; tied.attach(); tied.host.remove(); await frames(); return tied.held;"
    assert await lab(SCENE + code) is False


async def test_nothing_of_it_is_left_at_the_end(lab: Lab) -> None:
    assert await lab(f"{SCENE} tied.attach(); controller.abort(); return tied.host.isConnected;") is False
