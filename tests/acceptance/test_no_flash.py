"""No frame shows a raw call: the answer is looked at in each animation frame and after each paint."""

from __future__ import annotations

import re
from itertools import product
from typing import TypedDict

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.injected.calls import FORMATS, fenced
from tests.injected.stage import MODES, Demo, Stage
from tests.support.effort import corners

BEFORE, AFTER = "Let me see.", "That was it."
# What the site itself draws is looked at, and the words that we draw around a call. Our blocks are left
# out: innerText does not go into shadow trees.
SAMPLE = """() => {
    const frames = window.frames_seen = [];
    const ours = (body) => [...body.querySelectorAll("div:not([class])")]
        .flatMap((host) => [...(host.shadowRoot?.querySelectorAll(".words") ?? [])]);
    const shown = () => [...document.querySelectorAll('[data-turn="assistant"] .markdown')]
        .flatMap((body) => [body, ...ours(body)]).map((part) => part.innerText).join(" ");
    const channel = new MessageChannel();
    channel.port1.onmessage = () => frames.push(shown());
    const look = () => {
        frames.push(shown());
        channel.port2.postMessage(0);
        requestAnimationFrame(look);
    };
    look();
}"""


class Seen(TypedDict):
    frames: int
    texts: list[str]


async def sampled(page: Page) -> Seen:
    """How many frames were looked at, and the different texts in them, without the marks of a fence."""
    frames: list[str] = await page.evaluate("window.frames_seen")
    marks = str.maketrans("", "", "` \n\u00a0")
    return {"frames": len(frames), "texts": sorted({frame.translate(marks) for frame in frames})}


def raw_in(seen: Seen) -> list[str]:
    """The texts that hold more than the words around the call, and the head of its card while it is empty."""
    allowed = (BEFORE + AFTER).replace(" ", "")
    head = re.compile(re.escape(BEFORE.replace(" ", "")) + "[a-z]{0,5}(Copy)?")
    return [text for text in seen["texts"] if not allowed.startswith(text) and not head.fullmatch(text)]


async def stream(stage: Stage | None, page: Page, message: str) -> Seen:
    await page.evaluate(SAMPLE)
    await page.locator("#composer").fill(message)
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator('[data-turn="assistant"]')).to_contain_text(AFTER, timeout=30_000)
    await expect(page.locator('[data-testid="stop"]')).to_have_count(0)
    if stage:
        await stage.until("ready")
        await stage.settled()
    return await sampled(page)


@pytest.mark.parametrize(
    ("mode", "call"),
    corners(product(MODES, FORMATS), *product(["framework"], FORMATS), *product(MODES, ["xml"])),
)
async def test_no_frame_shows_a_fenced_call(
    context: BrowserContext, demo: Demo, mode: str, call: str
) -> None:
    async with Stage(
        context, f"{demo.url}/?render={mode}&rate=150&token=3", site="demo", inspectable=False
    ) as stage:
        seen = await stream(stage, stage.page, demo.lay(f"{BEFORE}\n\n{fenced(call)}\n\n{AFTER}"))
        assert seen["frames"] > 20
        assert raw_in(seen) == []


@pytest.mark.parametrize("mode", MODES)
async def test_no_frame_shows_an_unfenced_call(context: BrowserContext, demo: Demo, mode: str) -> None:
    async with Stage(
        context, f"{demo.url}/?render={mode}&rate=150&token=3", site="demo", inspectable=False
    ) as stage:
        seen = await stream(stage, stage.page, demo.lay(f"{BEFORE}\n\n{FORMATS['xml']}\n\n{AFTER}"))
        assert raw_in(seen) == []


@pytest.mark.parametrize("mode", MODES)
async def test_no_frame_shows_a_call_that_is_drawn_once_a_frame(
    context: BrowserContext, demo: Demo, mode: str
) -> None:
    async with Stage(
        context, f"{demo.url}/?render={mode}&rate=300&burst", site="demo", inspectable=False
    ) as stage:
        seen = await stream(stage, stage.page, demo.lay(f"{BEFORE}\n\n{fenced('xml')}\n\n{AFTER}"))
        assert raw_in(seen) == []


async def test_the_last_frame_shows_all_the_words_around_the_call(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, f"{demo.url}/?rate=300", site="demo") as stage:
        seen = await stream(stage, stage.page, demo.lay(f"{BEFORE}\n\n{fenced('xml')}\n\n{AFTER}"))
        assert (BEFORE + AFTER).replace(" ", "") in seen["texts"]


async def test_without_overlay_the_frames_do_show_it(page: Page, demo: Demo) -> None:
    await page.goto(f"{demo.url}/?rate=300")
    seen = await stream(None, page, demo.lay(f"{BEFORE}\n\n{fenced('xml')}\n\n{AFTER}"))
    assert [text for text in raw_in(seen) if "quagga" in text]
