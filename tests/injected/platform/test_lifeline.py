"""The element whose size says whether Python is still connected."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from observers.cdp import call
from tests.injected.lab import Case, Lab

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


async def test_a_lifeline_leaves_nothing_in_the_page(lab: Lab) -> None:
    cases = {
        "a lifeline does not hold without help": Case(
            "tied.attach(); await frames(); return [tied.held, broken];", [False, 0]
        ),
        "the page finds no text and no room of it": Case(
            "tied.attach(); const { width, height } = tied.host.getBoundingClientRect(); return [width, height, tied.host.textContent];",
            [0, 0, ""],
        ),
        "a page that takes the element out is asked as before": Case(
            "tied.held = true; tied.attach(); tied.host.remove(); await frames(); return tied.held;", False
        ),
        "nothing of it is left at the end": Case(
            "tied.attach(); controller.abort(); return tied.host.isConnected;", False
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


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
