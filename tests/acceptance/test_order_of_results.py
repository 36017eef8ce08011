"""Results go back in the order of their calls on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.acceptance.chat_kinds import RUNS_AUTOMATICALLY, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.effort import corners
from tests.support.scene import call

__all__ = ["own_context", "pages"]

WORDS = ("one", "two", "three")
ANSWER = "\n\n".join(f"Now {word}:\n\n```xml\n{call(call_id=word, text=word)}```" for word in WORDS)
# The answer's blocks are there from the start, and get their text one after the other, or all at once.
DRAWS = """
const draw = (order) => (turn, text, more) => {
    if (turn.childElementCount) return;
    const all = [...texts.entries()].map(([at, code]) => ({ slot: make("div", {}, make("p", { textContent: `Now ${at}:` })), code }));
    turn.append(...all.map(({ slot }) => slot));
    return order.reduce((before, at) => before.then(async () => {
        const pre = all[at].slot.appendChild(make("pre"));
        for (let end = 20; end < all[at].code.length + 20; end += 20) { pre.textContent = all[at].code.slice(0, end); await pause(20); }
    }), Promise.resolve());
};
DRAW["in order"] = draw([0, 1, 2]);
DRAW["the last first"] = draw([2, 1, 0]);
DRAW["the first last"] = draw([1, 2, 0]);
"""


@pytest.mark.parametrize("name", corners(["in order", "the last first", "the first last"], "the first last"))
async def test_results_go_back_in_the_order_of_the_page(
    name: str, context: BrowserContext, pages: PageSite
) -> None:
    texts = f"const texts = {[call(call_id=word, text=word) for word in WORDS]};"
    config = {**RUNS_AUTOMATICALLY, "returns": {"auto_insert": True}}
    async with opened(context, pages, texts + DRAWS, config=config) as room:
        await room.say()
        await room.answer(ANSWER, name)
        await room.show("done", "done", "done", seconds=50)
        box = room.page.locator("textarea")
        await expect(box).not_to_have_value("", timeout=50_000)
        text = await box.input_value()
        assert sorted(WORDS, key=lambda word: text.index(f"noted {word}")) == list(WORDS)
