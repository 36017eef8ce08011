from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from overlay.calls.approvals import Answer, Question
from overlay.calls.call import Call
from overlay.chat.session import ChatSession
from overlay.chat.sites.loader import SiteProfile
from overlay.tools import Tool, ToolContext, tool
from overlay.tools.definition import ToolDefinition
from overlay.tools.errors import ToolError
from tests.scene import AUTO, AUTO_RETURN, URL, Person, PlayedPage, Scene, call, idle


async def test_a_call_written_before_our_eyes_counts_down_runs_and_is_done() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="hello"))
    assert page.block.call.status == "waiting"
    await scene.clock.pass_()
    assert scene.ran == ["hello"]
    assert scene.kinds() == ["detected", "named", "waiting", "running", "done"]
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "noted hello"


async def test_nothing_runs_by_itself_that_was_not_switched_on() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran, scene.clock.asked) == ("ready", [], [])


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"live": False}, id="there when the page opened"),
        pytest.param({"role": "unknown"}, id="outside an answer"),
    ],
)
async def test_a_call_that_no_answer_just_said_waits_for_a_press(more: dict[str, Any]) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(), **more)
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("ready", [])


async def test_a_call_in_a_frame_of_another_page_waits_for_a_press() -> None:
    scene = Scene(AUTO)
    page = scene.page(top=False)
    page.stream(call())
    await scene.clock.pass_()
    assert page.block.call.note == "Not run automatically: it is in a frame of another page."


async def test_a_call_in_the_persons_own_message_is_none() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(), role="user")
    assert page.blocks == []


async def test_a_call_that_came_all_at_once_while_another_answer_streams_does_not_run_by_itself() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.show(call(text="old"), streaming=True, message="m0")
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("ready", [])


async def test_a_call_that_scrolled_out_and_back_while_another_answer_streams_runs_once() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="once"), message="", turn=5)
    await scene.clock.pass_()
    page.remove(1, streaming=True)
    page.show(call(text="once"), unit=2, streaming=True, message="", turn=2)
    await scene.clock.pass_()
    assert scene.ran == ["once"]
    assert page.block.call.status == "done"


async def test_a_copy_that_appears_beside_its_original_never_runs_by_itself() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="once"))
    await scene.clock.pass_()
    page.show(call(text="once"), unit=2, streaming=True)
    await scene.clock.pass_()
    assert scene.ran == ["once"]
    assert [block.call.status for block in page.blocks] == ["done", "ready"]
    assert "appeared complete" in page.blocks[1].call.note


async def test_two_equal_calls_of_one_answer_both_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    text = call(call_id=None, text="a") * 2
    page.tell(page.open(1), page.grow(1, text[:30]), streaming=True)
    page.tell(page.grow(1, text[30:]), streaming=True)
    page.tell()
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_the_same_call_written_twice_runs_twice() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"), message="m1")
    page.stream(call(text="a"), unit=2, message="m2")
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_a_call_shown_in_two_tabs_runs_once() -> None:
    scene = Scene()
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call(text="a"))
    second.show(call(text="a"), live=False)
    first.press()
    second.press()
    await idle()
    assert scene.ran == ["a"]
    assert [first.block.call.status, second.block.call.status] == ["done", "done"]


async def test_the_same_call_streamed_into_two_tabs_at_once_runs_once() -> None:
    scene = Scene(AUTO)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call(text="a"))
    second.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert second.block.call.status == "done"


async def test_a_touch_in_the_second_tab_stops_the_countdown_in_both() -> None:
    scene = Scene(AUTO)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call())
    second.stream(call())
    second.press("touch")
    await scene.clock.pass_()
    assert (first.block.call.status, second.block.call.status, scene.ran) == ("ready", "ready", [])


async def test_an_equal_call_in_another_conversation_is_another_call() -> None:
    scene = Scene(AUTO)
    scene.page(URL, name="a").stream(call(text="a"))
    scene.page("https://chat.example/c/two", name="b").stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_a_call_keeps_its_past_when_its_new_chat_gets_an_address() -> None:
    scene = Scene(AUTO)
    page = scene.page("https://chat.example/")
    page.stream(call(text="a"), message="")
    await scene.clock.pass_()
    page.go("https://chat.example/c/new")
    page.close()
    again = scene.page("https://chat.example/c/new", name="reloaded")
    again.show(call(text="a"), live=False, message="")
    await scene.clock.pass_()
    assert (again.block.call.status, scene.ran) == ("done", ["a"])


