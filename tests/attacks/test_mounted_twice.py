"""Real pages that mount the block of a call a second time, while the old one is there or when it leaves."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from itertools import count, product
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from observers.cdp import call as cdp
from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.tools import ToolRegistry, tool
from tests.attacks.test_quotes_and_hidden import CONFIG, PAGE, SITE
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import WAIT
from tests.support.effort import corners
from tests.support.scene import call

__all__ = ["own_context", "pages"]

LIMBO = 2300
"""Milliseconds after which the page's side gives up a node that left, and a little more."""
TEXT = call(text="a")
ASKED = "Please look the note up for me, and tell me what it says."
NUMBERS = count(1)
AGAIN = "Look it up once more for me, since the note may have changed."
# A new block of `text` in `pieces`, in the old one's message, in another of the same name, of another name or of none.
MOUNT = """({ text, where, side, pieces, leaves, sign, words }) => new Promise((go) => {
    const pause = (time) => new Promise((on) => setTimeout(on, time));
    const turns = [...document.querySelectorAll(".bot")];
    const turn = turns.at(-1);
    const pre = document.createElement("pre");
    let old = [...turn.querySelectorAll("pre")].at(-1);
    let fresh = pre;
    if (where !== "beside") {
        old = turn;
        fresh = Object.assign(document.createElement("div"), { className: "bot" });
        if (where === "same") fresh.dataset.id = turn.dataset.id;
        if (where === "other") fresh.dataset.id = "from-the-server";
        fresh.append(pre);
    }
    if (sign) document.body.append(Object.assign(document.createElement("i"), { id: "stop" }));
    if (words) old.after(Object.assign(document.createElement("p"), { textContent: words }));
    (words ? old.nextElementSibling : old)[side](fresh);
    const write = async () => {
        for (let piece = 1; piece <= pieces; piece += 1) {
            pre.textContent = text.slice(0, Math.ceil(text.length * piece / pieces));
            await pause(60);
        }
        document.querySelector("#stop")?.remove();
    };
    const leave = async () => {
        if (leaves === null) return;
        if (leaves) await pause(leaves);
        old.remove();
    };
    Promise.all([write(), leave()]).then(() => go());
})"""


@dataclass(frozen=True)
class Mount:
    """How a page mounts the block again: `leaves` is when the old one goes, in ms; `when` is before, during
    or after the run.
    """

    where: str = "beside"
    side: str = "after"
    pieces: int = 4
    leaves: int | None = 1000
    when: str = "after"
    sign: bool = True
    asked: bool = True
    words: str = ""

    def __str__(self) -> str:
        leaves = "stays" if self.leaves is None else f"{self.leaves}ms"
        told = ["sign"] * self.sign + ["asked"] * self.asked
        return "-".join([self.where, self.side, f"{self.pieces}pieces", leaves, f"{self.when}run", *told])


class Room:
    """A page with a companion. `ran` has the arguments of the tool's calls; a call ends once `gate` is open."""

    def __init__(self, companion: Companion, ran: list[str], gate: threading.Event) -> None:
        self.companion = companion
        self.ran = ran
        self.gate = gate
        self._events = companion.listen()
        self._had: set[tuple[Any, str]] = set()

    @property
    def page(self) -> Page:
        return self.companion.page

    async def open(self, url: str) -> None:
        """Open another chat, and forget what ran in the one before."""
        await self.page.goto(url)
        assert await self.companion.bridge.hiding_enabled(self.page, within=30)
        self.ran.clear()
        while not self._events.empty():
            self._events.get_nowait()
        self._had.clear()

    async def ask(self, words: str, name: str = "u1") -> None:
        script = """([words, name]) => {
            const turn = Object.assign(document.createElement("div"), { className: "user", textContent: words });
            turn.dataset.id = name;
            main.append(turn);
        }"""
        await self.page.evaluate(script, [words, name])

    async def answer(
        self, html: str = "<pre></pre>", *texts: str, name: str = "m1", change: str = ""
    ) -> None:
        given = [name, html, list(texts or (TEXT,)), change]
        await self.page.evaluate("(given) => answer(...given)", given)

    async def mount(self, how: Mount, text: str = TEXT) -> None:
        await self.page.evaluate(MOUNT, {**asdict(how), "text": text})

    async def gone(self) -> None:
        """Wait until overlay has given up the blocks that left the page."""
        await self.page.evaluate(WAIT, LIMBO)

    async def until(self, holds: Callable[[list[BlockInfo]], bool]) -> list[BlockInfo]:
        async with asyncio.timeout(60):
            while True:
                blocks = await self.companion.blocks()
                if holds(blocks):
                    return blocks
                await asyncio.sleep(0.02)

    async def becomes(self, text: str, status: str) -> None:
        """Wait until a call with this text has had this status, however short it had it."""
        async with asyncio.timeout(60):
            while (text, status) not in self._had:
                event = await self._events.get()
                if event and event.block:
                    self._had.add((event.block.arguments.get("text"), event.block.status))

    async def show(self, *statuses: str) -> list[BlockInfo]:
        """Wait until the blocks of the page have these statuses, in the order of the page."""
        return await self.until(lambda blocks: [block.status for block in blocks] == list(statuses))


