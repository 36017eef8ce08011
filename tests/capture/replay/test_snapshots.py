from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.async_api import Browser

from overlay.capture.replay import play
from overlay.capture.replay import snapshots as module
from overlay.capture.replay.snapshots import BlockSnapshots, DrawnBlock
from tests.capture.made import Made, element, text
from tests.support.scene import call

HIDDEN = "<section style='display: none'><div data-block-id=b1>a call</div></section>"


def test_a_block_that_was_not_drawn_is_due_in_any_state() -> None:
    snapshots = BlockSnapshots(None)
    assert [snapshots.due(*each) for each in ((1, "streaming"), (1, "ready"), (2, "ready"))] == [True] * 3


async def test_no_picture_is_taken_of_a_block_that_the_page_does_not_display(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drawn(*_: object) -> DrawnBlock:
        return DrawnBlock(lines=["div"], look="")

    monkeypatch.setattr(module, "ask", drawn)
    page = await browser.new_page()
    await page.set_content(HIDDEN)
    snapshots = BlockSnapshots(tmp_path)
    document = cast("Any", SimpleNamespace(page=page, top=True))
    async with asyncio.timeout(20):
        await snapshots.draw(1, "ready", "b1", document)
    assert [(each.status, each.picture) for each in snapshots.made] == [("ready", "")]
    await page.close()


STYLE = """html, body { margin: 0; height: 100% } main { height: 100%; overflow: auto }
main div { width: 720px } main p { height: 900px; background: red }"""


async def test_a_block_that_is_wider_than_a_scrolled_chat_is_on_its_picture(
    replay_browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.manifest |= {"config": {"policy": {"auto_execute": ["note"], "delay": 1}}}
    made.open(element(20, "p"), head=(element(21, "style", text(22, STYLE)),))
    made.stream(call())
    made.input("ran", at=made.at + 1000, block=1, name="note", arguments={}, took=1, result={"text": "kept"})
    made.step({"o": "attr", "id": 5, "name": "title", "value": "x"}, after=2000)
    recording = made.write(tmp_path / "one")
    await play(recording, browser=replay_browser, pictures=tmp_path / "pictures", size=(390, 600))
    shots = {path.stem: path.read_bytes() for path in (tmp_path / "pictures").iterdir()}
    assert shots["1-scheduled"] != shots["1-done"]
    # The width of a PNG is in bytes 16 to 19 (W3C, PNG, IHDR).
    assert int.from_bytes(shots["1-done"][16:20]) == 390