async def test_a_second_new_chat_in_the_same_document_knows_nothing_of_the_first() -> None:
    scene = Scene(AUTO)
    page = scene.page("https://chat.example/")
    page.stream(call(text="a"), message="")
    await scene.clock.pass_()
    page.remove(1)
    page.stream(call(text="a"), unit=2, message="")
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_a_reload_during_a_run_shows_the_run_and_then_its_end() -> None:
    scene = Scene(AUTO)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="slow"))
    await scene.clock.pass_()
    page.close()
    again = scene.page(name="reloaded")
    again.show(call(text="slow"), live=False)
    assert again.block.call.status == "running"
    scene.work.set()
    await idle()
    assert (again.block.call.status, scene.ran) == ("done", ["slow"])


async def test_the_result_of_a_call_that_was_away_at_its_end_goes_back_when_it_returns() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="slow"))
    await scene.clock.pass_()
    page.remove(1)
    scene.work.set()
    await idle()
    page.show(call(text="slow"), unit=2)
    await idle()
    assert len(scene.box.sent) == 1


async def test_a_countdown_ends_with_its_block() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.remove(1)
    await scene.clock.pass_()
    assert scene.ran == []


async def test_a_countdown_ends_with_its_document() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.close()
    await scene.clock.pass_()
    assert scene.ran == []


async def test_a_touch_stops_the_countdown_and_the_block_says_so() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.press("touch")
    await scene.clock.pass_()
    assert (page.block.call.status, page.block.call.note, scene.ran) == (
        "ready",
        "Stopped by you. Click Execute to run it.",
        [],
    )


async def test_a_press_that_began_during_the_countdown_counts_after_it_was_stopped() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    nonce = page.block.nonce
    page.press("touch")
    page.press(nonce=nonce)
    await idle()
    assert len(scene.ran) == 1


async def test_a_tool_switched_off_during_the_countdown_does_not_run_and_the_model_hears_why() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.registry.enable("note", on=False)
    await scene.clock.pass_()
    assert scene.ran == []
    assert page.block.call.outcome
    assert page.block.call.outcome.error_code == "tool_not_found"


async def test_switching_a_tool_off_stops_its_countdown_at_once() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.registry.enable("note", on=False)
    scene.parts.controller.reconsider()
    assert (page.block.call.status, page.looks()[-1].look.countdown) == ("failed", None)


async def test_reconsidering_leaves_a_countdown_alone_that_still_holds() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.parts.controller.reconsider()
    assert page.block.call.status == "waiting"
    await scene.clock.pass_()
    assert len(scene.ran) == 1


async def test_a_tool_denied_during_the_countdown_does_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.policy.config.deny["note"] = "not now"
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("denied", [])


async def test_auto_execution_switched_off_during_the_countdown_leaves_the_call_to_the_person() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    scene.policy.config.auto_execute.clear()
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("ready", [])


async def test_a_tool_replaced_during_the_countdown_is_not_run_by_itself() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())

    @tool(name="note")
    async def other(text: str = "") -> str:
        """Does something else."""
        scene.ran.append("other")
        return text

    scene.registry.add(other, replace=True)
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("ready", [])
    assert "was changed" in page.block.call.note


async def test_a_tool_replaced_since_it_was_shown_needs_a_second_press() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())

    @tool(name="note")
    async def other(text: str = "") -> str:
        """Does something else."""
        scene.ran.append("other")
        return text

    scene.registry.add(other, replace=True)
    page.press()
    await idle()
    assert scene.ran == []
    page.press()
    await idle()
    assert scene.ran == ["other"]


async def test_a_tool_switched_off_before_the_press_is_an_outcome_not_a_fault() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    scene.registry.enable("note", on=False)
    page.press()
    await idle()
    assert page.block.call.outcome
    assert (page.block.call.status, page.block.call.outcome.error_code) == ("failed", "tool_not_found")


async def test_an_unknown_tool_is_told_to_the_model() -> None:
    scene = Scene(AUTO_RETURN)
    scene.page().stream(call("nothing_like_it"))
    await idle()
    assert "Error (tool_not_found)" in scene.box.sent[0]


async def test_arguments_that_do_not_fit_are_told_to_the_model() -> None:
    scene = Scene(AUTO_RETURN)
    scene.page().stream(call(colour="red"))
    await idle()
    assert "Error (tool_invalid)" in scene.box.sent[0]


async def test_an_old_call_of_an_unknown_tool_only_says_so() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    page.show(call("nothing_like_it"), live=False)
    await idle()
    assert (page.block.call.status, scene.box.sent) == ("ready", [])
    assert "no tool" in page.block.call.note