@asynccontextmanager
async def opened(
    context: BrowserContext, pages: PageSite, *, delay: float = 0, auto: Sequence[str] = ("*",), **more: Any
) -> AsyncGenerator[Room]:
    url = pages.add(PAGE, path="/c/twice")
    ran: list[str] = []
    gate = threading.Event()
    gate.set()

    @tool(read_only=True)
    def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        gate.wait(60)
        return f"noted {text}"

    @tool(read_only=True)
    def clicked(text: str = "") -> str:
        """Keeps another text."""
        return note(text)

    limits = {"per_minute": 10_000, "per_tool": 10_000}
    policy = {"auto_execute": list(auto), "delay": delay, "limits": limits}
    async with Companion(
        url,
        context=context,
        profile=SITE,
        registry=ToolRegistry([note, clicked]),
        config={**CONFIG, "policy": policy, **more},
        inspectable=True,
    ) as companion:
        yield Room(companion, ran, gate)


@pytest.fixture(scope="module")
async def one_room(browser: Browser, pages: PageSite) -> AsyncIterator[Room]:
    context = await browser.new_context()
    async with opened(context, pages) as room:
        yield room
    await context.close()


@pytest.fixture
async def room(one_room: Room, pages: PageSite) -> Room:
    """The same companion for all tests, each with a chat of its own. Calls run at once."""
    await one_room.open(pages.add(PAGE, path=f"/c/twice{next(NUMBERS)}"))
    return one_room


MOUNTS = [
    Mount(sign=False),
    Mount(side="before", leaves=None),
    Mount(pieces=3, leaves=None, when="during", sign=False, asked=False),
    Mount(pieces=1, leaves=None, when="before"),
    Mount(pieces=3, leaves=0, when="before"),
    Mount("same", "before", pieces=3, when="during", sign=False),
    Mount("same", leaves=0, when="before"),
    Mount("same", pieces=1, leaves=None, asked=False),
    Mount("other", leaves=None, asked=False),
    Mount("other", "before", leaves=None, when="during"),
    Mount("other", leaves=0, asked=False),
    Mount("none", leaves=1000),
    Mount("none", "before", leaves=None, when="before", asked=False),
    Mount("none", leaves=1500, when="during", sign=False, asked=False),
]


@pytest.mark.parametrize(
    ("asked", "delay"),
    [
        pytest.param(True, 1, id="asked, before the run"),
        pytest.param(False, 0, id="not asked, after or in the run", marks=pytest.mark.thorough),
        pytest.param(True, 0, id="asked, after or in the run", marks=pytest.mark.thorough),
        pytest.param(False, 1, id="not asked, before the run", marks=pytest.mark.thorough),
    ],
)
async def test_calls_that_are_mounted_twice_run_once(
    asked: bool, delay: int, context: BrowserContext, pages: PageSite
) -> None:
    """All in one chat: each in an answer of its own, after a question of its own if it is asked for."""
    mounts = {str(how): how for how in MOUNTS if how.asked == asked and (how.when == "before") == bool(delay)}
    async with opened(context, pages, delay=delay) as room:
        for number, (name, how) in enumerate(mounts.items()):
            text = call(text=name)
            if how.asked:
                await room.ask(f"{ASKED} It is note {number}.", f"u{number}")
            if how.when == "during":
                room.gate.clear()
            await room.answer("<pre></pre>", text, name=f"m{number}")
            await room.becomes(name, {"before": "scheduled", "during": "running", "after": "done"}[how.when])
            await room.mount(how, text)
            room.gate.set()
            await room.becomes(name, "done")
        await room.gone()
        blocks = await room.companion.blocks()
        assert room.ran == list(mounts)
        shown = {name: [block for block in blocks if block.arguments.get("text") == name] for name in mounts}
        wrong = {
            name: blocks
            for name, blocks in shown.items()
            if len(blocks) != (2 if mounts[name].leaves is None else 1)
            or [b for b in blocks if b.status != "done" and not b.note.startswith("Not run automatically:")]
        }
        assert wrong == {}


