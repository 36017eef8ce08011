"""A long chat: what is far from the view is hidden and read when it comes near."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from itertools import product

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.companion.companion import Companion
from overlay.detection.results import encode_result
from overlay.sites.loader import SiteProfile
from tests.acceptance.one_stage import OneStage, stage
from tests.acceptance.test_life_in_the_page import page_of, turn
from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import Stage
from tests.support.effort import corners
from tests.support.faces import in_face

__all__ = ["stage"]

CALLS = 200
RAW = """[...document.querySelectorAll('pre')].filter((pre) => {
    const { top, bottom } = pre.getBoundingClientRect();
    return bottom > -4000 && top < innerHeight + 4000 && pre.checkVisibility({ visibilityProperty: true });
}).length"""
"""The calls that show raw text in the view, or in the part around the view that a browser paints in advance."""
RESULTS = SiteProfile(
    name="results",
    title="Results",
    user="[data-turn=user]",
    assistant="[data-turn=assistant]",
    composer="textarea",
)
PAINTED = """() => new Promise((go) => {
    let raw = 0, frames = 0;
    const look = () => {
        for (const pre of document.querySelectorAll("pre, .result")) {
            const { top, bottom } = pre.getBoundingClientRect();
            if (bottom > 0 && top < innerHeight && pre.checkVisibility({ visibilityProperty: true })) raw += 1;
        }
        frames += 1;
        if (frames < 40) requestAnimationFrame(look); else go(raw);
    };
    scrollTo({ top: 0.3 * document.documentElement.scrollHeight, behavior: "instant" });
    requestAnimationFrame(look);
})"""
UNANCHORED = {
    "a page that scrolls": "* { overflow-anchor: none }",
    "a part of the page that scrolls": "html, body { height: 100%; margin: 0; overflow: hidden }"
    " body { overflow: auto; overflow-anchor: none; box-sizing: border-box; padding: 40px }",
    "a page whose scrolling is smooth": "* { overflow-anchor: none; scroll-behavior: smooth }",
}
DRAWN = """() => [...document.querySelectorAll("pre")].every((pre) => {
    const host = pre.previousElementSibling;
    const { top, bottom } = (host ?? pre).getBoundingClientRect();
    return bottom < -800 || top > innerHeight || (host && bottom > top && getComputedStyle(pre).display === "none");
})"""
"""Every block in view, and those at most 800 pixels above it, has been drawn."""
STEP = """() => new Promise((go) => {
    const turn = [...document.querySelectorAll("[data-turn]")].find((each) => each.getBoundingClientRect().top > innerHeight / 4);
    const places = [];
    let rest = 20;
    const look = () => {
        const painted = new IntersectionObserver(([{ boundingClientRect: { top } }]) => {
            painted.disconnect();
            if (!places.length) SCROLLED.scrollBy({ top: -300, behavior: "instant" });
            places.push(top);
            if (isDrawn()) rest -= 1;
            if (rest) requestAnimationFrame(look);
            else go(places.slice(1).map((place) => Math.round(place - 300 - places[0])));
        });
        painted.observe(turn);
    };
    requestAnimationFrame(look);
})""".replace("isDrawn()", f"({DRAWN})()").replace(
    "SCROLLED", "[document.documentElement, document.body].find(({ scrollTop }) => scrollTop)"
)
"""Scrolls up a little; returns by how many pixels a message in view moved after that, in each frame that was painted: an
observer gets the place that is painted, where a script would see what overlay corrects before the next frame.
"""
SITE = SiteProfile(name="long", title="Long", assistant="[data-turn=assistant]", composer="textarea")
RUNS = {"policy": {"auto_execute": ["*"], "delay": 0}}


def history(calls: int = CALLS) -> str:
    """Return finished calls, each in a message."""
    return "".join(turn(xml("look", f"h{number}", zebra=str(number))) for number in range(calls))


def read(stage: Stage) -> list[str]:
    """The ids of the calls that overlay has read, in the order of their first event."""
    stage.told()  # takes the events that have come
    return list(
        dict.fromkeys(event.block.call_id for event in stage.seen if event.kind == "ready" and event.block)
    )


async def test_a_long_chat_is_hidden_around_the_view_at_once_and_overlay_reads_only_the_calls_near_the_view(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(history())))
    await stage.until("ready")
    await stage.page.wait_for_function(f"{RAW} === 0")
    await expect(in_face(stage.page, ".function-block", 0)).to_be_visible()
    assert len(read(stage)) < CALLS / 4
    assert await stage.page.evaluate(PAINTED) == 0, "a jump paints raw text"


def with_results(calls: int) -> str:
    """Return calls, each with words before it and its result in the next message."""
    return "".join(
        f"<div data-turn=assistant><p>I look at {number}.</p><pre>{escape(xml_call(number))}</pre></div>"
        f"<div data-turn=user><div class=result>{escape(encode_result('grey', f'h{number}'))}</div></div>"
        for number in range(calls)
    )


async def test_results_and_words_far_from_the_view_wait_as_the_calls_do_and_no_jump_paints_them(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(with_results(CALLS))), profile=RESULTS) as stage:
        await expect(in_face(stage.page, ".function-block", 0)).to_be_visible()
        (chat,) = stage.companion.parts.chats
        assert len(chat.readers) < CALLS / 2, "of four units a call"
        assert await stage.page.evaluate(PAINTED) == 0, "a jump paints raw text"


MOVES = {
    "the user scrolls": "document.querySelectorAll('pre')[120].scrollIntoView({ behavior: 'instant' })",
    "turns above leave": "for (const turn of [...document.querySelectorAll('[data-turn]')].slice(0, 120)) turn.remove();",
    "the layout moves": "document.body.style.marginTop = `${-document.querySelectorAll('[data-turn]')[120].getBoundingClientRect().top}px`; dispatchEvent(new Event('resize'));",
}


@pytest.mark.thorough
async def test_a_call_that_comes_near_the_view_is_read(stage: OneStage, pages: PageSite) -> None:
    for move in MOVES.values():
        await stage.open(pages.add(page_of(history())))
        await stage.until("ready")
        await stage.page.wait_for_function(f"{RAW} === 0")
        assert "h120" not in read(stage)
        await stage.page.evaluate(f"() => {{ {move} }}")
        while "h120" not in read(stage):
            await stage.until("ready", len(read(stage)) + 1)


def json_call(number: int) -> str:
    """A call that begins like other JSON, so it can't wait until it is near the view."""
    return json.dumps({"name": "look", "id": f"h{number}", "arguments": {"zebra": str(number)}})


