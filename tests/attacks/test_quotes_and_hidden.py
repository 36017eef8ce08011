"""A call that a user can't see as the assistant's own words never runs automatically."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from html import escape
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.chat.sites.loader import SiteProfile
from overlay.tools import ToolRegistry, tool
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.faces import in_face
from tests.support.scene import call

__all__ = ["own_context", "pages"]

SITE = SiteProfile(
    name="quoting",
    title="Quoting",
    user=".user",
    assistant=".bot",
    streaming="#stop",
    message_id="data-id",
    composer="textarea",
    conversation=r"/c/(\w+)",
)
CONFIG: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "fail_open": 20}
# Each answer is written in pieces into the code blocks of its frame.
PAGE = """<!doctype html><meta charset=utf-8><title>t</title>
<style>
.sr-only { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0,0,0,0); white-space: nowrap; border: 0; }
.tiny * { font-size: 1px !important; }
.blank pre { color: #fff; background: #fff; }
.moved pre { position: absolute; left: -9999px; }
.dark { background: #111; color: #eee; }
@keyframes appear { from { opacity: 0; } to { opacity: 1; } }
.appears { animation: appear .4s; }
.veil, .glow { position: relative; }
.veil::after { content: ''; position: absolute; inset: 0; background: #fff; }
.through::after { pointer-events: none; }
.glow::after { content: ''; position: absolute; inset: 0; background: #000; opacity: .04; pointer-events: none; }
.case { padding: 10px 0; }
</style>
<main></main><textarea></textarea>
<script>
const main = document.querySelector("main");
const pause = (time) => new Promise((go) => setTimeout(go, time));
window.answer = async (id, html, texts, change) => {
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    turn.dataset.id = id;
    const stop = Object.assign(document.createElement("i"), { id: "stop", textContent: "stop" });
    main.append(turn, stop);
    turn.innerHTML = html;
    const found = [...turn.querySelectorAll("pre")];
    for (const [index, text] of texts.entries()) {
        const pre = found[index] ?? turn.appendChild(document.createElement("pre"));
        const place = pre.querySelector("code, span") ?? pre;
        for (let at = 0; at < text.length; at += 60) { place.append(text.slice(at, at + 60)); await pause(20); }
    }
    if (change) eval(change)(turn);
    stop.remove();
};
</script>"""


class Room:
    def __init__(self, companion: Companion, ran: list[str]) -> None:
        self.companion = companion
        self.ran = ran

    async def answer(self, html: str, *texts: str, change: str = "") -> None:
        given = [f"m-{texts[0]}", html, [call(text=text) for text in texts], change]
        await self.companion.page.evaluate("(given) => answer(...given)", given)

    async def block(self, text: str, *statuses: str) -> BlockInfo:
        blocks: list[BlockInfo] = []
        try:
            async with asyncio.timeout(60):
                while True:
                    blocks = await self.companion.blocks()
                    for block in blocks:
                        if block.arguments.get("text") == text and block.status in statuses:
                            return block
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"no {text!r} is {' or '.join(statuses)}: {blocks}") from None

    async def answer_all(self, cases: Mapping[str, str]) -> dict[str, BlockInfo]:
        """One answer of all cases, and a call in plain sight after them; return their blocks once that call ran
        and nothing is undecided.
        """
        html = "".join(f"<section class=case>{case}</section>" for case in cases.values())
        await self.answer(html, *cases, control := f"after {next(iter(cases))}")
        await self.block(control, "done")
        async with asyncio.timeout(60):
            while True:
                blocks = {str(block.arguments.get("text")): block for block in await self.companion.blocks()}
                if all(name in blocks and blocks[name].status in ("ready", "done") for name in cases):
                    return {name: blocks[name] for name in cases}
                await asyncio.sleep(0.02)

    async def empty(self) -> None:
        await self.companion.page.evaluate("main.replaceChildren()")


@asynccontextmanager
async def opened(
    context: BrowserContext, pages: PageSite, config: dict[str, Any] | None = None
) -> AsyncGenerator[Room]:
    url = pages.add(PAGE, path="/c/quotes")
    ran: list[str] = []

    @tool(read_only=True)
    def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        return f"noted {text}"

    async with Companion(
        url,
        context=context,
        profile=SITE,
        registry=ToolRegistry([note]),
        config=config or CONFIG,
        inspectable=True,
    ) as companion:
        yield Room(companion, ran)


@pytest.fixture(scope="module")
async def one_room(browser: Browser, pages: PageSite) -> AsyncIterator[Room]:
    policy = {**CONFIG["policy"], "limits": {"per_minute": 10_000, "per_tool": 10_000}}
    # So high that all cases of an answer are in the window: what is below it is looked at in another way.
    context = await browser.new_context(viewport={"width": 1280, "height": 1600})
    async with opened(context, pages, {**CONFIG, "policy": policy}) as room:
        yield room
    await context.close()


@pytest.fixture
async def room(one_room: Room) -> AsyncIterator[Room]:
    """The same companion for all cases, each on the empty page and with texts of its own."""
    yield one_room
    await one_room.empty()


THROUGH = "position:absolute;inset:0;pointer-events:none"
WHITE = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Crect width=%22999%22 height=%22999%22 fill=%22white%22/%3E%3C/svg%3E"
QUOTES = {
    "a fence in a quote": "<blockquote><pre></pre></blockquote>",
    "a quote in a quote": "<blockquote><p>x</p><blockquote><blockquote><pre><code></code></pre></blockquote></blockquote></blockquote>",
    "a quote in a list": "<ul><li><blockquote><div><pre></pre></div></blockquote></li></ul>",
    "an inline quote": "<q><pre></pre></q>",
    "a citation": "<cite><pre></pre></cite>",
    "a role": "<div role=blockquote><pre></pre></div>",
    "a class": "<div class='quote'><pre></pre></div>",
    "a class of a module": "<div class='ReplyCard_quotedMessage__x1'><pre></pre></div>",
    "a preview of what is answered": "<div class='reply-preview'><pre></pre></div>",
    "a reply": "<div class='reply'><pre></pre></div>",
    "the block itself": "<pre class='quoted'></pre>",
    "a footnote": "<section class=footnotes><pre></pre></section>",
    "an endnote's role": "<div role=doc-endnotes><pre></pre></div>",
    "a deletion's role": "<div role=deletion><pre></pre></div>",
    "deleted": "<del><pre></pre></del>",
    "struck out": "<s><div><pre><code></code></pre></div></s>",
    "deleted without a line through it": "<del style='text-decoration:none'><pre></pre></del>",
    "struck out in another colour": "<strike style='text-decoration:none;color:#666'><div><pre></pre></div></strike>",
    "a tooltip": "<div role=tooltip><pre></pre></div>",
    "a label": "<div aria-label='Quoted message'><pre></pre></div>",
    "a name for tests": "<div data-testid='quoted-message'><pre></pre></div>",
    "an element of the page's own": "<x-quote><pre></pre></x-quote>",
    "a mail": "<div class='gmail_quote'><pre></pre></div>",
}
HIDDEN = {
    "not drawn": {
        "display": "<div style='display:none'><pre></pre></div>",
        "the block's display": "<pre style='display:none'></pre>",
        "a span's display": "<pre>shown words<span style='display:none'></span></pre>",
        "visibility": "<div style='visibility:hidden'><pre></pre></div>",
        "hidden": "<div hidden><pre></pre></div>",
        "until found": "<div hidden=until-found><pre></pre></div>",
        "content-visibility": "<div style='content-visibility:hidden'><pre></pre></div>",
        "closed details": "<details><summary>x</summary><pre></pre></details>",
        "a popover": "<div popover><pre></pre></div>",
        "a dialog": "<dialog><pre></pre></dialog>",
        "aria-hidden": "<div aria-hidden=true><pre></pre></div>",
        "inert": "<div inert><pre></pre></div>",
        "for screen readers": "<div class=sr-only><pre></pre></div>",
        "open details without height": "<style>.flat::details-content { height:0; overflow:hidden; display:block }</style><details open class=flat><summary>s</summary><pre></pre></details>",
        "open details that fade": "<style>.faint::details-content { opacity:.02 }</style><details open class=faint><summary>s</summary><pre></pre></details>",
    },
    "out of its place": {
        "off the left": "<div style='position:absolute;left:-9999px'><pre></pre></div>",
        "off the top": "<div style='position:fixed;top:-9999px'><pre></pre></div>",
        "fixed below the window": "<div style='position:fixed;top:300vh'><pre></pre></div>",
        "the block off the left": "<div class=moved><pre></pre></div>",
        "a margin": "<div style='margin-left:-9999px;width:500px'><pre></pre></div>",
        "moved by transform": "<div style='transform:translateX(-9999px)'><pre></pre></div>",
        "text-indent": "<pre style='text-indent:-9999px;overflow:hidden;white-space:nowrap'></pre>",
        "no height": "<div style='height:0;overflow:hidden'><pre></pre></div>",
        "little height": "<div style='max-height:2px;overflow:hidden'><pre></pre></div>",
        "no width": "<div style='width:0;overflow:hidden'><pre></pre></div>",
        "pushed out of a box": "<div style='height:40px;overflow:hidden'><div style='height:900px'></div><pre></pre></div>",
        "cut off by containment": "<div style='contain:paint;height:0'><pre></pre></div>",
        "in a drawing without size": "<svg width=0 height=0><foreignObject width=500 height=200><pre></pre></foreignObject></svg>",
        "clip": "<div style='position:absolute;clip:rect(0,0,0,0)'><pre></pre></div>",
        "clip-path": "<div style='clip-path:inset(50%)'><pre></pre></div>",
        "clip-path circle": "<div style='clip-path:circle(0)'><pre></pre></div>",
    },
    "faded or filtered": {
        "opacity": "<div style='opacity:0'><div><pre></pre></div></div>",
        "almost no opacity": "<div style='opacity:.2'><div style='opacity:.2'><pre></pre></div></div>",
        "filter": "<div style='filter:opacity(0)'><pre></pre></div>",
        "blur": "<div style='filter:blur(12px)'><pre></pre></div>",
        "blurs that add up": "<div style='filter:blur(3px)'><div style='filter:blur(3px)'><pre></pre></div></div>",
        "masked": "<div style='mask-image:linear-gradient(transparent,transparent)'><pre></pre></div>",
        "an older mask": "<div style='-webkit-mask-box-image:linear-gradient(transparent,transparent)'><pre></pre></div>",
        "blended away": "<pre style='mix-blend-mode:lighten;background:#fff'></pre>",
        "too bright": "<pre style='filter:brightness(100);color:#333;background:#fff'></pre>",
        "without contrast": "<div style='filter:contrast(0)'><pre></pre></div>",
        "contrast lost step by step": "<div style='filter:contrast(.5)'><div style='filter:contrast(.5)'><pre></pre></div></div>",
        "inverted half": "<div style='filter:invert(.5)'><pre></pre></div>",
        "a filter of the page's own": "<svg width=0 height=0><filter id=f><feFlood flood-color=white /></filter></svg><div style='filter:url(#f)'><pre></pre></div>",
        "grey that fades": "<pre style='color:#aaa;opacity:.12'></pre>",
    },
    "without ink": {
        "ink like paper": "<div class=blank><pre></pre></div>",
        "ink almost like paper": "<pre style='color:#fdfdfd'></pre>",
        "ink like a dark paper": "<div class=dark><pre style='color:rgb(18 18 18)'></pre></div>",
        "no ink": "<pre style='color:transparent'></pre>",
        "no fill": "<pre style='-webkit-text-fill-color:#0000'></pre>",
        "ink of another space": "<pre style='color:oklch(1 0 0)'></pre>",
        "ink like a gradient": "<pre style='color:#fff;background:linear-gradient(#fff,#fefefe)'></pre>",
        "ink on a picture": "<pre style='color:#fff;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)'></pre>",
        "light grey": "<pre style='color:#eee'></pre>",
        "a shadow behind the letters": "<pre style='color:#fff;background:#000;box-shadow:inset 0 0 0 999px #fff'></pre>",
        "a border's picture behind the letters": "<pre style='color:#fff;background:#000;border:1px solid;border-image:linear-gradient(#fff,#fff) 1 fill'></pre>",
        "the first line": "<style>.ghost::first-line { color:transparent }</style><pre class=ghost style='white-space:nowrap'></pre>",
        "letters under their outline": "<pre style='-webkit-text-stroke:30px #fff'></pre>",
        "struck out by a class": "<style>.gone { text-decoration: line-through }</style><div class=gone><pre></pre></div>",
        "letters under a line": "<pre style='text-decoration:line-through 40px #000'></pre>",
        "discs for letters": "<pre style='-webkit-text-security:disc'></pre>",
    },
    "too small or turned": {
        "no font size": "<pre style='font-size:0'></pre>",
        "little font size": "<div class=tiny><pre></pre></div>",
        "no scale": "<div style='transform:scale(0)'><pre></pre></div>",
        "the scale property": "<div style='scale:.01'><pre></pre></div>",
        "a scale that leaves lines": "<div style='transform:scale(.15)'><pre></pre></div>",
        "zoom": "<div style='zoom:.05'><pre></pre></div>",
        "a zoom that leaves lines": "<div style='zoom:.2'><pre></pre></div>",
        "turned away": "<div style='transform:rotateX(90deg)'><pre></pre></div>",
        "the back of a turned element": "<div style='backface-visibility:hidden;transform:rotateY(180deg)'><pre></pre></div>",
        "turned away by the rotate property": "<div style='rotate:y 180deg;backface-visibility:hidden'><pre></pre></div>",
        "mirrored": "<div style='scale:-1 1'><pre></pre></div>",
        "nearer than the eye": "<div style='perspective:1px'><pre style='transform:translateZ(2px)'></pre></div>",
        "nearer than the eye by the translate property": "<div style='perspective:1px'><pre style='translate:0 0 2px'></pre></div>",
        "lines over each other": "<pre style='line-height:0;padding:20px'></pre>",
        "letters over each other": "<pre style='letter-spacing:-6px'></pre>",
        "letters in the other order": "<pre style='direction:rtl;unicode-bidi:bidi-override'></pre>",
    },
    "covered by an element": {
        "under another element": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff'></div></div>",
        "under a layer that lets presses through": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff;pointer-events:none'></div></div>",
        "under a blur that lets presses through": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;backdrop-filter:blur(9px);pointer-events:none'></div></div>",
        "under what is drawn up over it": "<div style='height:420px'></div><div><pre></pre><div style='margin-top:-400px;height:400px;background:#fff;opacity:.99;pointer-events:none'></div></div>",
        "covered in a box that scrolls": "<div style='height:300px;overflow:auto;position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff'></div></div>",
    },
    "covered by a pseudo-element": {
        "under a pseudo-element": "<div class=veil><pre></pre></div>",
        "under a pseudo-element that lets presses through": "<div class='veil through'><pre></pre></div>",
        "a pseudo-element drawn up": "<style>.up::after { content:''; display:block; height:500px; margin-top:-500px; background:#fff; position:relative; pointer-events:none }</style><div style='height:520px'></div><div class=up><pre></pre></div>",
        "under a sibling's pseudo-element": "<style>.s::after { content:''; position:absolute; inset:0; background:#fff; pointer-events:none }</style><div style='position:relative'><pre></pre><i class=s></i></div>",
    },
    "covered by what is in an element": {
        "under a picture": f"<div style='position:relative'><pre></pre><img src='{WHITE}' style='{THROUGH};width:100%;height:100%'></div>",
        "under many small layers": "<div style='position:relative'><pre></pre>"
        + "".join(
            f"<i style='position:absolute;pointer-events:none;background:#fff;left:0;width:100%;top:{20 * at}px;height:20px'></i>"
            for at in range(6)
        )
        + "</div>",
        "under letters": f"<div style='position:relative'><pre></pre><div style='{THROUGH};overflow:hidden;font:900 60px/20px serif'>{'█' * 400}</div></div>",
        "under a border": f"<div style='position:relative'><pre></pre><i style='{THROUGH};border-top:90px solid #fff'></i></div>",
    },
    "covered in another place": {
        "under a part of the same grid cell": "<div style='display:grid'><pre style='grid-area:1/1'></pre><div style='grid-area:1/1;z-index:1;background:#fff;pointer-events:none'></div></div>",
        "covered beside a box that does not scroll it": "<div style='position:relative;height:300px'><div style='height:20px;overflow:auto'><div style='position:absolute;inset:0'><pre></pre></div></div><div style='position:absolute;inset:0;background:#fff'></div></div>",
        "behind": "<div style='background:#fff'><pre style='position:relative;z-index:-1'></pre></div>",
        "covered below the window": "<div style='height:300vh'></div><div style='position:relative'><pre></pre><div style='position:absolute;inset:0;background:#fff'></div></div>",
    },
}
SEEN = {
    "plain": "<pre></pre>",
    "a highlighter": "<pre><code><span style='color:#b00'></span></code></pre>",
    "scrolled out of a box": "<div style='height:90px;overflow:auto'><div style='height:900px'></div><pre></pre></div>",
    "under the edge of a box that scrolls": "<div style='height:60px;overflow:auto'><div style='height:52px'></div><pre></pre></div><div style='height:300px;background:#fff;position:relative'></div>",
    "open details": "<details open><summary>x</summary><pre></pre></details>",
    "a dark card": "<div class=dark><pre></pre></div>",
    "fades in": "<div class=appears><pre></pre></div>",
    "a class that only names quotes": "<div class='prose prose-blockquote:pl-4 no-quotes with-citations'><pre></pre></div>",
    "a cut-off card": "<div style='max-height:60px;overflow:hidden;border-radius:8px;clip-path:inset(0 round 8px)'><pre></pre></div>",
    "content-visibility auto": "<div style='content-visibility:auto'><pre></pre></div>",
    "a filter for dark pages": "<div style='filter:invert(1) hue-rotate(180deg) brightness(.9) contrast(1.1)'><pre></pre></div>",
    "a glow over a card": "<div class=glow><pre></pre></div>",
    "an empty layer": "<div style='position:relative'><pre></pre><div style='position:absolute;inset:0;pointer-events:none'></div></div>",
    "a gradient card": "<div style='background:linear-gradient(#f6f8fa,#eef1f4)'><pre></pre></div>",
    "a layer of its own": "<div style='transform:translateZ(0);backface-visibility:hidden;contain:content;will-change:transform'><pre></pre></div>",
    "beside a hidden copy": "<pre></pre><div class=sr-only>a copy</div>",
    "a list that is turned over twice": "<div style='transform:scaleY(-1)'><div style='transform:scaleY(-1)'><pre></pre></div></div>",
    "a thin shadow within it": "<pre style='box-shadow:inset 0 0 0 1px #ccc, 0 4px 20px #0003'></pre>",
    "small and grey": "<pre style='font-size:9px;line-height:1;color:#999'></pre>",
    "a figure": "<figure><pre></pre></figure>",
    "a sibling's glow": "<style>.w::after { content:''; position:absolute; inset:0; background:#fff; pointer-events:none }</style><pre></pre><div class=w style='position:relative;height:400px'></div>",
    "below the window": "<div style='height:300vh'></div><pre></pre>",
    "below the window on a layer": "<div style='height:300vh'></div><div style='position:relative'><div style='position:absolute;inset:0;background:#eee'></div><div style='position:relative'><pre></pre></div></div>",
}


async def test_control_all_calls_that_are_visible_run_automatically(room: Room) -> None:
    blocks = await room.answer_all(SEEN)
    assert {name: block.note for name, block in blocks.items() if block.status != "done"} == {}
    assert [name for name in SEEN if room.ran.count(name) != 1] == []


async def test_no_call_in_a_quote_runs_automatically(room: Room) -> None:
    blocks = await room.answer_all(QUOTES)
    assert [name for name in QUOTES if name in room.ran] == []
    said = "This call is in a quote, so it does not run automatically."
    assert {name: block.note for name, block in blocks.items() if block.note != said} == {}


@pytest.mark.parametrize("how", HIDDEN)
async def test_no_call_that_can_not_be_seen_runs_automatically(how: str, room: Room) -> None:
    blocks = await room.answer_all(HIDDEN[how])
    assert [name for name in HIDDEN[how] if name in room.ran] == []
    said = "the page hides it or strikes it out"
    assert {name: block.note for name, block in blocks.items() if said not in block.note} == {}


CHANGES = {
    "hidden": "(turn) => { turn.querySelector('div').style.display = 'none'; }",
    "moved into a quote": "(turn) => { const quote = document.createElement('blockquote'); turn.append(quote); quote.append(turn.querySelector('div')); }",
    "closed": "(turn) => { turn.querySelector('details').open = false; }",
    "painted as a highlight without ink": "(turn) => { const rule = new CSSStyleSheet(); rule.replaceSync('::highlight(x) { color: transparent }'); document.adoptedStyleSheets.push(rule); const range = new Range(); range.selectNodeContents(turn.querySelector('pre')); CSS.highlights.set('x', new Highlight(range)); }",
    "under an open shadow tree": "(turn) => { const cover = document.createElement('x-c'); const div = turn.querySelector('div'); div.style.position = 'relative'; div.append(cover); cover.attachShadow({ mode: 'open' }).innerHTML = '<div style=\"position:absolute;inset:0;background:#fff;pointer-events:none\"></div>'; }",
}


async def test_calls_that_go_out_of_sight_in_their_countdown_do_not_run(
    context: BrowserContext, pages: PageSite
) -> None:
    config = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 0.5}}
    async with opened(context, pages, config) as room:
        notes: dict[str, str] = {}
        for name, change in CHANGES.items():
            await room.answer("<details open><div><pre></pre></div></details>", name, change=change)
            notes[name] = (await room.block(name, "ready")).note
        await room.answer("<details open><div><pre></pre></div></details>", "control")
        await room.block("control", "done")
        assert room.ran == ["control"]
        assert [name for name, note in notes.items() if not note] == []


async def test_an_unfenced_call_in_a_preview_of_what_is_answered_is_no_call(room: Room) -> None:
    quote = f"<div class=reply-preview><p>{escape(call(text='unfenced quoted'))}</p></div>"
    await room.answer(f"{quote}<pre></pre>", "after unfenced")
    await room.block("after unfenced", "done")
    texts = [block.arguments.get("text") for block in await room.companion.blocks()]
    assert "unfenced quoted" not in texts
    assert "unfenced quoted" not in room.ran


async def test_an_unfenced_call_in_deleted_text_waits_for_a_press(room: Room) -> None:
    text = escape(call(text="unfenced deleted"))
    await room.answer(f"<del style='text-decoration:none'>{text}</del><pre></pre>", "after deleted")
    await room.block("after deleted", "done")
    await room.block("unfenced deleted", "ready")
    assert "unfenced deleted" not in room.ran


async def test_a_quoted_call_shows_no_execute_until_the_user_wants_its_buttons(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.answer("<blockquote><pre></pre></blockquote>", "quoted")
        quoted = await room.block("quoted", "ready")
        page = room.companion.page
        await expect(in_face(page, ".function-block.quoted .status")).to_have_text("Quoted call")
        await expect(in_face(page, ".function-buttons button")).to_have_text(["Show raw", "Show the buttons"])
        await expect(in_face(page, ".expandable-content")).to_be_hidden()
        async with asyncio.timeout(60):
            while not await in_face(page, ".execute-button").count():
                await room.companion.click(quoted.id, "unquote")
                await asyncio.sleep(0.05)
            await expect(in_face(page, ".expandable-content")).to_be_visible()
            while not room.ran:
                await room.companion.click(quoted.id)
                await asyncio.sleep(0.05)
        assert room.ran == ["quoted"]