@pytest.mark.thorough
async def test_control_without_the_old_call_each_new_block_runs(room: Room) -> None:
    places = ["beside", "same", "other"]
    for where in places:
        await room.ask(f"{ASKED} Look {where}.", f"u-{where}")
        await room.answer("<pre></pre>", "No call.", name=f"m-{where}")
        await room.mount(Mount(where, leaves=None), call(text=where))
        await room.becomes(where, "done")
    assert room.ran == places


async def test_control_an_answer_that_makes_the_call_twice_runs_it_twice(room: Room) -> None:
    await room.ask(ASKED)
    await room.answer("<p>I look:</p><pre></pre><p>And once more, to be sure:</p><pre></pre>", TEXT, TEXT)
    await room.show("done", "done")
    assert room.ran == ["a", "a"]


@pytest.mark.thorough
async def test_control_each_answer_to_another_message_runs_the_same_call_again(room: Room) -> None:
    asked = [(ASKED, "u1"), (AGAIN, "u2"), (ASKED, "u3"), (AGAIN, ""), (ASKED, "")]
    for number, (words, name) in enumerate(asked, 1):
        await room.ask(words, name)
        await room.answer(name=f"m{number}")
        await room.show(*["done"] * number)
        assert room.ran == ["a"] * number, (words, name)


@pytest.mark.thorough
async def test_words_of_a_bar_between_two_blocks_make_no_second_call_and_a_click_asks_first(
    room: Room,
) -> None:
    await room.ask(ASKED)
    await room.answer()
    await room.show("done")
    await room.mount(Mount(leaves=None, words="xml"))
    (_, second) = await room.show("done", "ready")
    assert room.ran == ["a"]
    assert "same call" in second.note
    async with asyncio.timeout(60):
        while second.status == "ready":
            await room.companion.click(second.id)
            await asyncio.sleep(0.05)
            (_, second) = await room.companion.blocks()
    # Nobody is there to be asked.
    assert second.status == "denied"
    assert room.ran == ["a"]


