from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.approvals import Question
from overlay.capture.model import INPUT_LINE, Answered, InputLine, LogLine
from overlay.capture.replay.recorded_io import RecordedBox, RecordedTools, RecordedUser, unfinished_runs
from overlay.chat.composer.composer import ComposerError
from overlay.common.clock import VirtualClock
from overlay.tools import ToolContext, ToolError, ToolResult
from tests.capture.made import NOTE
from tests.support.scene import idle


def ran(text: str, took: float = 0, arguments: dict[str, Any] | None = None, **result: Any) -> InputLine:
    given = {"text": text, **result}
    plain = {"t": "ran", "at": 0, "n": 1, "block": 1, "name": "note", "took": took, "result": given}
    return INPUT_LINE.validate_python({**plain, "arguments": arguments or {}})


def put(at: float = 0, *, sent: bool = False, **more: Any) -> InputLine:
    return INPUT_LINE.validate_python({"t": "put", "at": at, "n": 1, "blocks": [1], "sent": sent, **more})


def answered(**verdict: Any) -> Answered:
    return Answered(at=0, n=1, block=1, verdict=verdict)


async def called(*runs: InputLine, text: str = "a") -> ToolResult:
    clock = VirtualClock()
    tools = RecordedTools([NOTE], runs, clock)
    task = asyncio.create_task(tools.call_tool("note", {"text": text}))
    await idle()
    clock.fire_next()
    return await task


async def test_a_call_gets_its_own_result_or_else_the_next_of_its_tool() -> None:
    result = await called(ran("one", arguments={"text": "b"}), ran("two", arguments={"text": "a"}))
    assert result.text == "two"
    assert (await called(ran("one", arguments={"text": "b"}))).text == "one"


@pytest.mark.parametrize(("live", "due"), [(False, 1.5), (True, 2.0)])
async def test_a_result_comes_when_it_came_or_in_a_live_page_after_as_long(live: bool, due: float) -> None:
    clock = VirtualClock()
    clock.advance_to(0.5)
    tools = RecordedTools([NOTE], [ran("one", took=1500)], clock, live=live)
    task = asyncio.create_task(tools.call_tool("note", {"text": "a"}))
    await idle()
    assert not task.done()
    assert clock.due == due
    clock.fire_next()
    assert (await task).text == "one"


async def test_a_call_that_ran_to_the_end_of_the_recording_runs_until_it_is_stopped() -> None:
    cut = {"name": "note", "status": "ready", "arguments": {"text": "a"}}
    lines = [LogLine(n=1, block=1, kind="ready", info=cut)]
    lines += [LogLine(n=2, block=1, kind="running", info={"status": "running"})]
    lines += [LogLine(n=1, block=2, kind="done", info={"name": "other", "status": "done"})]
    unfinished = unfinished_runs(lines)
    assert unfinished == [("note", {"text": "a"})]
    clock = VirtualClock()
    runs = [ran("of b", arguments={"text": "b"})]
    tools = RecordedTools([NOTE], runs, clock, unfinished=unfinished)
    first = asyncio.create_task(tools.call_tool("note", {"text": "a"}))
    other = asyncio.create_task(tools.call_tool("note", {"text": "b"}))
    again = asyncio.create_task(tools.call_tool("note", {"text": "a"}))
    for _ in range(2):
        await idle()
        clock.fire_next()
    assert (await other).text == "of b"
    with pytest.raises(ToolError, match="did not run when this was recorded"):
        await again
    assert not first.done()
    assert tools.endless == 1
    first.cancel()


async def test_a_result_comes_back_with_all_its_parts() -> None:
    image = {"data": "aGk=", "mime_type": "image/png"}
    link = {"uri": "file:///a", "name": "a", "description": "", "mime_type": None}
    given = ran("t", structured=[1], images=[image], links=[link], is_error=True, private=True)
    result = await called(given)
    assert result.structured == [1]
    assert result.is_error
    assert result.private
    assert result.images[0].data == b"hi"
    assert result.links[0].uri == "file:///a"


