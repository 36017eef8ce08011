"""overlay's process is behind, as on a busy machine: the page waits for it as long as it is connected."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from observers.document import Document
from observers.lifeline import Lifelines
from observers.open_documents import OpenDocuments
from tests.acceptance.chat_kinds import RUNS_AUTOMATICALLY, opened
from tests.acceptance.test_redrawn_answers import ANSWER, DRAWS
from tests.injected.pages import PageSite

FAIL_OPEN, BEHIND = 0.5, 1.0
"""Seconds. A connected overlay that is behind for longer than `fail_open` is waited for."""


async def test_a_call_is_never_shown_raw_while_overlay_reads_each_message_a_second_late(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    config: dict[str, Any] = {"policy": RUNS_AUTOMATICALLY["policy"], "fail_open": FAIL_OPEN}
    connected = asyncio.Event()
    attach = vars(Lifelines)["_attach"]

    async def noted(lifelines: Lifelines, *about: Any) -> None:
        await attach(lifelines, *about)
        connected.set()

    monkeypatch.setattr(Lifelines, "_attach", noted)
    async with opened(context, pages, DRAWS, watches_frames=True, config=config) as room:
        assert await room.companion.bridge.hiding_enabled(room.page, within=30)
        await room.say()
        await room.answer(ANSWER, "no cursor")
        await room.show("done")
        async with asyncio.timeout(30):
            await connected.wait()
        await room.page.evaluate(
            "frames_seen.length = 0"
        )  # before that, overlay counts as gone after `fail_open`
        handle = OpenDocuments.handle

        def late(documents: OpenDocuments, document: Document, payload: str) -> None:
            asyncio.get_running_loop().call_later(BEHIND, handle, documents, document, payload)

        monkeypatch.setattr(OpenDocuments, "handle", late)
        await room.say()
        await room.answer(ANSWER, "no cursor")
        await room.until(lambda blocks: [block.complete for block in blocks] == [True, True])
        seen = await room.seen()
    assert seen.raw == []