async def test_a_denied_tool_is_not_run_and_the_reason_is_the_persons() -> None:
    scene = Scene({"policy": {"deny": {"note": "I write my own notes"}}})
    page = scene.page()
    page.stream(call())
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "note was not run: I write my own notes"


async def test_an_old_call_of_a_denied_tool_is_refused_when_it_is_pressed() -> None:
    scene = Scene({"policy": {"deny": {"note": "no"}}})
    page = scene.page()
    page.show(call(), live=False)
    assert page.block.call.status == "ready"
    page.press()
    await idle()
    assert (page.block.call.status, scene.ran) == ("denied", [])


async def test_a_denial_holds_for_a_call_that_leaves_the_server_out() -> None:
    scene = Scene({"policy": {"deny": {"files.*": "no files"}}})
    _add_server_tool(scene)
    page = scene.page()
    page.show(call("read"), live=False)
    page.press()
    await idle()
    assert (page.block.call.status, scene.ran) == ("denied", [])


async def test_a_press_counts_once() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    nonce = page.block.nonce
    page.press(nonce=nonce)
    page.press(nonce=nonce)
    await idle()
    assert len(scene.ran) == 1


async def test_a_press_with_a_wrong_nonce_is_nothing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    page.press(nonce="0" * 16)
    page.press(nonce="")
    await idle()
    assert scene.ran == []


async def test_a_press_on_a_call_that_is_still_being_written_is_nothing() -> None:
    scene = Scene()
    page = scene.page()
    text = call(text="half")
    page.tell(page.open(1), page.grow(1, text[:-30]), streaming=True)
    page.press()
    await idle()
    assert scene.ran == []


async def test_a_press_on_a_call_that_is_over_runs_nothing() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    page.press()
    await idle()
    assert len(scene.ran) == 1


async def test_a_cut_off_call_can_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="half")[:-40])
    page.press()
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("incomplete", [])


async def test_a_press_on_a_call_that_the_page_rewrote_meanwhile_runs_nothing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="harmless"))
    pressed = page.block.nonce
    page.tell(page.splice(1, 0, call(text="harmful")))
    page.press(nonce=pressed)
    await idle()
    assert scene.ran == []


async def test_arguments_that_change_restart_the_countdown() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first"))
    await idle()
    page.tell(page.splice(1, 0, call(text="second")))
    await scene.clock.pass_()
    assert (scene.clock.asked, scene.ran) == ([1, 1], ["second"])


async def test_what_is_shown_after_a_rewrite_is_what_a_press_runs() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="harmless"))
    page.tell(page.splice(1, 0, call(text="other")))
    page.press()
    await idle()
    assert scene.ran == ["other"]


async def test_a_call_cut_by_the_page_after_it_was_ready_can_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="hello"))
    page.tell(page.splice(1, 0, call(text="hello")[:-40]))
    page.press()
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("incomplete", [])


async def test_a_call_rewritten_after_its_start_keeps_its_outcome_and_says_so() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first"))
    await scene.clock.pass_()
    page.tell(page.splice(1, 0, call(text="second")))
    await scene.clock.pass_()
    assert (scene.ran, page.block.call.status) == (["first"], "done")
    assert "changed the text" in page.block.call.note
    assert page.block.parsed
    assert page.block.parsed.arguments == {"text": "first"}


async def test_a_call_that_the_page_rewrites_to_itself_keeps_its_countdown() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    page.tell(page.splice(1, 0, call(text="a") + "and more\n"))
    assert page.block.call.status == "waiting"
    await scene.clock.pass_()
    assert scene.ran == ["a"]


async def test_a_call_that_turns_out_to_be_none_is_withdrawn() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    page.tell(page.splice(1, 0, "no call at all"))
    await scene.clock.pass_()
    assert (page.blocks, scene.ran, scene.kinds()[-1]) == ([], [], "withdrawn")


async def test_cancel_stops_a_running_call() -> None:
    scene = Scene(AUTO)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    page.press("cancel")
    await idle()
    assert page.block.call.outcome
    assert (page.block.call.status, page.block.call.outcome.error_code) == ("cancelled", "tool_cancelled")


async def test_cancel_is_not_lost_when_it_comes_with_the_press_that_starts() -> None:
    scene = Scene()
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call())
    page.press()
    page.press("cancel")
    await idle()
    assert page.block.call.status == "cancelled"


