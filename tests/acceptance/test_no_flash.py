"""No frame shows a raw call: the answer is looked at in each animation frame and after each paint."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, expect

from tests.acceptance.one_stage import OneStage
from tests.injected.calls import FORMATS, fenced
from tests.injected.stage import MODES, Demo, Stage

BEFORE, AFTER = "Let me see.", "That was it."
# Takes what the site itself draws, and the words that overlay draws around a call. The blocks are left out:
# innerText does not go into shadow trees.
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


async def sampled(page: Page) -> list[str]:
    """The different texts in the frames that were looked at, without the marks of a fence."""
    frames: list[str] = await page.evaluate("window.frames_seen")
    marks = str.maketrans("", "", "` \n\u00a0")
    return sorted({frame.translate(marks) for frame in frames})


def raw_in(seen: list[str]) -> list[str]:
    """The texts with more than the words around the call, and the head of its card while it is empty."""
    allowed = (BEFORE + AFTER).replace(" ", "")
    head = re.compile(re.escape(BEFORE.replace(" ", "")) + "[a-z]{0,5}(Copy)?")
    return [text for text in seen if not allowed.startswith(text) and not head.fullmatch(text)]


async def stream(stage: Stage | None, page: Page, message: str) -> list[str]:
    await page.evaluate(SAMPLE)
    await page.locator("#composer").fill(message)
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator('[data-turn="assistant"]')).to_contain_text(AFTER, timeout=30_000)
    await expect(page.locator('[data-testid="stop"]')).to_have_count(0)
    if stage:
        await stage.until("ready")
        await stage.settled()
    return await sampled(page)


STREAMED = "rate=150&token=3"
ONCE_A_FRAME = "rate=300&burst"
CELLS = {
    **{f"fenced {name}": (STREAMED, fenced(name)) for name in FORMATS},
    "unfenced": (STREAMED, FORMATS["xml"]),
    "drawn once a frame": (ONCE_A_FRAME, fenced("xml")),
}
"""How the page draws a call, and the call."""
CORNERS = {
    "append": ["fenced xml", "unfenced", "drawn once a frame"],
    "rebuild": ["fenced xml", "unfenced", "drawn once a frame"],
    "framework": ["fenced xml", "unfenced"],
}


@pytest.fixture(scope="module")
async def stage(browser: Browser, demo: Demo) -> AsyncIterator[OneStage]:
    context = await browser.new_context()
    async with OneStage(context, demo.url, site="demo", inspectable=False) as opened:
        yield opened
    await context.close()


@pytest.mark.parametrize(
    ("mode", "cells"),
    [
        *(
            pytest.param(mode, cells, marks=[pytest.mark.thorough] if mode != "framework" else [])
            for mode, cells in CORNERS.items()
        ),
        *(
            pytest.param(mode, sorted({*CELLS} - {*CORNERS[mode]}), marks=pytest.mark.thorough)
            for mode in MODES
        ),
    ],
)
async def test_no_frame_shows_a_call_and_the_last_one_shows_the_words_around_it(
    stage: OneStage, demo: Demo, mode: str, cells: list[str]
) -> None:
    raw: dict[str, list[str]] = {}
    wordless: list[str] = []
    for name in cells:
        how, call = CELLS[name]
        await stage.open(f"{demo.url}/?render={mode}&{how}")
        seen = await stream(stage, stage.page, demo.prepare(f"{BEFORE}\n\n{call}\n\n{AFTER}"))
        raw[name] = raw_in(seen)
        if (BEFORE + AFTER).replace(" ", "") not in seen:
            wordless.append(name)
    assert raw == {name: [] for name in cells}
    assert wordless == []


@pytest.mark.thorough
async def test_control_without_overlay_the_frames_show_the_call(page: Page, demo: Demo) -> None:
    await page.goto(f"{demo.url}/?rate=300")
    seen = await stream(None, page, demo.prepare(f"{BEFORE}\n\n{fenced('xml')}\n\n{AFTER}"))
    assert [text for text in raw_in(seen) if "quagga" in text]
