"""A call that a user can't see as the assistant's own words never runs automatically."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from html import escape
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.companion.wiring import Runtime
from overlay.sites.loader import SiteProfile
from overlay.tools import ToolRegistry, tool
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.faces import in_face
from tests.support.scene import call
from tests.support.visibility_cases import HIDDEN, QUOTES, SEEN, STYLE

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
HEAD = f"<!doctype html><meta charset=utf-8><title>t</title>{STYLE}"
SCRIPT = """<main></main><textarea></textarea>
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
PAGE = HEAD + SCRIPT


class Room:
    def __init__(self, companion: Companion, ran: list[str], times: dict[str, float]) -> None:
        self.companion = companion
        self.ran = ran
        self.times = times

    async def answer(self, html: str, *texts: str, change: str = "") -> None:
        given = [f"m-{texts[0]}", html, [call(text=text) for text in texts], change]
        await self.companion.page.evaluate("(given) => answer(...given)", given)

    async def answer_as_written(self, name: str, texts: Sequence[str]) -> list[BlockInfo]:
        """One answer with a code block of each text, and a call that runs after them; return all blocks."""
        control = f"after {name}"
        given = [name, "<pre></pre>" * (len(texts) + 1), [*texts, call(text=control)], ""]
        await self.companion.page.evaluate("(given) => answer(...given)", given)
        await self.block(control, "done")
        async with asyncio.timeout(60):
            while True:
                blocks = await self.companion.blocks()
                if not any(block.status in ("streaming", "scheduled", "running") for block in blocks):
                    return blocks
                await asyncio.sleep(0.02)

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
        open_cases: dict[str, str] = {}
        try:
            async with asyncio.timeout(60):
                while True:
                    blocks = {
                        str(block.arguments.get("text")): block for block in await self.companion.blocks()
                    }
                    open_cases = {
                        name: blocks[name].status if name in blocks else "not found"
                        for name in cases
                        if name not in blocks or blocks[name].status not in ("ready", "done")
                    }
                    if not open_cases:
                        return {name: blocks[name] for name in cases}
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"not decided: {open_cases}") from None

    async def empty(self) -> None:
        await self.companion.page.evaluate("main.replaceChildren()")


@asynccontextmanager
async def opened(
    context: BrowserContext,
    pages: PageSite,
    config: dict[str, Any] | None = None,
    runtime: Runtime | None = None,
) -> AsyncGenerator[Room]:
    url = pages.add(PAGE, path="/c/quotes")
    ran: list[str] = []
    times: dict[str, float] = {}

    @tool(read_only=True)
    def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        times[text] = time.time()
        return f"noted {text}"

    async with Companion(
        url,
        context=context,
        profile=SITE,
        registry=ToolRegistry([note]),
        config=config or CONFIG,
        inspectable=True,
        runtime=runtime,
    ) as companion:
        yield Room(companion, ran, times)


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


PARTLY = (
    "scrolled out of a box",
    "under the edge of a box that scrolls",
    "a cut-off card",
)
"""The user can read the text, but not the whole of overlay's block."""
# One of each kind, and what changes by itself; all of them are in tests/injected/reading/test_visibility_cases.py.
SHOWN = ["a highlighter", "fades in", "below the window on a layer"]


async def test_control_all_calls_that_are_visible_run_automatically(room: Room) -> None:
    await check_visible({name: SEEN[name] for name in SHOWN}, room)


@pytest.mark.thorough
async def test_control_calls_run_automatically_in_all_that_is_visible(room: Room) -> None:
    await check_visible({name: case for name, case in SEEN.items() if name not in PARTLY}, room)


@pytest.mark.thorough
async def test_a_call_in_plain_sight_whose_block_is_cut_off_waits_for_a_press(room: Room) -> None:
    blocks = await room.answer_all({name: SEEN[name] for name in PARTLY})
    assert [name for name in PARTLY if name in room.ran] == []
    said = ("this block is not in view", "Look at it, then click Execute")
    assert {
        name: block.note for name, block in blocks.items() if not any(each in block.note for each in said)
    } == {}


