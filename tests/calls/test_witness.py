from __future__ import annotations

import asyncio
from typing import Any

from overlay.calls.witness import Witness
from overlay.companion.companion import Companion
from tests.injected.fixtures import demo
from tests.injected.stage import Demo

__all__ = ["demo"]


class Notes(Witness):
    def __init__(self) -> None:
        self.seen: list[str] = []
        self.moved = asyncio.Event()

    def begun(self, companion: Companion) -> None:
        self.seen.append("begun")

    def opened(self, document: Any, hello: Any) -> None:
        self.seen.append("opened")

    def said(self, document: Any, message: Any) -> None:
        self.seen.append(message.t)
        if message.t == "url":
            self.moved.set()

    def closed(self, document: Any) -> None:
        self.seen.append("closed")

    async def ending(self) -> None:
        self.seen.append("ending")


async def test_a_witness_sees_a_run_from_its_beginning_to_its_end(context: Any, demo: Demo) -> None:
    notes = Notes()
    async with Companion(demo.url, context=context, witness=notes) as companion:
        await companion.page.evaluate("history.pushState(null, '', '/c/1'); document.body.append('x')")
        await notes.moved.wait()
    assert (notes.seen[0], notes.seen[-1]) == ("begun", "closed")
    assert notes.seen.index("opened") < notes.seen.index("ending") < len(notes.seen) - 1
