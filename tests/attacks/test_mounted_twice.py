"""Real pages that mount the block of a call a second time, while the old one stands or as it goes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page

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
from tests.support.telling import told_by

__all__ = ["own_context", "pages"]

LIMBO = 2300
"""Milliseconds after which the page's side gives up a node that left, and a little more."""
TEXT = call(text="a")
ASKED = "Please look the note up for me, and tell me what it says."
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
    """A page with a companion. `ran` holds what the tool was called with; it ends once `gate` is open."""

    def __init__(self, companion: Companion, ran: list[str], gate: threading.Event) -> None:
        self.companion = companion
        self.ran = ran
        self.gate = gate

    @property
    def page(self) -> Page:
        return self.companion.page

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

    async def mount(self, how: Mount) -> None:
        await self.page.evaluate(MOUNT, {**asdict(how), "text": TEXT})

    async def gone(self) -> None:
        """What left the page has been given up."""
        await self.page.evaluate(WAIT, LIMBO)

    async def until(self, holds: Callable[[list[BlockInfo]], bool]) -> list[BlockInfo]:
        async with asyncio.timeout(60):
            while True:
                blocks = await self.companion.blocks()
                if holds(blocks):
                    return blocks
                await asyncio.sleep(0.02)

    async def show(self, *statuses: str) -> list[BlockInfo]:
        """Wait until the blocks of the page have these statuses, in the order of the page."""
        return await self.until(lambda blocks: [block.status for block in blocks] == list(statuses))


@asynccontextmanager
async def opened(
    context: BrowserContext, pages: PageSite, *, delay: float = 0, auto: bool = True, **more: Any
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

    policy = {"auto_execute": ["*"] if auto else [], "delay": delay}
    async with Companion(
        url,
        context=context,
        profile=SITE,
        registry=ToolRegistry([note]),
        config={**CONFIG, "policy": policy, **more},
        inspectable=True,
    ) as companion:
        with told_by(companion):
            yield Room(companion, ran, gate)


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
    Mount("none", leaves=3000, when="during", sign=False, asked=False),
]


@pytest.mark.parametrize("how", MOUNTS, ids=str)
async def test_a_call_that_is_mounted_twice_runs_once(
    how: Mount, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, delay=2 if how.when == "before" else 0) as room:
        if how.asked:
            await room.ask(ASKED)
        if how.when == "during":
            room.gate.clear()
        await room.answer()
        await room.show({"before": "scheduled", "during": "running", "after": "done"}[how.when])
        await room.mount(how)
        room.gate.set()
        await room.until(lambda blocks: "done" in [block.status for block in blocks])
        await room.gone()
        blocks = await room.companion.blocks()
        assert room.ran == ["a"]
        assert len(blocks) == (2 if how.leaves is None else 1)
        for block in blocks:
            assert block.status == "done" or block.note.startswith("Not run automatically:")