async def test_closing_stops_what_runs_and_what_would() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page, other = scene.page(), scene.page("https://chat.example/c/two", name="other")
    page.stream(call())
    await scene.clock.pass_()
    other.stream(call())
    await scene.parts.close()
    await scene.clock.pass_()
    assert (page.block.call.status, other.block.call.status, len(scene.ran)) == ("cancelled", "waiting", 1)
    assert scene.box.sent == []


async def test_nothing_starts_after_closing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    await scene.parts.close()
    page.press()
    await idle()
    assert scene.ran == []


def _add_server_tool(scene: Scene) -> None:
    async def handler(arguments: dict[str, Any], context: ToolContext) -> str:
        scene.ran.append("read")
        return ""

    scene.registry.add(Tool(ToolDefinition("files.read", server="files"), handler))


def _harmful(scene: Scene) -> None:
    @tool(destructive=True)
    async def wipe(what: str = "") -> str:
        """Deletes."""
        scene.ran.append(what)
        return "gone"

    scene.registry.add(wipe)


async def test_a_tool_that_can_harm_asks_outside_the_page_with_the_exact_arguments() -> None:
    scene = Scene(AUTO, Person(None))
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="disk"))
    await scene.clock.pass_()
    assert scene.ran == []
    page.press()
    await idle()
    assert (scene.person.asked, scene.ran) == ([("wipe", {"what": "disk"})], ["disk"])


async def test_a_question_shows_what_the_tool_would_do() -> None:
    scene = Scene({}, Person("no"))

    def shown(arguments: dict[str, Any]) -> str:
        return f"- {arguments['what']}"

    @tool(destructive=True, preview=shown)
    def wipe(what: str) -> str:
        """Deletes."""
        return what

    scene.registry.add(wipe)
    page = scene.page()
    page.stream(call("wipe", what="disk"))
    page.press()
    while not scene.person.questions:
        await idle()
    assert scene.person.questions[0].preview == "- disk"


async def test_a_no_is_told_to_the_model_with_its_reason() -> None:
    scene = Scene({}, Person("not today"))
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    assert page.block.call.outcome
    assert (page.block.call.outcome.text, scene.ran) == ("wipe was not run: not today", [])


async def test_while_the_person_is_asked_the_block_has_no_buttons_and_a_press_asks_no_second_time() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page, other = scene.page(), scene.page(name="other")
    page.stream(call("wipe"))
    other.show(call("wipe"), live=False)
    page.press()
    await idle()
    assert page.looks()[-1].look.buttons == []
    page.press()
    other.press()
    scene.person.thinking.set()
    await idle()
    assert (len(scene.person.asked), len(scene.ran)) == (1, 1)


async def test_two_questions_stand_beside_each_other() -> None:
    scene = Scene({}, Person(None, None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.stream(call("wipe", what="b"), unit=2)
    for block in page.blocks:
        page.press(block=block)
    await idle()
    assert scene.person.asked == [("wipe", {"what": "a"}), ("wipe", {"what": "b"})]
    scene.person.thinking.set()
    await idle()
    assert scene.ran == ["a", "b"]


async def test_a_call_that_left_while_the_person_was_asked_is_not_run() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    page.tell(page.splice(1, 0, call("wipe", what="b")))
    scene.person.thinking.set()
    await idle()
    assert (page.block.call.status, scene.ran) == ("ready", [])


async def test_a_tool_switched_off_while_the_person_was_asked_is_not_run() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    scene.registry.enable("wipe", on=False)
    scene.person.thinking.set()
    await idle()
    assert (page.block.call.status, scene.ran) == ("failed", [])


async def test_a_question_that_can_not_be_asked_is_a_no() -> None:
    scene = Scene({}, Person())
    scene.person.fault = RuntimeError("no terminal")
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    assert (page.block.call.status, scene.ran) == ("denied", [])


async def test_with_nobody_there_what_is_not_allowed_is_denied_and_a_press_is_nobodys() -> None:
    scene = Scene({"policy": {"attended": False}})
    page = scene.page()
    page.stream(call())
    page.show(call(text="old"), unit=2, live=False)
    page.press(block=page.blocks[1])
    await idle()
    assert ([block.call.status for block in page.blocks], scene.ran) == (["denied", "denied"], [])


async def test_a_result_that_stands_in_the_chat_is_told_as_one() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.show('<function_result call_id="1">\nfine\n</function_result>', role="user")
    await scene.clock.pass_()
    assert (page.block.kind, scene.kinds(), scene.ran) == ("result", ["result"], [])


async def test_an_unreadable_call_is_told_to_the_model_once_however_often_it_is_shown() -> None:
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


async def test_a_tool_whose_error_is_its_own_is_told_to_the_model() -> None:
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


async def test_a_call_over_at_first_sight_runs_by_itself_once_its_message_is_seen_to_be_written() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.tell(page.open(1), page.grow(1, call(text="quick")), streaming=True)
    assert page.block.call.status == "ready"
    page.tell(page.open(2, kind="prose"), page.grow(2, "And"), streaming=True)
    page.tell(page.grow(2, " so on"), streaming=True)
    await scene.clock.pass_()
    assert scene.ran == ["quick"]


async def test_a_call_restored_into_a_message_that_grows_does_not_run_again() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a"))
    page.remove(1)
    scene.policy.config.auto_execute.append("*")
    page.tell(page.open(2), page.grow(2, call(text="a")), streaming=True)
    page.tell(page.grow(2, "\nmore"), streaming=True)
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("ready", [])


async def test_a_call_that_ends_anew_in_other_words_is_another_however_the_page_told_of_it() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first"))
    block, pressed = page.block, page.block.nonce
    assert block.parsed
    block.parsed = block.parsed.model_copy(update={"arguments": {"text": "second"}})
    scene.parts.matcher.text_ended(block, page.chat.contents.context_for(block))
    assert (block.nonce != pressed, block.call.status) == (True, "waiting")
    await scene.clock.pass_()
    assert scene.ran == ["second"]


async def test_a_tool_replaced_while_the_person_was_asked_is_not_run() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()

    @tool(name="wipe", destructive=True)
    async def other(what: str = "") -> str:
        """Deletes everything."""
        scene.ran.append("other")
        return "gone"

    scene.registry.add(other, replace=True)
    scene.person.thinking.set()
    await idle()
    assert (page.block.call.status, scene.ran) == ("ready", [])


async def test_a_copy_in_a_message_that_grows_later_does_not_run_by_itself() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="once"))
    await scene.clock.pass_()
    page.tell(page.open(2, message="m2"), page.grow(2, call(text="once")), streaming=True)
    page.tell(page.grow(2, "\nmore words"), streaming=True)
    await scene.clock.pass_()
    assert scene.ran == ["once"]


