from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.async_api import Browser

from overlay.capture.replay import snapshots as module
from overlay.capture.replay.snapshots import BlockSnapshots, DrawnBlock

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
