"""A page that has only those turns of its history that are in view: they leave as the user scrolls, and come back as
new nodes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from overlay.sites.loader import SiteProfile
from tests.injected.calls import xml
from tests.injected.fixtures import own_context
from tests.injected.pages import PageSite
from tests.injected.stage import Stage
from tests.support.effort import corners
from tests.support.faces import until_in

__all__ = ["own_context"]

TURNS = 120
STREAMED = 3
NAMED = SiteProfile(
    name="scrolled",
    title="Scrolled",
    user=".user",
    assistant=".bot",
    streaming="#stop",
    message_id="data-id",
    composer="textarea",
    conversation=r"/([\w.]+)$",
)
NAMELESS = NAMED.model_copy(update={"message_id": ""})
RUNS: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}}
PAGE = """<!doctype html><meta charset=utf-8><title>t</title>
<style>body { margin: 0 } #room { height: 600px; overflow: auto; overflow-anchor: none } #all { position: relative }
#all > * { position: absolute; left: 0; right: 0; height: HIGHpx; overflow: hidden }</style>
<div id=room><div id=all></div></div><textarea></textarea>
<script>
const all = document.getElementById("all"), room = document.getElementById("room");
const texts = TEXTS;
const shown = new Map();
const make = (number) => {
    const turn = document.createElement("div");
    turn.className = number % 2 ? "bot" : "user";
    turn.dataset.id = `m${number}`;
    turn.style.top = `${number * HIGH}px`;
    if (number % 2) turn.append("Here: ", document.createElement("pre"));
    (turn.querySelector("pre") ?? turn).textContent = texts[number];
    return turn;
};
const show = () => {
    all.style.height = `${texts.length * HIGH}px`;
    const first = Math.max(0, Math.floor(room.scrollTop / HIGH) - 2);
    const last = Math.min(texts.length - 1, Math.ceil((room.scrollTop + 600) / HIGH) + 2);
    for (const [number, turn] of shown) if (number < first || number > last) { turn.remove(); shown.delete(number); }
    for (let number = first; number <= last; number += 1) {
        if (shown.has(number)) continue;
        shown.set(number, make(number));
        all.append(shown.get(number));
    }
};
window.go = (top) => { room.scrollTop = top; show(); return new Promise((done) => setTimeout(done, 5)); };
window.end = () => texts.length * HIGH;
window.sweep = async (step) => {
    for (let top = end(); top > -step; top -= step) await go(top);
    for (let top = 0; top < end() + step; top += step) await go(top);
};
window.answer = async (text) => {
    texts.push("and now?", "");
    await go(end());
    const stop = Object.assign(document.createElement("i"), { id: "stop", textContent: "stop" });
    document.body.append(stop);
    const pre = shown.get(texts.length - 1).querySelector("pre");
    for (const part of text.match(/[^]{1,40}/g)) {
        texts[texts.length - 1] += part;
        pre.textContent = texts.at(-1);
        await new Promise((done) => setTimeout(done, 30));
    }
    stop.remove();
};
window.mounted = () => document.querySelectorAll("pre").length;
room.addEventListener("scroll", show);
go(end());
</script>"""


def call_of(number: int) -> str:
    """Calls that are similar, like those of one tool."""
    return xml("look", f"c{number}", gnu="the same in every call of this history", zebra=str(number))


class Room(Stage):
    """A long history; the calls of the last answers ran while the page was open."""

    async def history(self) -> None:
        """Ask for so many answers, and wait until their calls have run."""
        for number in range(STREAMED):
            await self.page.evaluate("answer", call_of(1000 + number))
            await self.until("done", number + 1)

    def held(self) -> dict[str, int]:
        """How many parts of the page Python keeps."""
        companion = self.companion
        chats = list(companion.parts.chats)
        records = companion.parts.store._calls  # pyright: ignore[reportPrivateUsage]
        return {
            "units": sum(len(chat.readers) for chat in chats),
            "blocks": sum(len(chat.blocks) for chat in chats),
            "calls": sum(len(same) for marks in records.values() for same in marks.values()),
        }

    async def in_the_page(self) -> dict[str, int]:
        """How much of overlay is in the page."""
        chat = next(iter(self.companion.parts.chats))  # pyright: ignore[reportPrivateUsage]
        cards = await chat.document.ask("function () { return this.blocks.byId.size; }")
        hosts = await self.page.locator(f"[{self.companion.bridge.mark}]").count()
        turns = await self.page.locator("#all > *").count()
        return {
            "cards": cards,
            "hosts": hosts,
            "turns": turns,
            "mounted": await self.page.evaluate("mounted()"),
        }

    async def rested(self) -> None:
        """Wait until overlay has given up what left the page."""
        await self.look(2300)
        await self.settled()

    async def at(self, top: str) -> None:
        """Scroll to a position, and let Python draw the new blocks."""
        await self.page.evaluate(f"go({top})")
        await self.settled()


@asynccontextmanager
async def opened(
    context: BrowserContext, pages: PageSite, profile: SiteProfile, high: int = 160
) -> AsyncGenerator[Room]:
    """`high` is the height of a turn in pixels: a block that is pressed must fit into it."""
    texts = [call_of(number) if number % 2 else f"Look at {number}" for number in range(TURNS)]
    url = pages.add(PAGE.replace("TEXTS", str(texts)).replace("HIGH", str(high)))
    async with Room(context, url, profile=profile, config=RUNS) as room:
        await room.history()
        yield room


@pytest.mark.parametrize("profile", corners([NAMED, NAMELESS], NAMELESS), ids=["with ids", "without ids"])
@pytest.mark.thorough
async def test_turns_that_leave_and_come_back_keep_their_calls_and_overlay_holds_no_more_of_them(
    context: BrowserContext, pages: PageSite, profile: SiteProfile
) -> None:
    async with opened(context, pages, profile) as room:
        calls = TURNS // 2 + STREAMED
        await room.page.evaluate("sweep(1500)")
        async with asyncio.timeout(120):  # a slow machine reads only a part of what a sweep shows
            while room.held()["calls"] < calls:
                await room.page.evaluate("sweep(1500)")
        await room.rested()
        held, shown = room.held(), await room.in_the_page()
        assert len(room.tools.runs) == STREAMED
        results = await until_in(room.page, "[data-status=done] .function-result", STREAMED)
        assert [f"seen {1000 + number}" in text for number, text in enumerate(results)] == [True] * STREAMED
        assert shown["cards"] == shown["hosts"] == shown["mounted"] == held["blocks"]
        # A message and its code block are two.
        assert held["units"] == shown["turns"] + shown["mounted"]
        assert held["calls"] == calls
        # A jump: the turns that come are much like those that leave in the same moment.
        await room.at("6000")
        blocks = await room.companion.blocks()
        mounted = await room.page.evaluate(
            "[...document.querySelectorAll('.bot')].map((turn) => turn.dataset.id)"
        )
        numbers = sorted(block.arguments["zebra"] for block in blocks if block.status == "ready")
        assert {f"m{number}" for number in numbers} >= set(mounted)
        assert [block.note for block in blocks if "changed the text" in block.note] == []
        await room.at("0")
        assert {
            block.status for block in await room.companion.blocks() if block.arguments["zebra"] == "1"
        } == {"ready"}
        assert len(room.tools.runs) == STREAMED


@pytest.mark.thorough
async def test_a_call_that_a_user_runs_keeps_its_result_when_it_comes_back(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, NAMED, high=400) as room:
        await room.at("0")
        [block_id] = [block.id for block in await room.companion.blocks() if block.call_id == "c1"]
        async with asyncio.timeout(30):
            while len(room.tools.runs) == STREAMED:
                await room.look(300)
                await room.companion.click(block_id)
                await room.settled()
        await room.until("done", STREAMED + 1)
        await room.at("9000")
        await room.rested()
        await room.at("0")
        assert "seen 1 " in "".join(await until_in(room.page, "[data-status=done] .function-result", 1))
        assert len(room.tools.runs) == STREAMED + 1