async def check_visible(cases: Mapping[str, str], room: Room) -> None:
    await room.answer_all(cases)
    for name in cases:  # on a slow machine one that is covered or not drawn yet is looked at again
        await room.block(name, "done")
    assert [name for name in cases if room.ran.count(name) != 1] == []


async def test_no_call_in_a_quote_runs_automatically(room: Room) -> None:
    """One of each kind; all of them are in tests/injected/reading/test_visibility_cases.py."""
    quotes = ("a quote in a quote", "a role", "a class of a module")
    blocks = await room.answer_all({name: QUOTES[name] for name in quotes})
    assert [name for name in quotes if name in room.ran] == []
    said = "This call is in a quote, so it does not run automatically."
    assert {name: block.note for name, block in blocks.items() if block.note != said} == {}


async def test_no_call_that_can_not_be_seen_runs_automatically(room: Room) -> None:
    """One for each way in which it is noticed; all are in tests/injected/reading/test_visibility_cases.py."""
    ways = ("not drawn", "without ink", "covered by an element")
    await check_hidden(dict(next(iter(HIDDEN[how].items())) for how in ways), room)


@pytest.mark.thorough
@pytest.mark.parametrize("how", HIDDEN)
async def test_no_call_runs_automatically_in_anything_that_can_not_be_seen(how: str, room: Room) -> None:
    await check_hidden(HIDDEN[how], room)


async def check_hidden(cases: Mapping[str, str], room: Room) -> None:
    blocks = await room.answer_all(cases)
    assert [name for name in cases if name in room.ran] == []
    # There, words in front of the hidden element are part of the call's code block.
    said = {"a span's display": "its text had to be repaired"}
    usual = "the page hides it or strikes it out"
    assert {
        name: block.note for name, block in blocks.items() if said.get(name, usual) not in block.note
    } == {}


CHANGES = {
    "hidden": "(turn) => { turn.querySelector('div').style.display = 'none'; }",
    "moved into a quote": "(turn) => { const quote = document.createElement('blockquote'); turn.append(quote); quote.append(turn.querySelector('div')); }",
    "closed": "(turn) => { turn.querySelector('details').open = false; }",
    "painted as a highlight without ink": "(turn) => { const rule = new CSSStyleSheet(); rule.replaceSync('::highlight(x) { color: transparent }'); document.adoptedStyleSheets.push(rule); const range = new Range(); range.selectNodeContents(turn.querySelector('pre')); CSS.highlights.set('x', new Highlight(range)); }",
    "under an open shadow tree": "(turn) => { const cover = document.createElement('x-c'); const div = turn.querySelector('div'); div.style.position = 'relative'; div.append(cover); cover.attachShadow({ mode: 'open' }).innerHTML = '<div style=\"position:absolute;inset:0;background:#fff;pointer-events:none\"></div>'; }",
}


# The others are styles and layers, as the judgement at the start of the countdown finds them.
KEPT = ["hidden", "moved into a quote", "painted as a highlight without ink"]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(KEPT, id="one of each kind"),
        pytest.param(
            [name for name in CHANGES if name not in KEPT], id="the others", marks=pytest.mark.thorough
        ),
    ],
)
async def test_calls_that_go_out_of_sight_in_their_countdown_do_not_run(
    changes: list[str], context: BrowserContext, pages: PageSite
) -> None:
    config = {**CONFIG, "policy": {"auto_execute": ["*"], "delay": 0.5}}
    async with opened(context, pages, config) as room:
        notes: dict[str, str] = {}
        for name in changes:
            await room.answer("<details open><div><pre></pre></div></details>", name, change=CHANGES[name])
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
    # In a paragraph of its own: overlay hides all of the text in which an unfenced call is.
    await room.answer(f"<p><del style='text-decoration:none'>{text}</del></p><pre></pre>", "after deleted")
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
