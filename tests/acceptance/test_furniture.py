"""Toolbars and other elements in or beside a code block are no part of its call, and do not cover its block."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import product

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from tests.acceptance.chat_kinds import TEXT, Room, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import in_sight
from tests.support.effort import corners
from tests.support.faces import in_face, middle_of

__all__ = ["own_context", "pages"]

ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nThat was it."
SHORT = "I look.\n\n```xml\n<tool:note>{}</tool>\n```\n\nThat was it."
DRAWS = """
const button = (label = "") => make("button", { textContent: label, className: "b" });
const style = document.createElement("style");
style.textContent = `.b { width: 28px; height: 24px } .rel { position: relative } .abs { position: absolute; top: 4px; right: 4px }
.sr { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0,0,0,0) }`;
document.head.append(style);
const frames = {
    "in an inner wrapper": (code) => make("pre", {}, make("code", {}, make("code", { textContent: code }), button())),
    "with its label in an inner wrapper": (code) => make("pre", {}, make("div", {}, make("span", { textContent: code }), make("div", {}, button("Copy")))),
    "in a bar in the block": (code) => make("pre", {}, make("div", {}, make("span", { textContent: "xml" }), button("Copy code")), make("code", { textContent: code })),
    "over the block": (code) => make("div", { className: "rel" }, make("pre", { textContent: code }), make("button", { className: "b abs" })),
    "over the block in a wrapper": (code) => make("div", { className: "rel" }, make("div", { className: "abs" }, button()), make("pre", { textContent: code })),
};
DRAW["over the block, once it is written"] = (turn, text, more) => {
    DRAW["over the block"](turn, text);
    const late = turn.querySelector(".b");
    const pre = late?.previousElementSibling;
    late?.remove();
    if (late && !more) setTimeout(() => pre.after(late), 200);
};
for (const [name, frame] of Object.entries(frames)) {
    DRAW[name] = (turn, text) => turn.replaceChildren(...parts(text).map(({ words, code }) => words !== undefined ? make("p", { textContent: words }) : frame(code)));
}
const copied = (name) => (turn, text) => {
    DRAW["in a bar in the block"](turn, text);
    turn.prepend(make("div", { className: `sr ${name}`, textContent: text }));
};
DRAW["a copy with its block"] = (turn, text) => {
    DRAW["in a bar in the block"](turn, text);
    turn.append(make("div", { className: "sr visually-hidden" }, ...parts(text).map(({ words, code }) => make(words !== undefined ? "p" : "pre", { textContent: words ?? code }))));
};
DRAW["a copy for screen readers"] = copied("sr-only");
DRAW["a copy of a library"] = copied("cdk-visually-hidden");
DRAW["a copy of a module"] = copied("Chat_visuallyHidden__x1");
"""
ANSWERS = {"long": ANSWER, "short": SHORT}
IN_BLOCK = ["in an inner wrapper", "with its label in an inner wrapper", "in a bar in the block"]
OVER = ["over the block", "over the block, once it is written", "over the block in a wrapper"]
COPIES = ["a copy for screen readers", "a copy of a library", "a copy of a module", "a copy with its block"]


@pytest.fixture(scope="module")
async def room(browser: Browser, pages: PageSite) -> AsyncIterator[Room]:
    """One companion for all answers that run automatically."""
    context = await browser.new_context()
    async with opened(context, pages, DRAWS) as one:
        yield one
    await context.close()


CELLS = list(product(IN_BLOCK, ANSWERS))
SHORT_ONES = list(product(IN_BLOCK, ["short"]))


@pytest.mark.parametrize("cells", [SHORT_ONES, pytest.param(CELLS, marks=pytest.mark.thorough)])
@pytest.mark.thorough
async def test_a_button_in_a_code_block_takes_no_code_along(cells: list[tuple[str, str]], room: Room) -> None:
    found: dict[tuple[str, str], tuple[list[str], int, int, int]] = {}
    for draw, answer in cells:
        await room.anew()
        await room.say()
        await room.answer(ANSWERS[answer], draw)
        await room.show("done")
        seen = await room.seen(("invoke", "function_calls", "tool:note", "quagga"))
        found[draw, answer] = seen.raw, seen.gone, room.count("detected"), len(room.ran)
    # No raw text, the block never gone, one call detected, one run.
    assert {cell: seen for cell, seen in found.items() if seen != ([], 0, 1, 1)} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("draw", corners(OVER, "over the block, once it is written"))
async def test_a_button_that_floats_over_a_code_block_hinders_no_press(
    draw: str, context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS, config={"fail_open": 20}) as room:
        await room.say()
        await room.answer(ANSWER, draw)
        await room.show("ready")
        await expect(room.page.locator(".b")).to_be_hidden()
        execute = in_face(room.page, ".execute-button")
        async with asyncio.timeout(20):
            await in_sight(execute, 900)
        await room.page.mouse.click(*await middle_of(execute))
        await room.show("done")
        assert room.ran == ["quagga"]


@pytest.mark.parametrize("copies", [COPIES[2:], pytest.param(COPIES[:2], marks=pytest.mark.thorough)])
async def test_a_hidden_copy_of_an_answer_is_no_second_call(copies: list[str], room: Room) -> None:
    """tests/injected/reading/test_reader_copy.py has the names by which the page script knows a copy."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for draw in copies:
        await room.anew()
        await room.say()
        await room.answer(ANSWER, draw)
        await room.until(lambda blocks: "done" in [block.status for block in blocks])
        blocks = await room.rest(500)
        found[draw] = [block.status for block in blocks], list(room.ran)
    assert found == {draw: (["done"], ["quagga"]) for draw in copies}