def xml_call(number: int) -> str:
    return xml("look", f"h{number}", zebra=str(number))


SHOW = "document.body.append(document.querySelector('template').content); scrollTo(0, 1e9)"
"""All of them together: overlay rightly reads the first pieces of a page that arrives in pieces first."""


TURNS = 600


@pytest.mark.parametrize(
    ("call", "later"),
    corners(product([xml_call, json_call], [False, True])),
)
async def test_overlay_first_reads_what_is_in_view_of_a_long_chat(
    stage: OneStage, pages: PageSite, call: Callable[[int], str], later: bool
) -> None:
    """`later`: the chat appears in a page that showed another one before."""
    turns = "".join(turn(call(number)) for number in range(TURNS))
    template = f"<template>{turns}</template>"
    if later:
        await stage.open(pages.add(page_of(turn(xml("look", "first", zebra="0")), template)))
        await expect(in_face(stage.page, ".function-block", 0)).to_be_visible()
        await stage.page.evaluate(SHOW)
    else:
        await stage.open(pages.add(page_of(template, f"<script>{SHOW}</script>")))
    # Not the last one: blocks that are drawn above it can push it out of the view before overlay comes to it.
    at_the_end = {f"h{number}" for number in range(TURNS - 50, TURNS)}
    while at_the_end.isdisjoint(read(stage)):
        await stage.until("ready", len(read(stage)) + 1)
    order = read(stage)
    assert min(order.index(number) for number in at_the_end.intersection(order)) < TURNS / 4


@pytest.mark.thorough
async def test_a_new_answer_far_below_the_view_runs(context: BrowserContext, pages: PageSite) -> None:
    """The user reads the chat's beginning while the answer arrives at its end."""
    async with Stage(
        context, pages.add(page_of(history(), "<textarea></textarea>")), profile=SITE, config=RUNS
    ) as stage:
        await stage.until("ready")
        await stage.page.wait_for_function(f"{RAW} === 0")
        call = xml("look", "new", zebra="new")
        named = call.index("<parameter")
        await stage.page.evaluate(
            """(text) => {
                const turn = document.createElement("div");
                turn.dataset.turn = "assistant";
                window.answer = document.createElement("pre");
                window.answer.append(text);
                turn.append(window.answer);
                document.body.append(turn);
            }""",
            call[:named],
        )
        count = 1
        while (block := (await stage.until("named", count)).block) and block.call_id != "new":
            count += 1
        await stage.page.evaluate("(text) => window.answer.append(text)", call[named:])
        await stage.until("done")
        assert stage.tools.runs == [{"zebra": "new", "gnu": ""}]


@pytest.mark.thorough
async def test_a_headless_run_reads_the_whole_history(context: BrowserContext, pages: PageSite) -> None:
    """Nobody scrolls in it."""
    companion = Companion(pages.add(page_of(history(80))), context=context, headless=True)
    events = companion.listen()
    found: set[str] = set()
    async with companion:
        while len(found) < 80:
            event = await events.get()
            if event and event.kind == "ready" and event.block:
                found.add(event.block.call_id)
    assert "h79" in found


@pytest.mark.thorough
@pytest.mark.parametrize(
    "kinds", [list(UNANCHORED)[:2], pytest.param(list(UNANCHORED)[2:], marks=pytest.mark.thorough)]
)
async def test_a_block_in_view_stays_in_place_where_the_page_switched_scroll_anchoring_off(
    stage: OneStage, pages: PageSite, kinds: list[str]
) -> None:
    moved: dict[str, list[int]] = {}
    for what in kinds:
        css = UNANCHORED[what]
        await stage.open(pages.add(page_of(f"<style>{css} pre {{ margin: 0 }}</style>", history())))
        await stage.until("ready")
        await stage.page.evaluate(
            "() => document.querySelectorAll('pre')[120].scrollIntoView({ behavior: 'instant' })"
        )
        await stage.page.wait_for_function(DRAWN)
        moved[what] = [pixels for _ in range(3) for pixels in await stage.page.evaluate(STEP)]
    assert {what: pixels for what, pixels in moved.items() if max(map(abs, pixels)) >= 3} == {}