async def test_a_call_that_failed_or_never_ran_fails_and_runs_nothing() -> None:
    with pytest.raises(ToolError, match="too slow") as caught:
        await called(ran("", error={"code": "tool_timeout", "message": "too slow", "data": {}}))
    assert caught.value.code == "tool_timeout"
    with pytest.raises(ToolError, match="note did not run when this was recorded"):
        await called()
    tools = RecordedTools([NOTE], [], VirtualClock())
    with pytest.raises(ToolError, match="did not run"):
        await tools._tools["note"].handler({}, ToolContext())  # pyright: ignore[reportPrivateUsage]


async def test_a_call_that_is_stopped_ends_at_once() -> None:
    context = ToolContext()
    tools = RecordedTools([NOTE], [ran("one", took=1500)], VirtualClock())
    task = asyncio.create_task(tools.call_tool("note", {"text": "a"}, context=context))
    await idle()
    context.cancel()
    with pytest.raises(ToolError, match="stopped by the user"):
        await task


async def test_a_replay_checks_arguments_too() -> None:
    tools = RecordedTools([NOTE], [ran("one")], VirtualClock())
    with pytest.raises(ToolError) as caught:
        await tools.call_tool("note", {"text": ["no"]})
    assert caught.value.code == "tool_invalid"


def test_a_recorded_tool_keeps_its_description_and_hints() -> None:
    plain = {**NOTE, "fingerprint": "x", "classes": {}, "timeout": None, "hints": {"private": True, "odd": 1}}
    found = RecordedTools([plain], [], VirtualClock()).find("note")
    assert found.description == NOTE["description"]
    assert found.hints.private
    assert found.timeout is None


async def asked(verdict: dict[str, Any]) -> tuple[str, str]:
    user, tools = RecordedUser(), RecordedTools([NOTE], [], VirtualClock())
    question = asyncio.create_task(user(Question(tools.find("note"), {}, "", "")))
    await idle()
    assert user.answer(answered(**verdict), "note")
    answer = await question
    return answer.scope, answer.reason


async def test_a_question_gets_the_recorded_answer_and_an_unknown_one_is_a_no() -> None:
    assert await asked({"scope": "chat"}) == ("chat", "")
    assert await asked({"scope": "deny", "reason": "not now"}) == ("deny", "not now")
    assert await asked({"scope": "everything"}) == ("deny", "")


async def test_an_answer_without_its_question_is_reported() -> None:
    assert not RecordedUser().answer(answered(scope="once"), "note")
    user, tools = RecordedUser(), RecordedTools([NOTE], [], VirtualClock())
    question = asyncio.create_task(user(Question(tools.find("note"), {}, "", "")))
    await idle()
    assert not user.answer(answered(scope="once"), "other")
    question.cancel()


async def test_a_text_is_inserted_at_the_recorded_time_or_else_at_once() -> None:
    clock = VirtualClock()
    box = RecordedBox([put(1200, exact=False)], clock)
    task = asyncio.create_task(box.insert("a"))
    await idle()
    assert clock.due == pytest.approx(1.2)
    clock.fire_next()
    assert not (await task).exact
    assert (await RecordedBox([], VirtualClock()).insert("a")).exact


async def test_an_insertion_that_failed_fails_again() -> None:
    clock = VirtualClock()
    box = RecordedBox([put(problem="no box")], clock)
    task = asyncio.create_task(box.insert("a"))
    await idle()
    clock.fire_next()
    with pytest.raises(ComposerError, match="no box"):
        await task


async def test_sending_takes_the_time_of_the_recorded_sending() -> None:
    clock = VirtualClock()
    box = RecordedBox([put(), put(2000, sent=True)], clock)
    task = asyncio.create_task(box.submit())
    await idle()
    assert clock.due == 2
    clock.fire_next()
    await task
    assert not await box.holds("a")


async def test_the_box_holds_a_text_that_was_only_sent_and_attaches_no_file() -> None:
    assert await RecordedBox([put(sent=True)], VirtualClock()).holds("a")
    assert not await RecordedBox([], VirtualClock()).attach(Path("a"))
