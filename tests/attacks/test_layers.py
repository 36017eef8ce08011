"""Layers over a block that let presses through: those that paint something are refused, at whatever moment, and
those that paint nothing, which many frameworks keep over the whole page, hinder nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from playwright.async_api import BrowserContext, expect

from tests.acceptance.one_stage import OneStage, stage
from tests.injected.calls import XML
from tests.injected.fixtures import files_context, one_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import Stage, in_sight
from tests.support.effort import corners
from tests.support.faces import in_face

__all__ = ["files_context", "one_context", "pages", "stage"]

OVER = "position:fixed;inset:0;pointer-events:none;z-index:99"
CARD = ".card { position: relative } .card::after { content: ''; position: absolute; inset: 0; pointer-events: none;"
TREE = """<x-t style="{style}"></x-t><script>
    document.querySelector("x-t").attachShadow({{ mode: "closed" }}).innerHTML = "<div style='position:absolute;inset:0;{inner}'></div>";
</script>"""
POPOVER = """<div popover=manual style="{style};width:100vw;height:100vh;border:0;margin:0;background:{paint}"></div>
<script>document.querySelector("[popover]").showPopover()</script>"""
CANVAS = f"""<canvas width=800 height=400 style="{OVER};width:100%;height:100%"></canvas>
<script>{{paint}}</script>"""


def page_of(more: str = "", style: str = "") -> str:
    return f"""<!doctype html><meta charset=utf-8><title>layers</title><style>{style}</style>
<body style="margin:20px;height:2000px"><div class=card><div data-turn=assistant>
<pre><code>{XML.replace("<", "&lt;")}</code></pre></div></div>{more}</body>"""


Layer = tuple[str, str]
"""Elements at the end of the page, and styles."""
EMPTY: dict[str, Layer] = {
    "a container of toasts": (f'<section style="{OVER}"><ol style="{OVER}"></ol></section>', ""),
    "a layer of a card": ("", CARD + "}"),
    "two layers of the whole page": (f'<div style="{OVER}"></div><div style="{OVER}"></div>', ""),
    "a scrim without opacity": (f'<div style="{OVER};opacity:0;background:#000"></div>', ""),
    "a scrim of a clear colour": (f'<div style="{OVER};background:rgba(0,0,0,0)"></div>', ""),
    "a canvas without a stroke": (CANVAS.format(paint=""), ""),
    "a closed shadow tree": (TREE.format(style=OVER, inner=""), ""),
    "a popover": (POPOVER.format(style=OVER, paint="none"), ""),
    "a filter that changes nothing": (f'<div style="{OVER};backdrop-filter:blur(0)"></div>', ""),
    "a bubble as wide as what is in it": (
        f'<div style="{OVER}"></div>',
        ".card { width: fit-content; background: #eee; padding: 10px }",
    ),
    "a column that floats": (f'<div style="{OVER}"></div>', ".card { float: left }"),
}
KEPT = [
    "a layer of a card",
    "a closed shadow tree",
    "a popover",
    "a column that floats",
]
"""A pseudo-element, an element in a tree that overlay can't see, one in the top layer, one of the page over a narrow block."""
PAINTED: dict[str, Layer] = {
    "a layer of a card": ("", CARD + "background: linear-gradient(#fff, #fffe) }"),
    "a little darkness": (f'<div style="{OVER};background:#000;opacity:.03"></div>', ""),
    "a canvas with a stroke": (
        CANVAS.format(paint="document.querySelector('canvas').getContext('2d').fillRect(0, 0, 800, 400)"),
        "",
    ),
    "a closed shadow tree": (TREE.format(style=OVER, inner="background:#fff"), ""),
    "a shadow of something else": (
        f'<div style="{OVER};inset:-40px auto auto 0;width:100%;height:30px;box-shadow:0 90px 0 60px #fff"></div>',
        "",
    ),
    "letters beside the argument": (
        f'<div style="{OVER};inset:104px auto auto 260px;font:12px monospace">and no more</div>',
        "",
    ),
    "a filter": (f'<div style="{OVER};backdrop-filter:invert(1)"></div>', ""),
    "an empty layer on one that is faded": (f'<div style="{OVER}"></div>', "[data-turn] { opacity: .3 }"),
    "an empty layer on one that is cut": (
        f'<div style="{OVER}"></div>',
        "[data-turn] { clip-path: inset(60px 0 0 0) }",
    ),
}
WHITE: Layer = (f'<div style="{OVER};background:#fff"></div>', "")
# The layer that was there before is taken away.
PUT = """([more, style]) => {
    for (const each of window.added ?? []) each.remove();
    const range = document.createRange();
    range.selectNode(document.body);
    const part = range.createContextualFragment(more);
    const sheet = document.createElement("style");
    sheet.textContent = style;
    window.added = [...part.children, sheet];
    document.head.append(sheet);
    document.body.append(part);
}"""
RENEW = """(text) => {
    const card = document.querySelector(".card").cloneNode(false);
    card.innerHTML = "<div data-turn=assistant><pre><code></code></pre></div>";
    card.querySelector("code").textContent = text;
    document.querySelector(".card").replaceWith(card);
}"""
RAISED = ".wrapper:popover-open > iframe.face"