@pytest.mark.parametrize(("top", "role"), [(False, "assistant"), (True, "unknown")])
async def test_a_fault_of_a_call_that_no_answer_said_is_not_told_to_the_model(top: bool, role: str) -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page(top=top)
    page.stream(call("nothing_like_it"), role=role)
    await idle()
    assert (page.block.call.status, scene.box.sent) == ("ready", [])


async def test_the_person_is_told_where_the_call_stands_why_they_are_asked_and_what_they_may_answer() -> None:
    scene = Scene({}, Person(None))
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    (question,) = scene.person.questions
    assert (question.site, question.conversation) == ("https://chat.example", "site|one")
    assert question.reason == "This tool can delete or overwrite."
    assert question.offers == ("once", "chat", "tool", "arguments", "deny")


@pytest.mark.parametrize(("scope", "asked"), [("once", 2), ("chat", 1), ("tool", 1), ("arguments", 2)])
async def test_a_yes_reaches_as_far_as_the_person_said(scope: Any, asked: int) -> None:
    scene = Scene({}, Person(Answer(scope), Answer(scope)))
    _harmful(scene)
    page = scene.page()
    for unit, what in ((1, "a"), (2, "b")):
        page.stream(call("wipe", what=what), unit=unit, message=f"m{unit}")
        page.press(block=page.blocks[-1])
        await idle()
    assert (len(scene.person.asked), scene.ran) == (asked, ["a", "b"])


class OneByOne:
    """A person who answers each question when told to; `gone` are those that were withdrawn."""

    def __init__(self) -> None:
        self.open: dict[str, asyncio.Future[Answer]] = {}
        self.gone: list[str] = []

    async def __call__(self, question: Question) -> Answer:
        what = str(question.arguments.get("what"))
        self.open[what] = asyncio.get_running_loop().create_future()
        try:
            return await self.open[what]
        except asyncio.CancelledError:
            self.gone.append(what)
            raise


async def _asked_about(scene: Scene, *whats: str) -> PlayedPage:
    _harmful(scene)
    page = scene.page()
    for unit, what in enumerate(whats, 1):
        page.stream(call("wipe", call_id=str(unit), what=what), unit=unit, message=f"m{unit}")
        page.press(block=page.blocks[-1])
        await idle()
    return page


