"""One press that runs several calls: only those that could be seen in full, as for a press on their own buttons."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from tests.injected.calls import xml
from tests.injected.fixtures import demo, files_context, one_context
from tests.injected.stage import Demo, Stage, in_sight
from tests.support.effort import corners
from tests.support.faces import faces, in_face

__all__ = ["demo", "files_context", "one_context"]

ANSWER = "\n\n".join(f"```xml\n{xml('look', name, zebra=name)}\n```" for name in ("a", "b", "c"))
SECOND = (
    "[...document.querySelectorAll('*')].filter((each) => each.shadowRoot?.querySelector('iframe.face'))[1]"
)
COVER = f"""() => {{
    const {{ left, top, width, height }} = {SECOND}.getBoundingClientRect();
    const cover = document.body.appendChild(document.createElement("div"));
    cover.style.cssText = `position:fixed;left:${{left}}px;top:${{top}}px;width:${{width}}px;height:${{height}}px;background:#fff;pointer-events:PRESSES`;
}}"""
COVERS = {
    "a cover": COVER.replace("PRESSES", "auto"),
    "a cover that lets presses through": COVER.replace("PRESSES", "none"),
}
HIDE = {
    "a place out of view": f"() => {{ {SECOND}.parentElement.style.cssText = 'position:relative;left:3000px' }}",
    "no opacity": f"() => {{ {SECOND}.parentElement.style.opacity = '.01' }}",
    "a mask": f"() => {{ {SECOND}.parentElement.style.maskImage = 'linear-gradient(#0000, #0000)' }}",
}
SHOW = f"() => {{ {SECOND}.parentElement.style.cssText = '' }}"


LONG = 1600
"""Milliseconds after which what was masked before no longer counts."""


async def three(stage: Stage, demo: Demo) -> None:
    await stage.page.set_viewport_size({"width": 1000, "height": 1100})
    await stage.ask(demo.prepare(ANSWER))
    await stage.answered()
    await expect(faces(stage.page)).to_have_count(3)
    await expect(run_all(stage)).to_have_text("Run all 3")


def run_all(stage: Stage) -> Locator:
    return in_face(stage.page, ".run-all-button", 2)


def ran(stage: Stage) -> list[str]:
    return sorted(run["zebra"] for run in stage.tools.runs)


async def press_after(stage: Stage, script: str) -> None:
    """Press on the place of the button, which was in plain sight, just after the script ran."""
    await in_sight(run_all(stage), LONG)
    at = await stage.middle(run_all(stage))
    await stage.page.mouse.move(
        *at
    )  # the block is watched closely from now on, so that the press is decided at once
    await stage.look(400)
    await stage.page.evaluate(script)
    await stage.page.mouse.click(*at)
    await stage.look(400)  # a press counts only after a look at each frame of the browser for a while
    await stage.settled()


@pytest.mark.thorough  # failed once on a busy machine: the button did not come back in 20 s
async def test_nothing_runs_if_one_of_the_calls_was_hidden_just_before_the_press(
    context: BrowserContext, demo: Demo
) -> None:
    """The same press runs all calls when all are in view again."""
    async with Stage(context, demo.url, site="demo") as stage:
        await three(stage, demo)
        for how, script in HIDE.items():
            await press_after(stage, script)
            assert ran(stage) == [], how
            await stage.page.evaluate(SHOW)
            await expect(run_all(stage)).to_have_text("Run all 3")
        await in_sight(run_all(stage), LONG)
        await stage.press(run_all(stage))
        await stage.until("done", 3)
        assert ran(stage) == ["a", "b", "c"]


@pytest.mark.thorough  # failed in 1 of 3 runs on a busy machine; the cause is not known yet
@pytest.mark.parametrize("cover", corners(COVERS, "a cover that lets presses through"))
async def test_a_call_that_is_covered_or_out_of_view_is_neither_counted_nor_run(
    context: BrowserContext, demo: Demo, cover: str
) -> None:
    """Nothing runs if it was covered just before the press; later the others run."""
    async with Stage(context, demo.url, site="demo") as stage:
        await three(stage, demo)
        await stage.page.set_viewport_size({"width": 1000, "height": 680})
        await expect(run_all(stage)).to_have_text("Run all 2")
        await stage.page.set_viewport_size({"width": 1000, "height": 1100})
        await expect(run_all(stage)).to_have_text("Run all 3")
        await press_after(stage, COVERS[cover])
        assert ran(stage) == []
        await expect(run_all(stage)).to_have_text("Run all 2")
        await in_sight(run_all(stage), 900)
        await stage.press(run_all(stage))
        await stage.until("done", 2)
        await stage.settled()
        assert ran(stage) == ["a", "c"]
