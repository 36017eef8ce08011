"""Two calls are in one message, under a layer over the whole page, and the second one is under the page's message box: the
first one is compared with what the page paints, and runs if nothing is painted over it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from overlay.companion.wiring import Runtime
from tests.attacks.test_quotes_and_hidden import CONFIG, Room, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.scene import call

__all__ = ["own_context", "pages"]

COUNTS: dict[str, Any] = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 1.5}}
LINES = "\n".join(f"line {number}" for number in range(5))
CALLS = {name: f"{name}\n{LINES}" for name in ("first", "second")}
STYLE = """main { padding: 40px 20px } #layer { position: fixed; inset: 0; pointer-events: none }
footer { position: fixed; inset: auto 0 0; background: #fc9 }"""
PLACE = """(top) => {
    const box = document.body.appendChild(document.createElement("footer"));
    box.style.top = `${top}px`;
    box.append(document.querySelector("textarea"));
    document.body.append(Object.assign(document.createElement("div"), { id: "layer" }));
}"""
PAINTED = {
    "over all": "inset: 0",
    "over the name of the first": "inset: 0 0 auto; height: 110px",
    "over the second": "inset: 318px 0 0",
}
COVER = """(style) => {
    const cover = document.body.appendChild(document.createElement("i"));
    cover.style.cssText = `position: fixed; pointer-events: none; background: #fff; ${style}`;
}"""
IN_ARGUMENTS = 450
"""Where the message box begins: in the arguments of the second block, and in the row of its buttons."""
IN_BUTTONS = 545


class Countdown:
    """Countdowns that end when the test says so, and not before the page has painted; later waits take their time."""

    def __init__(self) -> None:
        self.ends = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        await (asyncio.sleep(seconds) if self.ends.is_set() else self.ends.wait())


@asynccontextmanager
async def answered(
    context: BrowserContext, pages: PageSite, painted: str, top: int = IN_ARGUMENTS
) -> AsyncGenerator[Room]:
    """An answer of both calls, with the layer and the box over it; the user has just scrolled, so overlay scrolls nowhere."""
    countdown = Countdown()
    async with opened(context, pages, COUNTS, Runtime(sleep=countdown.sleep)) as room:
        await write(room, painted, top)
        countdown.ends.set()
        yield room


async def write(room: Room, painted: str, top: int) -> None:
    page = room.companion.page
    await page.add_style_tag(content=STYLE)
    await page.evaluate(PLACE, top)
    await page.mouse.wheel(0, 1)
    texts = ["\n".join(call(text=text) for text in CALLS.values())]
    await page.evaluate("(given) => answer(...given)", ["both", "<pre></pre>", texts, ""])
    # Only then: a call that is covered when it is complete never runs, whatever is compared later.
    await room.block(CALLS["second"], "scheduled")
    if painted:
        await page.evaluate(COVER, painted)


async def test_a_call_above_the_message_box_runs_though_the_next_one_is_under_it(
    context: BrowserContext, pages: PageSite
) -> None:
    async with answered(context, pages, "") as room:
        await room.block(CALLS["first"], "done")
        await room.block(CALLS["second"], "ready")
        assert room.ran == [CALLS["first"]]


@pytest.mark.parametrize(
    ("painted", "top"),
    [
        pytest.param(
            painted,
            top,
            marks=[] if (painted, top) == ("over the second", IN_BUTTONS) else [pytest.mark.thorough],
        )
        for painted in PAINTED
        for top in (IN_ARGUMENTS, IN_BUTTONS)
    ],
)
async def test_no_call_above_the_message_box_runs_if_the_page_paints(
    context: BrowserContext, pages: PageSite, painted: str, top: int
) -> None:
    async with answered(context, pages, PAINTED[painted], top) as room:
        await room.block(CALLS["first"], "ready")
        await room.block(CALLS["second"], "ready")
        assert room.ran == []
