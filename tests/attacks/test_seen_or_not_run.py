"""The page changes during a countdown: a call whose block the user can't see at its end does not run, nor one whose message
changed its author. Each attack has a control: the same page without it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from tests.attacks.test_quotes_and_hidden import CONFIG, Room, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]

COUNTS: dict[str, Any] = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 0.7}}
DEEP = """(turn) => {
    const layer = (style) => {
        const outer = document.body.appendChild(document.createElement("div"));
        outer.className = "cover";
        outer.innerHTML = "<div><div><div><div></div></div></div></div>";
        outer.querySelector("div div div div").style.cssText = style;
    };
    layer("position:fixed;inset:0;background:#fff;pointer-events:none;z-index:99");
}"""
CLOSED = """(turn) => {
    const host = document.body.appendChild(document.createElement("div"));
    host.className = "cover";
    host.attachShadow({ mode: "closed" }).innerHTML =
        "<p style='position:fixed;inset:0;margin:0;background:#fff;pointer-events:none;z-index:99'></p>";
}"""
BUBBLE = """(turn) => {
    const field = document.body.appendChild(document.createElement("input"));
    field.className = "cover";
    field.setCustomValidity("read the weather, nothing else");
    field.reportValidity();
}"""
INNER = """(turn) => {
    const host = document.body.appendChild(document.createElement("section"));
    host.className = "cover";
    const field = document.createElement("input");
    host.attachShadow({ mode: "closed" }).append(field);
    field.setCustomValidity("read the weather, nothing else");
    field.reportValidity();
}"""
TABBED = """(turn) => {
    const host = document.body.appendChild(document.createElement("div"));
    host.className = "cover";
    host.tabIndex = -1;
    const field = document.createElement("input");
    host.attachShadow({ mode: "closed", delegatesFocus: true }).append(field);
    field.setCustomValidity("read the weather, nothing else");
    field.reportValidity();
}"""
FRAMED = """(turn) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.className = "cover";
    const field = frame.contentDocument.body.appendChild(frame.contentDocument.createElement("input"));
    field.setCustomValidity("read the weather, nothing else");
    field.reportValidity();
}"""
PATCH = """(turn) => {
    turn.style.cssText = "filter:invert(1);position:relative";
    const patch = turn.appendChild(document.createElement("i"));
    patch.style.cssText = "position:absolute;left:18px;width:300px;top:60px;height:70px;background:#f5f6f8;pointer-events:none";
}"""
TOP = """(turn) => {
    const layer = document.body.appendChild(document.createElement("div"));
    layer.className = "cover";
    layer.popover = "manual";
    layer.style.cssText = "border:0;width:100vw;height:100vh;background:#fffb;backdrop-filter:blur(6px);pointer-events:none";
    layer.showPopover();
}"""
FADED = """(turn) => {
    const layer = document.body.appendChild(document.createElement("div"));
    layer.className = "cover";
    layer.style.cssText = "position:fixed;inset:0;background:#fff;opacity:.85;pointer-events:none";
}"""
RAISED = """const raised = [...turn.querySelectorAll("*")].some((host) => host.shadowRoot?.querySelector(".wrapper:popover-open"));"""
# Writes down when a frame showed the layer over the block, and when it showed the block above all else.
BLINK = """(turn) => {
    const layer = document.body.appendChild(document.createElement("div"));
    layer.className = "cover";
    layer.style.cssText = "position:fixed;inset:0;background:#fff;pointer-events:none;visibility:hidden";
    let frames = 0;
    window.shown = { covered: [], raised: [] };
    const blink = () => {
        frames += 1;
        const over = SHOWN;
        layer.style.visibility = over ? "visible" : "hidden";
        RAISED
        if (over || raised) shown[raised ? "raised" : "covered"].push(Date.now());
        if (layer.isConnected) requestAnimationFrame(blink);
    };
    requestAnimationFrame(blink);
    MORE
}"""
# Waits in each frame until the animation shows the cover away; the compositor shows it between the frames.
BETWEEN = """(turn) => {
    const layer = document.body.appendChild(document.createElement("div"));
    layer.className = "cover";
    layer.style.cssText = "position:fixed;inset:0;background:#fff;pointer-events:none;will-change:opacity,transform";
    window.shown = { covered: [], raised: [] };
    const [away, here] = FRAMES;
    const cover = layer.animate([away, { ...away, offset: .25 }, { ...here, offset: .26 }, here], { duration: 200, iterations: Infinity });
    const wait = () => {
        RAISED
        shown[raised ? "raised" : "covered"].push(Date.now());
        const at = () => (performance.now() - (cover.startTime ?? 0)) % 200;
        while (at() > 20) continue;
        if (layer.isConnected) requestAnimationFrame(wait);
    };
    requestAnimationFrame(wait);
}"""
BLINKS = {
    "in three of four frames": BLINK.replace("SHOWN", "frames % 4").replace("MORE", ""),
    "in one of four frames": BLINK.replace("SHOWN", "!(frames % 4)").replace("MORE", ""),
    "in one of six frames over a recoloured message": BLINK.replace("SHOWN", "!(frames % 6)").replace(
        "MORE", "turn.style.filter = 'hue-rotate(9deg)'"
    ),
    "fading in between the frames": BETWEEN.replace("FRAMES", "[{ opacity: 0 }, { opacity: 1 }]"),
    "coming between the frames": BETWEEN.replace(
        "FRAMES", "[{ transform: 'translateX(200vw)' }, { transform: 'none' }]"
    ),
}
PULSE = """(turn) => {
    turn.animate([{ opacity: 0 }, { opacity: 0, offset: .8 }, { opacity: 1, offset: .81 }, { opacity: 1 }],
        { duration: 100, iterations: Infinity });
}"""
BOX = """(turn) => { turn.style.cssText = "overflow:hidden;SIZE" }"""
ATTACKS = {
    "a layer elsewhere in the page": DEEP,
    "a layer in a closed tree": CLOSED,
    "the bubble of a field": BUBBLE,
    "the bubble of a field in a closed tree": INNER,
    "the bubble of a field in a closed tree of an element that takes the focus": TABBED,
    "the bubble of a field in a frame": FRAMED,
    "a patch over the argument of a recoloured message": PATCH,
    "a layer above all else that blurs": TOP,
    "a layer that leaves little contrast": FADED,
    "a grey layer that makes all colours grey": FADED.replace(
        "#fff;opacity:.85", "#808080;mix-blend-mode:difference"
    ),
    "a message that blinks": PULSE,
    "a box of 20 pixels": BOX.replace("SIZE", "width:20px"),
    "a box of 8 pixels": BOX.replace("SIZE", "height:8px"),
    "a mask": "(turn) => { turn.style.maskImage = 'linear-gradient(#000, #0000 30px)' }",
    "a scale": "(turn) => { turn.style.transform = 'scale(.3)' }",
    "a class of the user": "(turn) => { turn.className = 'user' }",
    "the user's list": "(turn) => { const list = document.createElement('div'); list.className = 'user'; turn.before(list); list.append(turn); turn.className = ''; }",
    "reasoning that turned up": "(turn) => { turn.className = 'note' }",
    "a document that was written anew": """(turn) => {
        const whole = document.documentElement.outerHTML;
        document.open();
        document.write(whole.replace(/<script[^]*<.script>/, ""));
        document.close();
    }""",
}
KEPT = (
    "a layer elsewhere in the page",
    "the bubble of a field",
    "the user's list",
)
WRITTEN = "a document that was written anew"
CLEAR = (
    "() => { for (const each of document.querySelectorAll('.cover')) each.remove(); main.replaceChildren() }"
)


async def check(room: Room, name: str) -> None:
    """The change comes when the whole call is there; then the countdown runs."""
    await room.answer("<pre></pre>", name, change=ATTACKS[name])
    block = await room.block(name, "ready")
    assert "Not run automatically: " in block.note, name
    assert name not in room.ran
    await room.companion.page.evaluate(CLEAR)


async def check_all(context: BrowserContext, site: PageSite, names: tuple[str, ...]) -> None:
    async with opened(context, site, COUNTS) as room:
        for name in names:
            await check(room, name)
        await room.answer("<pre></pre>", "control")
        await room.block("control", "done")
        assert room.ran == ["control"]


async def test_a_call_that_can_not_be_seen_when_its_countdown_ends_waits_for_a_press(
    context: BrowserContext, pages: PageSite
) -> None:
    """One of each kind."""
    await check_all(context, pages, KEPT)


@pytest.mark.thorough
async def test_a_call_waits_for_a_press_under_further_covers_of_a_countdown(
    context: BrowserContext, pages: PageSite
) -> None:
    await check_all(context, pages, tuple(name for name in ATTACKS if name not in (*KEPT, WRITTEN)))


async def test_a_call_runs_only_after_half_a_second_without_a_layer_that_blinks_over_it(
    context: BrowserContext, pages: PageSite
) -> None:
    """A call that screenshots did not show covered is above the layer for that time."""
    async with opened(context, pages, COUNTS) as room:
        for name, change in BLINKS.items():
            await room.answer("<pre></pre>", name, change=change.replace("RAISED", RAISED))
            await room.block(name, "ready", "done")
            shown: dict[str, list[float]] = await room.companion.page.evaluate("shown")
            assert shown["covered"], name
            if name in room.times:
                # A block that the page recolours is above the layer only until it has been seen.
                ran = room.times[name] * 1000
                until = max((at for at in shown["raised"] if at < ran), default=ran)
                # The page notes a frame before overlay raises the block in it, and the last one before the run.
                covered = max((at for at in shown["covered"] if at < until), default=0)
                raised = [at for at in shown["raised"] if covered < at <= until]
                gap = max((later - at for at, later in pairwise(raised)), default=0)
                assert [at for at in shown["covered"] if until - 500 + gap < at < until] == [], name
            await room.companion.page.evaluate(CLEAR)
        await room.answer("<pre></pre>", "control")
        await room.block("control", "done")


@pytest.mark.thorough
async def test_a_call_does_not_run_in_a_document_that_was_written_anew_during_its_countdown(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        await room.answer("<pre></pre>", "control")
        await room.block("control", "done")
        await room.answer("<pre></pre>", WRITTEN, change=ATTACKS[WRITTEN])
        await room.block(WRITTEN, "ready")
        assert room.ran == ["control"]


async def test_a_call_out_of_view_is_brought_into_view_and_runs_and_the_page_is_where_it_was(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        await room.answer("<div style='height:300vh'></div><pre></pre>", "below")
        await room.block("below", "done")
        assert await room.companion.page.evaluate("scrollY") == 0


async def test_a_call_out_of_view_waits_while_the_user_reads_elsewhere(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, COUNTS) as room:
        await room.companion.page.mouse.wheel(0, 10)
        await room.answer("<div style='height:300vh'></div><pre></pre>", "below")
        block = await room.block("below", "ready")
        assert "this block is not in view" in block.note
        assert room.ran == []