@pytest.mark.parametrize(
    ("scope", "ran"),
    [("once", ["a"]), ("chat", ["a", "a", "b"]), ("tool", ["a", "a", "b"]), ("arguments", ["a", "a"])],
)
async def test_an_answer_settles_what_else_is_asked_and_it_covers(scope: Any, ran: list[str]) -> None:
    person = OneByOne()
    scene = Scene({}, person)
    await _asked_about(scene, "a", "b")
    twin = scene.page(name="twin", url="https://chat.example/c/one")
    twin.stream(call("wipe", call_id="3", what="a"), unit=3, message="m3")
    first = person.open["a"]
    twin.press()
    await idle()
    first.set_result(Answer(scope))
    await idle()
    assert (sorted(scene.ran), sorted(person.gone)) == (ran, ran[1:])


async def test_a_no_settles_nothing_else() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    await _asked_about(scene, "a", "b")
    person.open["a"].set_result(Answer("deny"))
    await idle()
    assert (scene.ran, person.gone) == ([], [])


async def test_what_the_person_wanted_to_be_shown_is_not_settled_by_another_answer() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    page = await _asked_about(scene, "a")
    shown = scene.page(name="other")
    shown.stream(call(text="x"), unit=9, message="m9")
    scene.parts.controller.execute(_record(scene, shown))
    await idle()
    person.open["a"].set_result(Answer("tool"))
    await idle()
    assert (page.block.call.status, scene.ran) == ("done", ["a"])


async def test_an_answer_settles_no_question_about_a_tool_that_is_another_by_now() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    page = await _asked_about(scene, "a", "b")

    @tool(name="wipe", destructive=True)
    async def other(what: str = "") -> str:
        """Deletes everything."""
        scene.ran.append("other")
        return "gone"

    scene.registry.add(other, replace=True)
    person.open["a"].set_result(Answer("tool"))
    await idle()
    assert ([block.call.status for block in page.blocks], scene.ran) == (["ready", "ready"], [])


async def test_an_answer_settles_no_question_about_a_tool_that_was_switched_off() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    await _asked_about(scene, "a", "b")
    scene.registry.enable("wipe", False)
    person.open["a"].set_result(Answer("tool"))
    await idle()
    assert (scene.ran, person.gone) == ([], [])


@pytest.mark.parametrize("answer", [Answer("deny"), Answer("forever")])  # pyright: ignore[reportArgumentType]
async def test_a_no_without_a_reason_and_an_answer_that_was_none_say_that_the_person_said_no(
    answer: Answer,
) -> None:
    scene = Scene({}, Person(answer))
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    assert page.block.call.outcome
    assert (page.block.call.outcome.text, scene.ran) == ("wipe was not run: the user said no", [])


def _leave_by_removal(page: PlayedPage) -> None:
    page.remove(1)


def _leave_by_rewriting(page: PlayedPage) -> None:
    page.tell(page.splice(1, 0, call("wipe", what="b")))


def _leave_by_closing(page: PlayedPage) -> None:
    page.close()


@pytest.mark.parametrize("leave", [_leave_by_removal, _leave_by_rewriting, _leave_by_closing])
async def test_a_question_is_withdrawn_when_the_call_leaves_the_page(
    leave: Callable[[PlayedPage], None],
) -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    leave(page)
    await idle()
    assert (scene.person.withdrawn, scene.ran) == (1, [])


async def test_a_question_stays_as_long_as_the_call_stands_in_another_tab() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call("wipe", what="a"))
    second.show(call("wipe", what="a"), live=False)
    first.press()
    await idle()
    second.close()
    scene.person.thinking.set()
    await idle()
    assert (scene.person.withdrawn, scene.ran) == (0, ["a"])


async def test_a_question_that_was_withdrawn_can_be_asked_again() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    page.remove(1)
    await idle()
    page.show(call("wipe", what="a"), unit=2)
    page.press()
    scene.person.thinking.set()
    await idle()
    assert (scene.person.withdrawn, scene.ran) == (1, ["a"])


async def test_a_tool_that_was_allowed_for_good_runs_by_itself_where_that_is_switched_on() -> None:
    scene = Scene(AUTO, Person(Answer("tool")))
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    page.stream(call("wipe", what="b"), unit=2, message="m2")
    await scene.clock.pass_()
    assert scene.ran == ["a", "b"]


