"""Attacks of a page around a block: on what the user sees of the block, and on what a press on it does.

Each attack has its control: the same means works where overlay does not prevent it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest
from playwright.async_api import BrowserContext, FloatRect, expect

from tests.acceptance.one_stage import OneStage, stage
from tests.injected.calls import XML
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import Stage
from tests.support.faces import in_face

__all__ = ["own_context", "pages", "stage"]

NUMBERS = count(1)


def turn(name: str) -> str:
    """A message with a call that no other page has: overlay asks before it runs an equal call a second time."""
    text = XML.replace("c1", name).replace("okapi", f"okapi {next(NUMBERS)}").replace("<", "&lt;")
    return f"<div data-turn=assistant><pre><code>{text}</code></pre></div>"


def body() -> str:
    return f"""<!doctype html><meta charset=utf-8><title>face</title>
<body style="margin:20px;height:3000px"><div id=outer><div id=wrap>{turn("c1")}</div></div>
<div id=control style="font-family:Segoe UI,Roboto;background:var(--bg, #fff);color:var(--ink, #000)">quagga (x) secret</div></body>"""


NAMES = ("bg", "soft", "line", "ink", "dim", "accent", "on-accent", "good", "bad", "warn", "room")
FAMILIES = (
    "system-ui",
    "-apple-system",
    "Segoe UI",
    "Roboto",
    "sans-serif",
    "ui-monospace",
    "Menlo",
    "monospace",
)


def sheet(text: str) -> str:
    return f"const s = document.createElement('style'); s.textContent = `{text}`; document.head.append(s); undo.push(() => s.remove());"


SET = """(script) => {
    for (const back of window.undo ?? []) back();
    window.undo = [];
    eval(script);
}"""
"""Takes back what the last script set, and runs this one, which pushes to `undo` how it is taken back."""


HOST = "document.querySelector('pre').previousElementSibling"
UNSEEN = "; ".join(f"--{name}: transparent !important" for name in NAMES)
FACES = " ".join(f"@font-face {{ font-family: '{name}'; src: local('DejaVu Serif'); }}" for name in FAMILIES)
PAINTED = {
    "custom properties on every element": sheet(f"* {{ {UNSEEN} }}"),
    "custom properties on the host itself": f"const host = {HOST}, was = host.style.cssText; host.style.cssText += '{UNSEEN}'; undo.push(() => {{ host.style.cssText = was; }});",
    "fonts of the block's own names": sheet(FACES),
    "letters as discs and in capitals": sheet(
        "* { -webkit-text-security: disc !important; text-transform: uppercase !important; letter-spacing: -9px !important; }"
    ),
    "text without colour and size": sheet(
        "* { color: transparent !important; font-size: 0 !important; -webkit-text-fill-color: transparent !important; }"
    ),
    "an animation of the host": f"const moves = {HOST}.animate([{{ opacity: 0, translate: '300px' }}, {{ opacity: 0, translate: '300px' }}], 1e9); undo.push(() => moves.cancel());",
    "a style on what frames there are": sheet(
        "iframe, .face, .blocks { display: none !important; opacity: 0 !important; }"
    ),
    # Last: after it the browser rounds some colours in another way.
    "a transition of the host": sheet(
        "div { transition: all 1000s !important; opacity: 0.3 !important; }"
    ).replace("div {", "#outer div > div {"),
}
"""Properties that a page may set: nothing of it changes what is painted of the block."""
TURNED = {
    "text that is turned around": sheet(
        "* { direction: rtl !important; unicode-bidi: bidi-override !important; }"
    ),
    "a direction on the host": f"{HOST}.dir = 'rtl'; document.documentElement.dir = 'rtl'; undo.push(() => {{ {HOST}.dir = ''; document.documentElement.dir = ''; }});",
}
"""A page that runs from right to left has the block mirrored; its words stay as they are."""
LEVERS = {
    "custom properties on every element",
    "fonts of the block's own names",
    "letters as discs and in capitals",
}
"""Those that change the page's own text too: a control that they work here."""


@pytest.fixture(name="shown")
async def shown_block(stage: OneStage, pages: PageSite) -> OneStage:
    await stage.page.mouse.move(600, 500)
    await stage.open(pages.add(body()))
    await stage.until("ready")
    await expect(stage.execute).to_be_visible()
    await stage.read(300)
    return stage


