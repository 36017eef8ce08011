from __future__ import annotations

import asyncio

from overlay.calls.call import Call
from overlay.capture.model import Related
from overlay.capture.replay.recorded_relations import RecordedPageRelations
from overlay.common.clock import VirtualClock
from overlay.detection.model import ToolCall
from tests.support.scene import idle


def call_of(name: str) -> Call:
    return Call("chat", parsed=ToolCall(name=name, arguments={}, format="xml", span=(0, 0), raw=""))


async def test_an_answer_comes_at_its_time_to_the_question_about_that_tool() -> None:
    clock = VirtualClock()
    lines = [
        Related(at=500, n=1, name="read", found=["same"]),
        Related(at=900, n=2, name="note", found=["other", "unsure"]),
    ]
    relations = RecordedPageRelations(lines, clock)
    asked = asyncio.create_task(relations(call_of("note"), 2))
    await idle()
    assert not asked.done()
    clock.fire_next()
    assert (clock.now(), await asked) == (0.9, ["other", "unsure"])
    assert await relations(call_of("note"), 2) == ["", ""]


async def test_a_question_that_was_open_at_the_end_of_the_recording_has_no_answer() -> None:
    relations = RecordedPageRelations([Related(at=500, n=1, name="note", ended=False)], VirtualClock())
    asked = asyncio.create_task(relations(call_of("note"), 1))
    await idle()
    assert not asked.done()
    asked.cancel()
