"""Two calls are in one message, under a layer over the whole page, and the second one is under the page's message box: the
first one is compared with what the page paints, and runs if nothing is painted over it.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext

from tests.attacks.test_quotes_and_hidden import CONFIG, Room, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.scene import call

__all__ = ["own_context", "pages"]

SOON: dict[str, Any] = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 0.7}}
LINES = "\n".join(f"line {number}" for number in range(5))
CALLS = {name: f"{name}\n{LINES}" for name in ("first", "second")}
STYLE = """main { padding: 40px 20px } #layer { position: fixed; inset: 0; pointer-events: none }
/* From the middle of the second block. */
footer { position: fixed; inset: 450px 0 0; background: #fc9 }"""
PLACE = """(style) => {
    const box = document.body.appendChild(document.createElement("footer"));
    box.append(document.querySelector("textarea"));
    document.body.append(Object.assign(document.createElement("div"), { id: "layer", style }));
}"""
PAINTED = {
    "over all": "background: #fff",
    "a little over the name of the first": "background: linear-gradient(#00000010 110px, #0000 0)",
    "over the name of the first": "background: linear-gradient(#fff 110px, #fff0 0)",
}


async def answered(room: Room, painted: str) -> None:
    """An answer of both calls, with the layer and the box over it; the user has just scrolled, so overlay scrolls nowhere."""
    page = room.companion.page
    await page.add_style_tag(content=STYLE)
    await page.evaluate(PLACE, painted)
    await page.mouse.wheel(0, 1)
    texts = ["\n".join(call(text=text) for text in CALLS.values())]
    await page.evaluate("(given) => answer(...given)", ["both", "<pre></pre>", texts, ""])


async def test_a_call_above_the_message_box_runs_though_the_next_one_is_under_it(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, SOON) as room:
        await answered(room, "")
        await room.block(CALLS["second"], "ready")
        assert room.ran == [CALLS["first"]]


@pytest.mark.parametrize("painted", PAINTED)
async def test_no_call_above_the_message_box_runs_if_the_page_paints(
    context: BrowserContext, pages: PageSite, painted: str
) -> None:
    async with opened(context, pages, SOON) as room:
        await answered(room, PAINTED[painted])
        await room.block(CALLS["first"], "ready")
        await room.block(CALLS["second"], "ready")
        assert room.ran == []
