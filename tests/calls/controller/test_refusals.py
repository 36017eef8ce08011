"""Calls that end without a run, and the report to the model."""

from __future__ import annotations

import asyncio

import pytest

from overlay.chat.session import ChatSession
from overlay.tools import tool
from overlay.tools.errors import ToolError
from tests.calls.controller.helpers import add_server_tool
from tests.support.scene import AUTO, AUTO_RETURN, Scene, call, idle
from tests.support.table import for_each


async def test_a_tool_switched_off_before_the_press_is_an_outcome_not_a_fault() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    scene.registry.enable("note", on=False)
    page.press()
    await idle()
    assert page.block.call.outcome
    assert page.block.call.status == "failed"
    assert page.block.call.outcome.error_code == "tool_not_found"


async def test_an_unknown_tool_and_wrong_arguments_are_reported_to_the_model() -> None:
    scene = Scene(AUTO_RETURN)
    scene.page().stream(call("nothing_like_it"))
    await idle()
    assert "Error (tool_not_found)" in scene.box.sent[0]

    scene = Scene(AUTO_RETURN)
    scene.page().stream(call(colour="red"))
    await idle()
    assert "Error (tool_invalid)" in scene.box.sent[0]


async def test_an_old_call_of_an_unknown_tool_only_says_so() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    page.show(call("nothing_like_it"), live=False)
    await idle()
    assert page.block.call.status == "ready"
    assert scene.box.sent == []
    assert "no tool" in page.block.call.note


async def test_a_denied_tool_is_not_run_also_where_the_server_is_left_out() -> None:
    scene = Scene({"policy": {"deny": {"note": "I write my own notes"}}})
    page = scene.page()
    page.stream(call())
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "note was not run: I write my own notes"

    scene = Scene({"policy": {"deny": {"files.*": "no files"}}})
    add_server_tool(scene)
    page = scene.page()
    page.show(call("read"), live=False)
    page.press()
    await idle()
    assert page.block.call.status == "denied"
    assert scene.ran == []


async def test_an_old_call_of_a_denied_tool_is_refused_when_it_is_pressed() -> None:
    scene = Scene({"policy": {"deny": {"note": "no"}}})
    page = scene.page()
    page.show(call(), live=False)
    assert page.block.call.status == "ready"
    page.press()
    await idle()
    assert page.block.call.status == "denied"
    assert scene.ran == []


async def test_a_result_in_the_chat_is_reported_as_a_result() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.show('<function_result call_id="1">\nfine\n</function_result>', role="user")
    await scene.clock.pass_()
    assert page.block.kind == "result"
    assert scene.kinds() == ["result"]
    assert scene.ran == []


async def test_an_unreadable_call_is_reported_to_the_model_once_however_often_it_is_shown() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    text = '<tool:note>{"text": nonsense here}</tool>\n'
    page.stream(text)
    await idle()
    page.remove(1)
    page.show(text, unit=2)
    await idle()
    assert len(scene.box.sent) == 1
    assert "Error (tool_invalid)" in scene.box.sent[0]


async def test_a_tool_whose_error_is_its_own_is_reported_to_the_model() -> None:
    scene = Scene(AUTO_RETURN)

    @tool
    async def broken() -> str:
        """Fails."""
        raise ToolError("tool_execution_failed", "the disk is full")

    scene.registry.add(broken)
    scene.page().stream(call("broken"))
    await scene.clock.pass_()
    assert "Error (tool_execution_failed): the disk is full" in scene.box.sent[0]


async def test_a_fault_in_returning_is_logged_and_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(AUTO_RETURN)

    async def settle(chat: ChatSession, turn: str) -> None:
        raise LookupError("unexpected")

    scene.parts.inserter.insert_when_ready = settle
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    assert page.block.call.status == "done"
    assert "unexpected" in caplog.text


@for_each(("top", "role"), [(False, "assistant"), (True, "unknown")])
async def test_a_fault_of_a_call_that_no_answer_said_is_not_reported_to_the_model(
    top: bool, role: str
) -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page(top=top)
    page.stream(call("nothing_like_it"), role=role)
    await idle()
    assert page.block.call.status == "ready"
    assert scene.box.sent == []


async def test_past_the_limit_a_call_ends_and_the_model_is_told_when_to_try_again() -> None:
    scene = Scene({**AUTO_RETURN, "policy": {**AUTO["policy"], "limits": {"per_tool": 1}}})
    page = scene.page()
    page.stream(call(text="a"))
    page.stream(call(text="b"), unit=2, message="m2")
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert page.blocks[1].call.status == "failed"
    assert (
        "Error (tool_rate_limited): note was not run: too many calls. It may be called again in"
        in "".join(scene.box.sent)
    )


async def test_no_more_calls_run_at_once_than_is_set_and_one_that_waits_can_be_cancelled() -> None:
    scene = Scene({"policy": {**AUTO["policy"], "limits": {"at_once": 1}}})
    scene.work = asyncio.Event()
    page = scene.page()
    for unit, text in enumerate("abc", 1):
        page.stream(call(text=text), unit=unit, message=f"m{unit}")
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    page.press("cancel", block=page.blocks[1])
    await idle()
    scene.work.set()
    await idle()
    assert scene.ran == ["a", "c"]
    assert [block.call.status for block in page.blocks] == ["done", "cancelled", "done"]