async def picture(stage: Stage, box: FloatRect) -> bytes:
    return await stage.page.screenshot(clip=box)


async def settled_picture(stage: Stage, box: FloatRect, before: bytes) -> bytes:
    """The picture once the page has been painted anew: at most some frames later."""
    for _ in range(20):
        await stage.look(50)
        if await picture(stage, box) != before:
            break
    return await picture(stage, box)


async def changes(stage: Stage, script: str) -> bool:
    """Whether what is painted of the block changes when the page runs the script."""
    box = await stage.faces.bounding_box()
    assert box
    before = await picture(stage, box)
    await stage.page.evaluate(SET, script)
    await stage.look(300)
    moved = await stage.faces.bounding_box()
    return not moved or await picture(stage, {**box, "x": moved["x"], "y": moved["y"]}) != before


async def test_nothing_that_a_page_sets_changes_what_is_painted_of_a_block(shown: OneStage) -> None:
    """All at once."""
    assert not await changes(shown, "".join(f"{{ {script} }}" for script in PAINTED.values()))


@pytest.mark.thorough
async def test_nothing_that_a_page_sets_alone_changes_what_is_painted_of_a_block(shown: OneStage) -> None:
    changed: list[str] = []
    for name, script in PAINTED.items():
        if await changes(shown, script):
            changed.append(name)
        await shown.page.evaluate(SET, "")
        await shown.look(150)
    assert changed == []


@pytest.mark.thorough
async def test_control_what_a_page_sets_changes_its_own_text(shown: OneStage) -> None:
    control = await shown.page.locator("#control").bounding_box()
    assert control
    words = await picture(shown, control)
    without_effect: list[str] = []
    for name in LEVERS:
        await shown.page.evaluate(SET, PAINTED[name])
        if await settled_picture(shown, control, words) == words:
            without_effect.append(name)
    assert without_effect == []


@pytest.mark.thorough
async def test_a_direction_that_a_page_sets_leaves_an_argument_as_it_was(shown: OneStage) -> None:
    value = in_face(shown.page, ".param-value").first
    before = await value.screenshot()
    changed: list[str] = []
    for name, script in TURNED.items():
        await shown.page.evaluate(SET, script)
        await expect(in_face(shown.page, ".blocks.rtl")).to_have_count(1)
        await shown.look(300)
        if await value.screenshot() != before:
            changed.append(name)
        await shown.page.evaluate(SET, "")
        await expect(in_face(shown.page, ".blocks.rtl")).to_have_count(0)
    assert changed == []


def wrap(style: str) -> str:
    return f"const outer = document.getElementById('outer'), wrap = document.getElementById('wrap'); wrap.style.cssText = '{style}'; undo.push(() => {{ wrap.style.cssText = outer.style.cssText = ''; }});"


CROPPED = {
    "only the button is left": wrap("overflow:hidden;height:60px") + "wrap.scrollTop = 1e4;",
    "the name is cut off": wrap("overflow:hidden;height:160px;") + "wrap.scrollTop = 60;",
    "the arguments' right half is cut off": wrap("overflow:hidden;width:1200px;")
    + "outer.style.cssText = 'width:600px;overflow:clip;direction:rtl'",
    "a slit": wrap(
        "clip-path:polygon(0 0, 100% 0, 100% 30px, 60% 30px, 60% 70px, 100% 70px, 100% 100%, 0 100%)"
    ),
    "round corners that leave a middle": wrap("overflow:hidden;border-radius:50%"),
    "an inner shape": wrap("clip-path:circle(30%)"),
    "a bar over the name": "const o = document.createElement('div'); o.style.cssText = 'position:fixed;top:0;left:0;right:0;height:60px;background:#fff'; document.body.append(o); undo.push(() => o.remove());",
    "a snapshot of another moment": sheet(
        "::view-transition { pointer-events: none } ::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root) { animation-duration: 1000s }"
    )
    + "const moment = document.startViewTransition(() => {}); undo.push(() => moment.skipTransition());",
}
"""How a page leaves the button to press, and takes away what has to be read before."""


MECHANISMS = (
    "the name is cut off",
    "a slit",
    "round corners that leave a middle",
    "a snapshot of another moment",
)