async def test_what_ran_in_a_new_chat_counts_after_it_got_its_address() -> None:
    scene = Scene({}, Person(Answer("tool"), "no"))

    @tool(private=True, untrusted=True)
    async def look() -> str:
        """Reads what is private and what others wrote."""
        return ""

    @tool(sends_out=True)
    async def post() -> str:
        """Sends."""
        scene.ran.append("posted")
        return ""

    scene.registry.add(look)
    scene.registry.add(post)
    page = scene.page("https://chat.example/")
    for unit, name in enumerate(("post", "look"), 1):
        page.stream(call(name), unit=unit, message=f"m{unit}")
        page.press(block=page.blocks[-1])
        await idle()
    page.go("https://chat.example/c/new")
    page.stream(call("post", call_id="2"), unit=3, message="m3")
    page.press(block=page.blocks[-1])
    await idle()
    assert [question.offers[:2] for question in scene.person.questions] == [
        ("once", "chat"),
        ("once", "deny"),
    ]
    assert scene.ran == ["posted"]


async def test_what_ran_in_a_chat_without_an_address_counts_after_a_reload() -> None:
    scene = Scene({}, Person(None))

    @tool(private=True, untrusted=True)
    async def look() -> str:
        """Reads what is private and what others wrote."""
        return ""

    @tool(sends_out=True)
    async def post() -> str:
        """Sends."""
        return ""

    scene.registry.add(look)
    scene.registry.add(post)
    site = SiteProfile(name="generic", title="Any", streaming=".stop", conversation=r"/c/(\w+)")
    for name in ("look", "post"):
        page = scene.page("https://chat.example/odd", site=site, name=name)
        page.stream(call(name))
        page.press()
        await idle()
        page.close()
    (question,) = scene.person.questions
    assert question.offers == ("once", "deny")


async def test_past_the_limit_a_call_ends_and_the_model_is_told_when_to_try_again() -> None:
    scene = Scene({**AUTO_RETURN, "policy": {**AUTO["policy"], "limits": {"per_tool": 1}}})
    page = scene.page()
    page.stream(call(text="a"))
    page.stream(call(text="b"), unit=2, message="m2")
    await scene.clock.pass_()
    assert (scene.ran, page.blocks[1].call.status) == (["a"], "failed")
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


async def test_a_yes_is_for_the_call_where_it_stood_and_not_for_one_that_came_in_its_place() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    first = scene.page(name="first")
    first.stream(call("wipe", what="a"))
    first.press()
    await idle()
    second = scene.page(name="second")
    second.show(call("wipe", what="a"), live=False)
    first.close()
    scene.person.thinking.set()
    await idle()
    assert (second.block.call.status, scene.ran) == ("ready", [])


def _marking(scene: Scene) -> None:
    @tool(fallbacks={"natural_language": [r"I will note (?P<text>[a-z]+)"]})
    async def mark(text: str) -> str:
        scene.ran.append(text)
        return "marked"

    scene.registry.add(mark)


async def test_a_call_guessed_from_plain_words_waits_for_the_person_whatever_may_run_by_itself() -> None:
    scene = Scene({**AUTO, "fallbacks": True})
    _marking(scene)
    page = scene.page()
    page.stream("Good idea. I will note milk then.", kind="prose", language="")
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("ready", [])
    assert "guessed from plain words" in page.block.call.note
    page.press()
    await idle()
    assert scene.ran == ["milk"]


@pytest.mark.parametrize(
    ("config", "about"),
    [
        (AUTO, {}),
        ({**AUTO, "fallbacks": True}, {"role": "user"}),
        ({**AUTO, "fallbacks": True}, {"role": "unknown"}),
    ],
)
async def test_nothing_is_guessed_unless_it_is_switched_on_and_only_from_answers(
    config: dict[str, Any], about: dict[str, Any]
) -> None:
    scene = Scene(config)
    _marking(scene)
    page = scene.page()
    page.stream("I will note milk.", kind="prose", language="", **about)
    assert page.blocks == []


def _record(scene: Scene, page: PlayedPage) -> Call:
    record = page.block.registered_call
    assert record
    return record


async def test_a_call_that_is_run_from_elsewhere_is_asked_about_though_a_press_would_do() -> None:
    scene = Scene({}, Person(None))
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(_record(scene, page))
    await idle()
    assert (scene.person.asked, scene.ran) == ([("note", {"text": "a"})], ["a"])


async def test_a_no_to_it_is_final() -> None:
    scene = Scene({}, Person("no"))
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(_record(scene, page))
    await idle()
    assert (page.block.call.status, scene.ran) == ("denied", [])


async def test_the_question_is_the_policys_own_where_it_has_one() -> None:
    scene = Scene({}, Person(None))
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    scene.parts.controller.execute(_record(scene, page))
    await idle()
    (question,) = scene.person.questions
    assert (question.reason, scene.ran) == ("This tool can delete or overwrite.", ["a"])


