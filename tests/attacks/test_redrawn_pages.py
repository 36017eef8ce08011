"""Real pages that draw an answer again: its call runs once, and its result is not lost."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from tests.attacks.test_quotes_and_hidden import CONFIG, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import WAIT

__all__ = ["own_context", "pages"]

INSERTS: dict[str, Any] = {**CONFIG, "returns": {"auto_insert": True}}
LIMBO = 2300
"""Milliseconds after which the page's side gives up a node that left, and a little more."""
# The finished block is mounted anew while the old one stands, which leaves some moments later.
MOUNTED = """(turn) => {
    const old = turn.querySelector("pre");
    const fresh = Object.assign(document.createElement("pre"), { textContent: old.textContent });
    old.after(fresh);
    setTimeout(() => old.remove(), 150);
}"""
# The whole answer is written again under the name that the server gave it.
RENAMED = """([id, text, beside]) => new Promise((go) => {
    const old = document.querySelector(".bot");
    const turn = Object.assign(document.createElement("div"), { className: "bot" });
    turn.dataset.id = id;
    const pre = turn.appendChild(document.createElement("pre"));
    const stop = Object.assign(document.createElement("i"), { id: "stop", textContent: "stop" });
    old.after(turn, stop);
    if (!beside) old.remove();
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
})"""
ASKED = "<div class=user data-id=u1>Please look the note up for me, and tell me what it says.</div>"


async def test_a_block_remounted_beside_the_old_one_keeps_its_result(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, INSERTS) as room:
        await room.answer("<pre></pre>", "a", change=MOUNTED)
        await room.block("a", "done")
        page = room.companion.page
        await expect(page.locator("textarea")).to_have_value(re.compile("noted a"))
        await expect(page.locator(".bot > pre")).to_have_count(1)
        await page.evaluate(WAIT, LIMBO)
        (block,) = await room.companion.blocks()
        assert block.status == "done"
        assert block.returned
        assert room.ran == ["a"]


@pytest.mark.parametrize("beside", [False, True], ids=["after the old one left", "beside the old one"])
async def test_an_answer_written_again_under_another_name_runs_nothing(
    context: BrowserContext, pages: PageSite, beside: bool
) -> None:
    async with opened(context, pages) as room:
        page = room.companion.page
        await page.evaluate("(html) => main.insertAdjacentHTML('beforeend', html)", ASKED)
        await room.answer("<pre></pre>", "a")
        await room.block("a", "done")
        text = await page.locator(".bot > pre").text_content()
        await page.evaluate(RENAMED, ["from-the-server", text, beside])
        await page.evaluate(WAIT, LIMBO)
        await room.block("a", "done")
        assert room.ran == ["a"]


async def test_control_an_answer_to_another_message_runs_the_same_call_again(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        page = room.companion.page
        await page.evaluate("(html) => main.insertAdjacentHTML('beforeend', html)", ASKED)
        await room.answer("<pre></pre>", "a")
        await room.block("a", "done")
        again = ASKED.replace("u1", "u2").replace("Please", "Once more, please")
        await page.evaluate("(html) => main.insertAdjacentHTML('beforeend', html)", again)
        await page.evaluate("document.querySelector('.bot').dataset.id = 'first'")
        await room.answer("<pre></pre>", "a")
        async with asyncio.timeout(30):
            while True:
                if [block.status for block in await room.companion.blocks()] == ["done", "done"]:
                    break
                await asyncio.sleep(0.02)
        assert room.ran == ["a", "a"]
