from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from overlay.capture.replay import play
from tests.capture.made import NOTE, Made, call


async def test_a_block_that_comes_back_to_a_state_is_drawn_again(browser: Browser, tmp_path: Path) -> None:
    """A countdown that is stopped makes it ready again; the picture gets a name of its own."""
    made = Made()
    made.manifest |= {"tools": [NOTE], "config": {"policy": {"auto_execute": ["note"], "delay": 2}}}
    made.open()
    message = made.stream(call())
    made.input("press", after=300, block=1, action="touch")
    made.step({"o": "attr", "id": message, "name": "class", "value": "assistant done"}, after=300)
    played = await play(made.write(tmp_path / "one"), browser=browser, pictures=tmp_path / "pictures")
    assert [drawn.status for drawn in played.blocks] == ["streaming", "scheduled", "ready"]
    assert "Stopped by you" in played.blocks[-1].dom


@pytest.mark.thorough
async def test_a_timer_between_two_steps_ends_between_them(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.manifest |= {"config": {"policy": {"auto_execute": ["note"], "delay": 1}}}
    made.open()
    made.stream(call())
    begin = made.at + 1000
    made.input("ran", at=begin, block=1, name="note", arguments={}, took=1000, result={"text": "kept"})
    steps = [
        made.step({"o": "attr", "id": 5, "name": "title", "value": str(at)}, after=400) for at in range(8)
    ]
    played = await play(made.write(tmp_path / "one"), browser=browser)
    began = next(line.n for line in played.log if line.kind == "running")
    ended = next(line.n for line in played.log if line.kind == "done")
    assert began - steps[0] == 1
    assert ended - steps[0] == 3
