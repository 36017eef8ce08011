"""A call runs without a press in each situation into which people bring it while calls run automatically."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext

from observers.cdp import call
from tests.attacks.test_quotes_and_hidden import CONFIG, Room, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.scene import call as printed

__all__ = ["own_context", "pages"]

COUNTS: dict[str, Any] = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 0.3}}
PRE = "<pre></pre>"
DARK = """document.documentElement.style.cssText = "background:#fff;filter:invert(1) hue-rotate(180deg)" """
BLENDED = """add("<div style='position:fixed;inset:0;background:#fff;mix-blend-mode:difference;pointer-events:none'></div>")"""
TOAST = """add("<section style='position:fixed;inset:0;pointer-events:none'><p style='position:absolute;right:9px;bottom:9px;background:#fd0'>Saved</p></section>")"""
FRAME = """
    const frame = add("<iframe></iframe>");
    const field = frame.contentDocument.body.appendChild(frame.contentDocument.createElement("input"));
    field.focus()"""
SUGGESTS = """
    add("<datalist id=names></datalist>");
    document.querySelector("textarea").blur();
    add("<input list=names>").focus()"""
FOCUSED = """
    const list = add("<div tabindex=0>A list</div>");
    list.focus()"""
STICKY = "<div style='height:400px;overflow:auto'><header style='position:sticky;top:0;height:90px;background:#eee;z-index:2'>Chat</header><div style='height:20px'></div><pre style='margin-top:-60px'></pre><div style='height:900px'></div></div>"
SITUATIONS: dict[str, tuple[str, str]] = {
    "an extension for dark pages": (DARK, PRE),
    "an extension that blends the page": (BLENDED, PRE),
    "below much text": ("", "<div style='height:300vh'></div><pre></pre>"),
    "an answer that fades in": ("", "<div class=appears><pre></pre></div>"),
    "a header that stays over the list": ("", STICKY),
    "a toast elsewhere": (TOAST, PRE),
    "the focus in the message box": ("document.querySelector('textarea').focus()", PRE),
    "the focus in a field of a frame": (FRAME, PRE),
    "the focus in a field without suggestions": (SUGGESTS, PRE),
    "the focus on a part of the page": (FOCUSED, PRE),
}
"""By name: a script that runs before the answer, and the answer's markup."""
KEPT = (
    "an extension for dark pages",
    "a header that stays over the list",
    "the focus in a field of a frame",
    "the focus on a part of the page",
)
RUN = """(script) => {
    const main = document.querySelector("main");
    const add = (html) => {
        const box = document.createElement("div");
        box.className = "added";
        box.innerHTML = html;
        document.body.append(box);
        return box.firstChild;
    };
    eval(script);
}"""
CLEAR = """() => {
    for (const each of document.querySelectorAll(".added")) each.remove();
    document.documentElement.style.cssText = "";
    document.querySelector("main").replaceChildren();
}"""


async def run_in(room: Room, name: str) -> None:
    script, html = SITUATIONS[name]
    await room.companion.page.evaluate(RUN, script)
    await room.answer(html, name)
    await room.block(name, "done")
    await room.companion.page.evaluate(CLEAR)


async def test_a_call_runs_automatically_in_ordinary_situations(
    context: BrowserContext, pages: PageSite
) -> None:
    """One of each kind."""
    async with opened(context, pages, COUNTS) as room:
        for name in KEPT:
            await run_in(room, name)


@pytest.mark.thorough
async def test_a_call_runs_automatically_in_further_situations(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        for name in SITUATIONS:
            if name not in KEPT:
                await run_in(room, name)


UNDER_A_BAR = "<div style='position:fixed;inset:0;overflow:auto;background:#fff'><header style='position:sticky;top:0;height:60px;background:#eee;z-index:2'>Chat</header><div style='height:900px'></div><pre></pre><div style='height:300px'></div></div>"
TO_THE_END = "(turn) => { turn.firstElementChild.scrollTop = 9999; }"


@pytest.mark.thorough
async def test_three_calls_of_one_code_block_run_where_they_are_taller_than_the_list_under_a_bar(
    context: BrowserContext, pages: PageSite
) -> None:
    names = ["one", "two", "three"]
    async with opened(context, pages, COUNTS) as room:
        # So high that the first block is under the bar when all three are in the middle.
        await room.companion.page.set_viewport_size({"width": 1280, "height": 540})
        together = "\n".join(printed(text=name) for name in names)
        await room.companion.page.evaluate(
            "(given) => answer(...given)", ["m-1", UNDER_A_BAR, [together], TO_THE_END]
        )
        for name in names:
            await room.block(name, "done")
        assert room.ran == names


@pytest.mark.thorough
async def test_a_call_runs_automatically_in_a_small_and_in_a_zoomed_window(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        page = room.companion.page
        await page.set_viewport_size({"width": 420, "height": 360})
        await room.answer(PRE, "small")
        await room.block("small", "done")
        session = await context.new_cdp_session(page)
        zoomed = {"width": 1024, "height": 576, "deviceScaleFactor": 1.25, "mobile": False}
        await call(session, "Emulation.setDeviceMetricsOverride", zoomed)
        await room.answer(PRE, "zoomed")
        await room.block("zoomed", "done")


@pytest.mark.thorough
async def test_a_call_runs_while_the_pointer_rests_on_something_with_a_tooltip_elsewhere(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        page = room.companion.page
        await page.evaluate(
            RUN, """add("<b title='Words' style='position:fixed;left:9px;bottom:9px'>?</b>")"""
        )
        await page.locator("b").hover()
        await room.answer(PRE, "hovered")
        await room.block("hovered", "done")