async def test_its_countdown_ends_while_the_person_is_asked() -> None:
    scene = Scene(AUTO, Person(None))
    scene.person.thinking = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(_record(scene, page))
    await scene.clock.pass_()
    assert scene.ran == []
    scene.person.thinking.set()
    await idle()
    assert scene.ran == ["a"]


async def test_it_is_asked_about_once() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    for _ in range(2):
        scene.parts.controller.execute(_record(scene, page))
    await idle()
    assert len(scene.person.asked) == 1


async def test_what_ran_is_not_run_from_elsewhere() -> None:
    scene = Scene({}, Person())
    page = scene.page()
    page.stream(call(text="a"))
    page.press()
    await idle()
    scene.parts.controller.execute(_record(scene, page))
    await idle()
    assert (scene.person.asked, scene.ran) == ([], ["a"])


async def test_what_stands_in_no_page_is_not_run_from_elsewhere() -> None:
    scene = Scene({}, Person())
    page = scene.page()
    page.stream(call(text="a"))
    record = _record(scene, page)
    page.remove(1)
    scene.parts.controller.execute(record)
    await idle()
    assert scene.person.asked == []


async def test_stopping_everything_cancels_what_runs() -> None:
    scene = Scene({}, Person())
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    page.press()
    await idle()
    scene.parts.controller.stop_all(on=True)
    await idle()
    assert page.block.call.status == "cancelled"


async def test_stopping_everything_stops_countdowns() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.stop_all(on=True)
    await scene.clock.pass_()
    assert (page.block.call.status, page.block.call.note, scene.ran) == (
        "ready",
        "Not run automatically: you stopped everything.",
        [],
    )


async def test_stopping_everything_denies_what_is_asked_and_the_model_is_told() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    _harmful(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    scene.parts.controller.stop_all(on=True)
    scene.person.thinking.set()
    await idle()
    assert page.block.call.outcome
    assert (page.block.call.outcome.text, scene.person.withdrawn, scene.ran) == (
        "wipe was not run: the user stopped everything",
        1,
        [],
    )


async def test_after_stopping_everything_what_is_pressed_runs_and_nothing_by_itself() -> None:
    scene = Scene(AUTO_RETURN)
    scene.parts.controller.stop_all(on=True)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == []
    page.press()
    await idle()
    assert (scene.ran, scene.box.sent) == (["a"], [])


async def test_what_was_stopped_goes_on_when_told() -> None:
    scene = Scene(AUTO_RETURN)
    scene.parts.controller.stop_all(on=True)
    scene.parts.controller.stop_all(on=False)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert (scene.ran, len(scene.box.sent)) == (["a"], 1)


async def test_a_tool_that_is_off_in_this_chat_is_refused_here_and_runs_in_another() -> None:
    scene = Scene(AUTO)
    here, there = scene.page(), scene.page("https://chat.example/c/two", name="two")
    scene.parts.prompts.switches.switch(here.chat.conversation, "note", on=False)
    here.stream(call(text="a"))
    there.stream(call(text="b"))
    await scene.clock.pass_()
    outcome = here.block.call.outcome
    assert outcome
    assert (outcome.error_code, outcome.text, scene.ran) == (
        "tool_not_found",
        "The tool 'note' is switched off in this chat",
        ["b"],
    )


async def test_an_old_call_of_a_tool_that_is_off_in_this_chat_says_so() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    page.show(call(text="a"), live=False)
    assert page.block.call.note == "The tool 'note' is switched off in this chat"


async def test_a_tool_that_is_switched_off_here_while_its_countdown_runs_does_not_run() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    scene.parts.controller.reconsider()
    await scene.clock.pass_()
    assert (page.block.call.status, scene.ran) == ("failed", [])


async def test_a_call_that_waits_for_its_turn_does_not_run_once_its_tool_is_off_here() -> None:
    scene = Scene({"policy": {"auto_execute": ["*"], "delay": 0, "limits": {"at_once": 1}}})
    scene.work = asyncio.Event()
    page = scene.page()
    for number in ("1", "2"):
        page.stream(call(text=number, call_id=number), unit=int(number), message=f"m{number}")
        await scene.clock.pass_()
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    scene.work.set()
    await idle()
    assert ([block.call.status for block in page.blocks], scene.ran) == (["done", "failed"], ["1"])


async def test_the_model_hears_with_the_next_result_what_was_switched_off_in_its_chat() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    scene.parts.prompts.mark_told(page.chat.conversation)
    scene.parts.prompts.switches.switch(page.chat.conversation, "note", on=False)
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert "No longer there: note" in scene.box.sent[0]