async def check_pressed(stage: OneStage, pages: PageSite, names: Iterable[str]) -> None:
    await stage.open(pages.add(page_of()))
    for number, name in enumerate(names, 1):
        await stage.page.evaluate(PUT, EMPTY[name])
        text = XML.replace("c1", f"c1{number}").replace("okapi", f"okapi under {name}")
        await stage.page.evaluate(RENEW, text)
        await stage.until("ready", number + 1)
        await expect(stage.faces).to_have_count(1)
        await stage.read()
        await stage.press(stage.execute)
        done = await stage.until("done", number)
        assert done.block
        assert done.block.call_id == f"c1{number}", name


@pytest.mark.thorough
async def test_a_press_counts_under_each_layer_that_paints_nothing(stage: OneStage, pages: PageSite) -> None:
    """One of each kind."""
    await check_pressed(stage, pages, KEPT)


@pytest.mark.thorough
async def test_a_press_counts_under_further_layers_that_paint_nothing(
    stage: OneStage, pages: PageSite
) -> None:
    await check_pressed(stage, pages, [name for name in EMPTY if name not in KEPT])


async def press_until_refused(stage: Stage) -> str:
    """Press until the block says why not, and not only that it moved just now: the browser itself drops presses
    on a frame that just moved.
    """
    note = in_face(stage.page, ".guard-note")
    await note.evaluate("(note) => { note.textContent = '' }")
    async with asyncio.timeout(60):
        while True:
            await stage.look(600)
            await stage.press(stage.execute)
            await stage.settled()
            said = await note.inner_text()
            if stage.tools.runs or (said and "just appeared or moved" not in said):
                return "it ran" if stage.tools.runs else said


MECHANISMS = ("a little darkness",)
"""The layers of the default run: a comparison of two pictures shows what they paint."""


async def check_refused(stage: OneStage, pages: PageSite, names: Iterable[str]) -> None:
    """Without a layer, a press counts."""
    await stage.open(pages.add(page_of().replace("okapi", "okapi under a painted layer")))
    await stage.ready()
    said: dict[str, str] = {}
    for name in names:
        await stage.page.evaluate(PUT, PAINTED[name])
        said[name] = await press_until_refused(stage)
    assert {name: text for name, text in said.items() if "Not run: " not in text} == {}
    await stage.page.evaluate(PUT, ["", ""])
    await stage.run()


async def test_no_press_counts_under_a_layer_that_paints_something(stage: OneStage, pages: PageSite) -> None:
    await check_refused(stage, pages, MECHANISMS)


@pytest.mark.thorough  # Each layer that paints differs in a picture, as the darkness above does.
async def test_no_press_counts_under_further_layers_that_paint_something(
    stage: OneStage, pages: PageSite
) -> None:
    await check_refused(stage, pages, [name for name in PAINTED if name not in MECHANISMS])


@pytest.mark.thorough
async def test_two_presses_on_a_block_that_came_under_a_layer_do_not_count(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(*PAINTED["a little darkness"]))) as stage:
        await stage.ready()
        said = [await press_until_refused(stage) for _ in range(2)]
        assert [text for text in said if "Not run: " not in text] == []


LATER = f"""() => {{
    const layer = document.querySelector("section");
    layer.style.cssText = "{OVER};background:#fff;color:#000";
    layer.textContent = "Question 3 of 5";
}}"""


@pytest.mark.thorough
async def test_a_layer_that_paints_only_later_hides_nothing_of_a_block_that_can_be_pressed(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(*EMPTY["a container of toasts"]))) as stage:
        await stage.ready()
        await stage.read()
        before = await stage.block.screenshot()
        await stage.page.evaluate(LATER)
        await stage.look(300)
        assert await stage.block.screenshot() == before


@pytest.mark.thorough
async def test_a_layer_that_paints_until_the_pointer_comes_gets_no_press(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(*WHITE)))
    await stage.ready()
    await stage.lose_sight()
    await stage.look(600)
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate(
        "addEventListener('pointermove', () => { document.querySelector('body > div:last-of-type').style.background = '' })"
    )
    await stage.page.mouse.move(x, y + 200)
    await stage.page.mouse.click(x, y)
    await expect(in_face(stage.page, ".guard-note")).to_contain_text("Not run: ")
    assert stage.tools.runs == []


SCROLLING = {
    "the document, and the card in it": "",
    "only the card": "html { overflow: hidden }",
}


