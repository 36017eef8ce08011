"""The parts of one run: how they end."""

from __future__ import annotations

import asyncio
from typing import Any

from overlay.chat.composer.composer import Inserted
from tests.support.scene import AUTO, Scene, call, idle

AUTO_INSERT: dict[str, Any] = {**AUTO, "returns": {"auto_insert": True}}


async def test_a_countdown_that_ends_while_results_are_still_being_inserted_at_the_end_runs_nothing() -> None:
    scene = Scene(AUTO_INSERT)
    inserting, left = asyncio.Event(), asyncio.Event()

    async def insert(text: str) -> Inserted:
        try:
            inserting.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            # A page that does not answer delays the end of an insertion.
            await left.wait()
            raise
        raise AssertionError

    scene.box.insert = insert
    page = scene.page()
    page.stream(call(text="first"))
    await scene.clock.pass_()
    await inserting.wait()
    page.stream(call(text="second"), unit=2)
    await idle()
    closing = asyncio.create_task(scene.parts.close())
    await idle()
    await scene.clock.pass_()
    left.set()
    await closing
    assert scene.ran == ["first"]
