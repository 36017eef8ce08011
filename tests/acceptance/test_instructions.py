"""The instructions about the tools contain no call, wherever a page shows them."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from overlay.tools.prompt import Style, write_prompt
from tests.acceptance.one_stage import OneStage, demo_stage
from tests.injected.calls import fenced
from tests.injected.stage import MODES, Demo, Stage

__all__ = ["demo_stage"]

STYLES: tuple[Style, ...] = get_args(Style)
SHOWN = {
    "unchanged": "{}",
    "quoted": "You told me:\n\n{}\n\nThat is all.",
    "in a block": "````\n{}\n````",
}


async def instructions(stage: Stage, style: Style) -> str:
    return write_prompt(stage.companion.registry.snapshot(), style=style).text


CELLS = list(product(STYLES, SHOWN))
CORNERS = [(STYLES[0], "unchanged"), (STYLES[1], "quoted"), (STYLES[0], "in a block")]


@pytest.mark.parametrize(
    "cells",
    [CORNERS, pytest.param([cell for cell in CELLS if cell not in CORNERS], marks=pytest.mark.thorough)],
)
async def test_an_answer_that_repeats_the_instructions_has_no_block(
    demo_stage: OneStage, demo: Demo, cells: list[tuple[Style, str]]
) -> None:
    """tests/tools/prompt/test_prompt.py looks for a call in each style and in more fences, without a page."""
    found: dict[tuple[str, str], list[str]] = {}
    for style, how in cells:
        frame = SHOWN[how]
        await demo_stage.open(f"{demo.url}/?render={MODES[0]}&rate=20000")
        await demo_stage.ask(demo.prepare(frame.replace("{}", await instructions(demo_stage, style))))
        await demo_stage.answered()
        blocks = [block.name for block in await demo_stage.companion.blocks()]
        found[style, how] = blocks + [kind for kind in demo_stage.told() if kind == "ready"]
    assert {cell: blocks for cell, blocks in found.items() if blocks} == {}


@pytest.mark.parametrize("styles", [STYLES[:1], pytest.param(STYLES[1:], marks=pytest.mark.thorough)])
@pytest.mark.thorough
async def test_a_users_message_with_the_instructions_has_no_block_and_a_call_after_it_has_one(
    demo_stage: OneStage, demo: Demo, styles: tuple[Style, ...]
) -> None:
    found: dict[str, list[str]] = {}
    for style in styles:
        await demo_stage.open(f"{demo.url}/?rate=20000")
        answer = demo.prepare(fenced("xml"))
        await demo_stage.ask(f"{answer}\n\n{await instructions(demo_stage, style)}")
        await demo_stage.until("ready")
        await demo_stage.answered()
        found[style] = [block.name for block in await demo_stage.companion.blocks()]
    assert found == {style: ["look"] for style in styles}