@pytest.mark.parametrize("where", ["beside", "same", "other"])
async def test_control_without_the_old_call_the_new_block_runs(
    where: str, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.answer("<pre></pre>", "No call.")
        await room.mount(Mount(where, leaves=None))
        await room.show("done")
        assert room.ran == ["a"]


async def test_control_an_answer_that_makes_the_call_twice_runs_it_twice(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.answer("<p>I look:</p><pre></pre><p>And once more, to be sure:</p><pre></pre>", TEXT, TEXT)
        await room.show("done", "done")
        assert room.ran == ["a", "a"]


@pytest.mark.parametrize(("words", "name"), [(AGAIN, "u2"), (ASKED, "u2"), (AGAIN, ""), (ASKED, "")], ids=str)
async def test_control_an_answer_to_another_message_runs_the_same_call_again(
    words: str, name: str, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.answer()
        await room.show("done")
        await room.ask(words, name)
        await room.answer(name="m2")
        await room.show("done", "done")
        assert room.ran == ["a", "a"]


async def test_words_of_a_bar_between_two_blocks_make_no_second_call(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.answer()
        await room.show("done")
        await room.mount(Mount(leaves=None, words="xml"))
        (_, second) = await room.show("done", "ready")
        assert room.ran == ["a"]
        assert "same call" in second.note


async def test_a_click_on_the_second_block_asks_before_it_runs(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.answer()
        await room.show("done")
        await room.mount(Mount(leaves=None))
        (_, second) = await room.show("done", "ready")
        async with asyncio.timeout(60):
            while second.status == "ready":
                await room.companion.click(second.id)
                await asyncio.sleep(0.05)
                (_, second) = await room.companion.blocks()
        # Nobody is there to be asked.
        assert second.status == "denied"
        assert room.ran == ["a"]


@pytest.mark.parametrize("rate", corners([1, 8], 8))
@pytest.mark.parametrize("auto", [True, False], ids=["by itself", "by a click"])
async def test_a_block_remounted_at_its_end_keeps_its_call_on_a_slow_machine(
    rate: int, auto: bool, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, auto=auto, returns={"auto_insert": True}) as room:
        session = await context.new_cdp_session(room.page)
        await cdp(session, "Emulation.setCPUThrottlingRate", {"rate": rate})
        await room.ask(ASKED)
        change = "(turn) => { const old = turn.querySelector('pre'); const fresh = old.cloneNode(true); old.after(fresh); setTimeout(() => old.remove(), 150); }"
        await room.answer(change=change)
        await room.gone()
        if not auto:
            (block,) = await room.show("ready")
            async with asyncio.timeout(60):
                while not room.ran:
                    await room.companion.click(block.id)
                    await asyncio.sleep(0.05)
        await room.until(
            lambda blocks: [(block.status, block.returned) for block in blocks] == [("done", True)]
        )
        assert room.ran == ["a"]


PANE = """({ text, ids, asked }) => new Promise((go) => {
    const pane = document.createElement("section");
    const user = document.querySelector(".user")?.cloneNode(true);
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    if (ids) turn.dataset.id = document.querySelector(".bot").dataset.id;
    else user?.removeAttribute("data-id");
    const pre = turn.appendChild(document.createElement("pre"));
    if (user && asked) pane.append(user);
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


@pytest.mark.parametrize("ids", [True, False], ids=["ids", "no ids"])
@pytest.mark.parametrize("asked", [True, False], ids=["the question too", "the answer alone"])
async def test_an_answer_that_is_shown_in_a_second_pane_runs_once(
    ids: bool, asked: bool, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED, "u1" if ids else "")
        await room.answer(name="m1" if ids else "")
        await room.show("done")
        await room.page.evaluate(PANE, {"text": TEXT, "ids": ids, "asked": asked})
        blocks = await room.until(lambda blocks: len(blocks) == 2 and blocks[1].status != "streaming")
        await room.gone()
        blocks = await room.companion.blocks()
        assert room.ran == ["a"]
        assert ids or "same call" in blocks[1].note
        assert not ids or blocks[1].status == "done"


@pytest.mark.parametrize("left", [1, 2], ids=["one block is left", "both stand"])
async def test_after_a_reload_the_block_shows_what_became_of_the_call(
    left: int, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.answer()
        await room.show("done")
        await room.mount(Mount(leaves=None))
        await room.show("done", "ready")
        old = await room.page.locator("main").inner_html()
        if left == 1:
            old = old[: old.rindex("<pre>")] + "</div>"
        pages.add(PAGE.replace("<main></main>", f"<main>{old}</main>"), path="/c/twice")
        await room.page.reload()
        blocks = await room.show("done", *["ready"] * (left - 1))
        assert room.ran == ["a"]
        assert (blocks[0].result or "").count("noted a") == 1


# A fence is plain text, or raw elements, until it closes; then the block takes its place.
CLOSES = """({ text, raw, gap }) => new Promise((go) => {
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    turn.dataset.id = "m1";
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


@pytest.mark.parametrize("raw", [True, False], ids=["raw elements", "plain text"])
@pytest.mark.parametrize("gap", [0, 400], ids=["at once", "a moment later"])
async def test_a_fence_that_becomes_a_block_when_it_closes_runs_automatically(
    raw: bool, gap: int, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.ask(ASKED)
        await room.page.evaluate(CLOSES, {"text": TEXT, "raw": raw, "gap": gap})
        await room.show("done")
        assert room.ran == ["a"]
