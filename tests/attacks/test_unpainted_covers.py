"""Presses under what no screenshot shows: what the browser draws itself at the page's request, and covers that blink.

Each attack has a control: without it, the next press on the same block runs the call.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.acceptance.one_stage import OneStage, stage
from tests.attacks.test_layers import OVER, page_of
from tests.injected.fixtures import files_context, one_context, pages
from tests.injected.pages import PageSite
from tests.support.faces import in_face

__all__ = ["files_context", "one_context", "pages", "stage"]

FIELD = "const field = add(document.body, document.createElement('input'));"
SAYS = "field.setCustomValidity('Press here to go on'); field.reportValidity();"
POPUPS = {
    "the bubble of a field": f"{FIELD} {SAYS}",
    "the bubble of a field in an open tree": "const host = add(document.body, document.createElement('section'));"
    f"const field = host.attachShadow({{ mode: 'open' }}).appendChild(document.createElement('textarea')); {SAYS}",
    "the bubble of a field in a closed tree": "const host = add(document.body, document.createElement('section'));"
    f"const field = host.attachShadow({{ mode: 'closed' }}).appendChild(document.createElement('textarea')); {SAYS}",
    "the bubble of a field in a closed tree of an element that takes the focus": "const host = add(document.body, document.createElement('div'));"
    f"host.tabIndex = 0; const field = host.attachShadow({{ mode: 'closed', delegatesFocus: true }}).appendChild(document.createElement('textarea')); {SAYS}",
    "the bubble of a field in a closed tree of a heading": "const host = add(document.body, document.createElement('h1')); host.tabIndex = -1; host.focus();"
    f"const field = host.attachShadow({{ mode: 'closed' }}).appendChild(document.createElement('textarea')); {SAYS}",
    "the bubble of a field in a frame": "const frame = add(document.body, document.createElement('iframe'));"
    f"const field = frame.contentDocument.body.appendChild(frame.contentDocument.createElement('input')); {SAYS}",
    "the bubble of an element of the page's own": """
        if (!customElements.get('x-field'))
            customElements.define('x-field', class extends HTMLElement {
                static formAssociated = true;
                inner = this.attachInternals();
            });
        const own = add(document.body, document.createElement('x-field'));
        own.tabIndex = 0;
        own.textContent = 'x';
        own.inner.setValidity({ customError: true }, 'Press here to go on', own);
        own.inner.reportValidity();""",
    "the list of a field": "const list = add(document.body, document.createElement('datalist'));"
    f"list.id = 'list'; list.innerHTML = '<option value=hello>'; {FIELD} field.setAttribute('list', 'list'); field.focus();",
    "a window that is always on top": """
        documentPictureInPicture.requestWindow({ width: 400, height: 300 }).then((floating) => {
            added.push({ remove: () => floating.close() });
        });""",
    "a video in a window that is always on top": """
        const canvas = document.createElement('canvas');
        const paper = canvas.getContext('2d');
        setInterval(() => paper.fillRect(0, 0, 300, 150), 50);
        const video = add(document.body, document.createElement('video'));
        video.muted = true;
        video.srcObject = canvas.captureStream();
        added.push({ remove: () => document.exitPictureInPicture() });
        video.play().then(() => video.requestPictureInPicture());""",
}
KEPT = (
    "the bubble of a field",
    "the bubble of a field in a closed tree of an element that takes the focus",
    "a window that is always on top",
)
RUN = """(script) => {
    window.added = [];
    const add = (parent, node) => { added.push(node); return parent.appendChild(node); };
    eval(script);
}"""
CLEAR = "() => { clearInterval(window.blinks); for (const each of window.added ?? []) each.remove(); }"
# Writes down when a frame showed the cover over the block, and when it showed the block above all else.
BLINK = f"""const cover = add(document.body, document.createElement("div"));
cover.style.cssText = "{OVER};background:#fff;display:none";
let times = 0;
window.blinks = setInterval(() => {{
    times += 1;
    cover.style.display = times % 3 ? "block" : "none";
}}, TIME);
window.shown = {{ covered: [], raised: [] }};
const write = () => {{
    const raised = [...document.querySelectorAll("*")].some((host) => host.shadowRoot?.querySelector(".wrapper:popover-open"));
    if (raised) shown.raised.push(Date.now());
    else if (cover.style.display === "block") shown.covered.push(Date.now());
    if (cover.isConnected) requestAnimationFrame(write);
}};
requestAnimationFrame(write);"""
DWELL = 500
"""Milliseconds for which a block must be in full view before a press counts (injected_js/face/click_guard.js)."""


async def press_under(stage: OneStage, script: str) -> str:
    """Press once, a while after the script ran; return what the block says."""
    await stage.read()
    note = in_face(stage.page, ".guard-note")
    await note.evaluate("(note) => { note.textContent = '' }")
    await stage.page.evaluate(RUN, script)
    await stage.look(600)
    await stage.page.evaluate("window.pressed = [Date.now()]")
    await stage.press(stage.execute)
    await stage.page.evaluate("pressed.push(Date.now())")
    async with asyncio.timeout(30):
        while not stage.tools.runs and not await note.inner_text():
            await stage.settled()
    return "it ran" if stage.tools.runs else await note.inner_text()


async def check(stage: OneStage, site: PageSite, attacks: dict[str, str]) -> None:
    await stage.open(site.add(page_of().replace("okapi", f"okapi under {next(iter(attacks))}")))
    await stage.ready()
    said: dict[str, str] = {}
    for name, script in attacks.items():
        said[name] = await press_under(stage, script)
        assert stage.tools.runs == [], name
        await stage.page.evaluate(CLEAR)
    assert {name: text for name, text in said.items() if "Not run: " not in text} == {}
    await stage.run()


async def test_no_press_counts_under_the_bubble_of_a_field(stage: OneStage, pages: PageSite) -> None:
    """One of each kind."""
    await check(stage, pages, {name: POPUPS[name] for name in KEPT})


@pytest.mark.thorough
async def test_no_press_counts_under_what_the_browser_draws_for_a_page(
    stage: OneStage, pages: PageSite
) -> None:
    await check(stage, pages, {name: script for name, script in POPUPS.items() if name not in KEPT})


async def test_a_press_counts_while_the_focus_is_in_a_field_that_says_nothing(
    stage: OneStage, pages: PageSite
) -> None:
    """An empty message box that is required is invalid too."""
    await stage.open(pages.add(page_of("<textarea required></textarea>").replace("okapi", "okapi typed")))
    await stage.ready()
    (block,) = await stage.settled()
    for _ in range(3):  # on a slow machine a press may be refused for another reason, and takes the focus
        await stage.read()
        await stage.page.locator("textarea").focus()
        if await stage.companion.click(block.id):
            break
    await stage.until("done")


@pytest.mark.parametrize(
    "time", [40, pytest.param(16, marks=pytest.mark.thorough), pytest.param(100, marks=pytest.mark.thorough)]
)
async def test_a_press_counts_only_after_half_a_second_without_a_cover_that_blinks_over_the_block(
    stage: OneStage, pages: PageSite, time: int
) -> None:
    """If the pictures of a press all miss the cover, the block is raised above it: then the user sees it."""
    await stage.open(pages.add(page_of().replace("okapi", f"okapi under a blink of {time}")))
    await stage.ready()
    for _ in range(4):
        said = await press_under(stage, BLINK.replace("TIME", str(time)))
        shown: dict[str, list[float]] = await stage.page.evaluate("shown")
        assert shown["covered"] or shown["raised"]
        if stage.tools.runs:
            before, after = await stage.page.evaluate("pressed")
            assert [at for at in shown["covered"] if after - DWELL < at < before] == []
            return
        assert "Not run: " in said
        await stage.page.evaluate(CLEAR)
    await stage.run()