async def check_cropped(stage: OneStage, names: Iterable[str]) -> None:
    """A press counts where the page cuts off nothing."""
    ran: list[str] = []
    for name in names:
        await stage.page.evaluate(SET, CROPPED[name])
        await stage.look(900)
        await stage.press(stage.execute)
        await stage.settled()
        if stage.tools.runs:
            ran.append(name)
            break
    assert ran == []
    await stage.page.evaluate(SET, wrap("overflow:hidden;border-radius:4px"))
    await stage.run()
    assert len(stage.tools.runs) == 1


async def test_no_press_counts_where_the_page_cut_off_what_has_to_be_read(shown: OneStage) -> None:
    """One of each kind: a box, a shape, corners, a snapshot. A bar over a part is in tests/injected/face/test_click_guard.py."""
    await check_cropped(shown, MECHANISMS)


@pytest.mark.thorough
async def test_no_press_counts_where_the_page_cut_off_in_further_ways_what_has_to_be_read(
    shown: OneStage,
) -> None:
    await check_cropped(shown, [name for name in CROPPED if name not in MECHANISMS])


async def test_a_page_that_shows_a_block_only_while_the_pointer_is_on_it_gets_no_press(
    shown: OneStage,
) -> None:
    await shown.page.evaluate(
        SET,
        sheet(
            "#wrap { mask-image: linear-gradient(transparent, transparent) } #wrap:hover { mask-image: none }"
        ),
    )
    # The mask is noticed within a second.
    await shown.look(1100)
    await shown.press(shown.execute)
    await shown.settled()
    assert shown.tools.runs == []


SEARCHED: dict[str, str] = {
    "a search": "find(word)",
    "a search backwards": "find(word, false, true, true, false, true)",
    "a selection of all": "(document.execCommand('selectAll'), getSelection().toString().includes(word))",
    "the text of the page": "document.documentElement.innerText.includes(word)",
    "the frames of the window": "window.length > 0",
    "the frames of the document": "document.querySelectorAll('iframe').length > 0",
}


async def _asked(stage: Stage, way: str, word: str) -> Any:
    """The answer, with nothing selected before: a search goes on from the selection."""
    return await stage.page.evaluate(
        f"(word) => {{ getSelection().removeAllRanges(); return {SEARCHED[way]}; }}", word
    )


async def test_a_page_finds_its_own_words_and_no_result_before_it_is_inserted(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(body()), inspectable=False) as stage:
        await stage.until("ready")
        [block] = await stage.settled()
        while not stage.tools.runs:
            await stage.look(700)
            await stage.companion.click(block.id)
            await stage.settled()
        await stage.until("done")
        await stage.settled()
        assert [way for way in SEARCHED if await _asked(stage, way, "seen quagga")] == []
        own = ["a search", "a selection of all", "the text of the page"]
        assert [way for way in own if not await _asked(stage, way, "quagga (x) secret")] == []


def history(calls: int) -> str:
    return f"<!doctype html><body>{''.join(turn(f'c{number}') for number in range(calls))}</body>"


@pytest.mark.thorough
async def test_a_long_history_has_few_frames_and_hides_all_of_its_text(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(history(50)))
    await stage.until("ready")
    await expect(stage.page.locator("pre").filter(visible=True)).to_have_count(0)
    await expect(stage.faces.first).to_be_visible()
    assert await stage.page.locator("iframe").count() <= 16


@pytest.mark.thorough
async def test_a_block_that_is_scrolled_to_gets_a_frame_and_can_be_pressed(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(history(30)))
    await stage.until("ready", 30)
    last = next(block for block in await stage.settled() if block.call_id == "c29")
    while not stage.tools.runs:
        await stage.companion.show(last.id)
        await stage.look(700)
        await stage.companion.click(last.id)
        await stage.settled()
    assert (await stage.until("done")).block.call_id == "c29"  # type: ignore[union-attr]


@pytest.mark.thorough
async def test_on_a_page_from_right_to_left_arguments_are_drawn_from_left_to_right(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(body().replace("<body", "<html dir=rtl><body")))
    await stage.until("ready")
    value = in_face(stage.page, ".param-value pre").first
    assert await value.evaluate("(pre) => getComputedStyle(pre).direction") == "ltr"
