"""What overlay tells a model of its tools is no call, wherever a page shows it."""

from __future__ import annotations

from typing import get_args

import pytest
from playwright.async_api import BrowserContext

from overlay.tools.prompt import Style, write_prompt
from tests.injected.calls import fenced
from tests.injected.stage import MODES, Demo, Stage

STYLES: tuple[Style, ...] = get_args(Style)
SHOWN = {
    "as it is": "{}",
    "quoted": "You told me:\n\n{}\n\nThat is all.",
    "in a block": "````\n{}\n````",
}


async def instructions(stage: Stage, style: Style) -> str:
    return write_prompt(stage.companion.registry.snapshot(), style=style).text


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shown", SHOWN)
async def test_an_answer_that_repeats_the_instructions_has_no_block(
    context: BrowserContext, demo: Demo, style: Style, shown: str
) -> None:
    async with Stage(context, f"{demo.url}/?render={MODES[0]}&rate=2000", site="demo") as stage:
        text = SHOWN[shown].replace("{}", await instructions(stage, style))
        await stage.ask(demo.lay(text))
        await stage.answered()
        assert await stage.companion.blocks() == []
        assert "ready" not in stage.told()


@pytest.mark.parametrize("style", STYLES)
async def test_a_users_message_with_the_instructions_has_no_block_and_a_call_after_it_has_one(
    context: BrowserContext, demo: Demo, style: Style
) -> None:
    async with Stage(context, f"{demo.url}/?rate=2000", site="demo") as stage:
        answer = demo.lay(fenced("xml"))
        await stage.ask(f"{answer}\n\n{await instructions(stage, style)}")
        await stage.until("ready")
        await stage.answered()
        assert [block.name for block in await stage.companion.blocks()] == ["look"]