REMOUNT_ALL = """(turn) => {
    for (const old of [...turn.querySelectorAll("pre")]) {
        const fresh = old.cloneNode(true);
        old.after(fresh);
        setTimeout(() => old.remove(), 150);
    }
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("rate", [1, 8])
async def test_blocks_remounted_at_their_end_keep_their_calls_on_a_slow_machine(
    rate: int, context: BrowserContext, pages: PageSite
) -> None:
    """One of the calls runs automatically, the other by a click."""
    async with opened(context, pages, auto=["note"], returns={"auto_insert": True}) as room:
        session = await context.new_cdp_session(room.page)
        await cdp(session, "Emulation.setCPUThrottlingRate", {"rate": rate})
        await room.ask(ASKED)
        texts = (TEXT, call("clicked", "2", text="b"))
        await room.answer("<pre></pre><p>And another one:</p><pre></pre>", *texts, change=REMOUNT_ALL)
        await room.gone()
        (_, block) = await room.show("done", "ready")
        async with asyncio.timeout(60):
            while len(room.ran) < 2:
                await room.companion.click(block.id)
                await asyncio.sleep(0.05)
        await room.until(
            lambda blocks: [(block.status, block.returned) for block in blocks] == [("done", True)] * 2
        )
        assert room.ran == ["a", "b"]


PANE = """({ text, ids, asked }) => new Promise((go) => {
    const pane = document.createElement("section");
    const user = [...document.querySelectorAll("main > .user")].at(-1).cloneNode(true);
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    if (ids) turn.dataset.id = [...document.querySelectorAll("main > .bot")].at(-1).dataset.id;
    else user.removeAttribute("data-id");
    const pre = turn.appendChild(document.createElement("pre"));
    if (asked) pane.append(user);
    pane.append(turn);
    main.after(pane);
    document.body.append(Object.assign(document.createElement("i"), { id: "stop" }));
    let at = 0;
    const write = () => {
        pre.textContent = text.slice(0, at += 30);
        if (at < text.length) return void setTimeout(write, 50);
        document.querySelector("#stop").remove();
        go();
    };
    write();
})"""


@pytest.mark.parametrize(
    "ids", [pytest.param(True, id="ids", marks=pytest.mark.thorough), pytest.param(False, id="no ids")]
)
async def test_answers_that_are_shown_in_a_second_pane_run_once(ids: bool, room: Room) -> None:
    texts = ["with the question", "the answer alone"]
    for text in texts:
        await room.ask(f"{ASKED} Note: {text}", f"u {text}" if ids else "")
        await room.answer("<pre></pre>", call(text=text), name=f"m {text}" if ids else "")
        await room.becomes(text, "done")
        asked = text == "with the question"
        await room.page.evaluate(PANE, {"text": call(text=text), "ids": ids, "asked": asked})
    await room.gone()
    blocks = await room.until(lambda blocks: all(block.status in ("done", "ready") for block in blocks))
    assert room.ran == texts
    assert sorted(str(block.arguments.get("text")) for block in blocks) == sorted(texts * 2)
    seconds = [block for block in blocks if "same call" in block.note]
    assert len(seconds) == (0 if ids else 2)
    assert [block.status for block in blocks if block not in seconds] == ["done"] * (4 if ids else 2)


@pytest.mark.parametrize("left", corners([1, 2], 1), ids=["one block is left", "both stand"])
async def test_after_a_reload_the_block_shows_what_became_of_the_call(
    left: int, room: Room, pages: PageSite
) -> None:
    await room.ask(ASKED)
    await room.answer()
    await room.show("done")
    await room.mount(Mount(leaves=None))
    await room.show("done", "ready")
    old = await room.page.locator("main").inner_html()
    if left == 1:
        old = old[: old.rindex("<pre>")] + "</div>"
    pages.add(PAGE.replace("<main></main>", f"<main>{old}</main>"), path=urlsplit(room.page.url).path)
    await room.page.reload()
    blocks = await room.show("done", *["ready"] * (left - 1))
    assert room.ran == ["a"]
    assert (blocks[0].result or "").count("noted a") == 1


# Each answer is written again, under the name that the server gave it, beside the old one or after it left.
RENAMED = """(texts, olds = [...document.querySelectorAll(".bot")]) => Promise.all(texts.map((text, number) => new Promise((go) => {
    const old = olds[number];
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    turn.dataset.id = `from-the-server-${number}`;
    const pre = turn.appendChild(document.createElement("pre"));
    const stop = Object.assign(document.createElement("i"), { id: "stop", textContent: "stop" });
    old.after(turn, stop);
    if (!number) old.remove();
    let at = 0;
    const write = () => {
        pre.append(text.slice(at, at + 40));
        at += 40;
        if (at < text.length) return void setTimeout(write, 30);
        old.remove();
        stop.remove();
        go();
    };
    setTimeout(write, 2500);
})))"""


async def test_answers_written_again_under_other_names_run_nothing(room: Room) -> None:
    texts = {name: call(text=name) for name in ("after the old one left", "beside the old one")}
    for name, text in texts.items():
        await room.ask(f"{ASKED} Note: {name}", f"u {name}")
        await room.answer("<pre></pre>", text, name=f"m {name}")
        await room.becomes(name, "done")
    await room.page.evaluate(RENAMED, list(texts.values()))
    await room.gone()
    await room.show("done", "done")
    assert room.ran == list(texts)


# A fence is plain text, or raw elements, until it closes; then the block takes its place.
CLOSES = """({ text, raw, gap, id }) => new Promise((go) => {
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    turn.dataset.id = id;
    const stop = Object.assign(document.createElement("i"), { id: "stop" });
    main.append(turn, stop);
    const first = turn.appendChild(Object.assign(document.createElement("p"), { textContent: "I look it up now." }));
    const open = turn.appendChild(document.createElement(raw ? "div" : "p"));
    let at = 0;
    const write = () => {
        at += 30;
        if (raw) open.innerHTML = text.slice(0, at);
        else open.textContent = "```xml\\n" + text.slice(0, at);
        if (at < text.length) return void setTimeout(write, 60);
        setTimeout(close, 60);
    };
    const close = () => {
        open.remove();
        setTimeout(() => {
            turn.append(Object.assign(document.createElement("pre"), { textContent: text }));
            setTimeout(() => { stop.remove(); go(); }, 60);
        }, gap);
    };
    write();
})"""


@pytest.mark.thorough
async def test_fences_that_become_blocks_when_they_close_run_automatically(room: Room) -> None:
    texts: list[str] = []
    for raw, gap in product((True, False), (0, 400)):
        texts.append(f"{'raw elements' if raw else 'plain text'}, {gap}")
        await room.ask(f"{ASKED} As {texts[-1]}.", f"u {texts[-1]}")
        given = {"text": call(text=texts[-1]), "raw": raw, "gap": gap, "id": f"m {texts[-1]}"}
        await room.page.evaluate(CLOSES, given)
        await room.becomes(texts[-1], "done")
    assert room.ran == texts