@pytest.mark.thorough
@pytest.mark.parametrize("what", corners(SCROLLING, "the document, and the card in it"))
async def test_a_block_under_an_empty_layer_scrolls_once_for_a_turn_of_the_wheel(
    context: BrowserContext, pages: PageSite, what: str
) -> None:
    """The element is painted above all else only while it does not move."""
    html = page_of(
        f'<section style="{OVER}"></section>',
        style=f"{SCROLLING[what]} .card {{ height: 300px; overflow: auto }} pre {{ margin-bottom: 900px }}",
    ).replace("</pre></div>", "</pre></div><div style='height:900px'></div>")
    async with Stage(context, pages.add(html)) as stage:
        await stage.ready()
        await expect(stage.page.locator(RAISED)).to_have_count(1)
        before = await stage.block.bounding_box()
        await stage.page.mouse.move(*await stage.middle(in_face(stage.page, ".function-name-text")))
        await stage.page.mouse.wheel(0, 40)
        assert before
        async with asyncio.timeout(30):
            while (after := await stage.block.bounding_box()) is None or after["y"] == before["y"]:
                await stage.look(50)
        await stage.settled()
        assert await stage.block.bounding_box() == {**before, "y": before["y"] - 40}


@pytest.mark.thorough
async def test_a_dialog_that_the_page_opens_over_a_raised_block_is_drawn_over_it(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(*EMPTY["a container of toasts"])))
    await stage.ready()
    await expect(stage.page.locator(RAISED)).to_have_count(1)
    await stage.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;inset:0;background:#fff\">A dialog</div>')"
    )
    await expect(stage.page.locator(RAISED)).to_have_count(0)


LABEL = '<b style="position:fixed;top:30px;left:30px;z-index:9;pointer-events:none;background:#fff">Chat</b>'
THREE = page_of(LABEL).replace(
    "</function_calls>".replace("<", "&lt;"),
    "\n".join(XML.replace("c1", name).split("\n", 1)[1] for name in ("c2", "c3")).replace("<", "&lt;"),
)
CUTS = {
    "nothing": "",
    "a card with a border": "overflow:auto;border:3px solid;margin-top:.8px",
    "a card between two pixels": "overflow:auto;border:1.5px solid;margin:.3px",
}


@pytest.mark.thorough
@pytest.mark.parametrize("cut", corners(CUTS, "a card between two pixels"))
async def test_a_label_over_one_block_hinders_no_press_on_the_next(
    context: BrowserContext, pages: PageSite, cut: str
) -> None:
    """All are in one frame, and for what lies over the first it is painted above all else again and again. Chromium drops
    presses on a frame whose visible area got another size just before.
    """
    async with Stage(context, pages.add(THREE)) as stage:
        await stage.until("ready", 3)
        second = in_face(stage.page, ".execute-button").nth(1)
        await second.wait_for()
        if CUTS[cut]:
            height = (await stage.middle(second))[1] + 20
            await stage.page.evaluate(
                "(style) => { document.querySelector('.card').style.cssText = style }",
                f"height:{height}px;{CUTS[cut]}",
            )
        await in_sight(second, 900)
        await stage.page.evaluate(
            """new Promise((go) => {
                const root = document.querySelector("pre").previousElementSibling.shadowRoot;
                let before = false;
                const look = () => {
                    const matches = root.querySelector(".wrapper").matches(":popover-open");
                    if (before && !matches) go();
                    else requestAnimationFrame(look);
                    before = matches;
                };
                look();
            })"""
        )
        await stage.press(second)
        await stage.until("done")


@pytest.mark.thorough
async def test_a_bubble_keeps_its_width_when_its_block_is_painted_above_all_else(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(*EMPTY["a bubble as wide as what is in it"]))) as stage:
        card = stage.page.locator(".card")
        await stage.ready()
        await expect(stage.page.locator(RAISED)).to_have_count(1)
        raised = await card.bounding_box()
        await stage.page.evaluate("document.querySelector('body > div:last-of-type').remove()")
        await stage.page.evaluate("dispatchEvent(new Event('resize')); scrollBy(0, 40)")
        await expect(stage.page.locator(RAISED)).to_have_count(0)
        lowered = await card.bounding_box()
        assert raised
        assert lowered
        assert raised["width"] == lowered["width"]


@pytest.mark.thorough
async def test_a_refusal_names_what_lies_over_the_block(context: BrowserContext, pages: PageSite) -> None:
    button = '<button class="copy-code" style="position:absolute;top:90px;left:60px">⧉</button>'
    async with Stage(context, pages.add(page_of(button))) as stage:
        await stage.ready()
        said = await press_until_refused(stage)
        assert "<button> “copy-code”" in said


@pytest.mark.thorough
async def test_a_refusal_scrolls_to_what_was_out_of_view(context: BrowserContext, pages: PageSite) -> None:
    html = page_of(style=".card { height: 240px; overflow: auto } body { margin: 0 }")
    async with Stage(context, pages.add(html)) as stage:
        await stage.ready()
        await stage.page.evaluate(
            "document.querySelector('.card').style.height = '180px'; document.querySelector('.card').scrollTop = 1e4"
        )
        before = await stage.page.evaluate("document.querySelector('.card').scrollTop")
        await press_until_refused(stage)
        assert await stage.page.evaluate("document.querySelector('.card').scrollTop") < before
