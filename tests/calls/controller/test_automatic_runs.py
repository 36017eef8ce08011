"""Which calls run without a press."""

from __future__ import annotations

from typing import Any

import pytest

from overlay.tools import tool
from tests.support.scene import AUTO, Scene, call, idle
from tests.support.table import for_each


async def test_a_call_that_overlay_saw_growing_counts_down_runs_and_is_done() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="hello"))
    assert page.block.call.status == "scheduled"
    await scene.clock.pass_()
    assert scene.ran == ["hello"]
    assert scene.kinds() == ["detected", "named", "scheduled", "running", "done"]
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "noted hello"


async def test_a_tool_that_was_not_switched_on_does_not_run_automatically() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert scene.ran == []
    assert scene.clock.asked == []


@for_each(
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
    assert page.block.call.status == "ready"
    assert scene.ran == []


async def test_a_call_in_a_frame_of_another_page_waits_for_a_press() -> None:
    scene = Scene(AUTO)
    page = scene.page(top=False)
    page.stream(call())
    await scene.clock.pass_()
    assert page.block.call.note == "Not run automatically: it is in a frame of another page."


async def test_a_call_in_the_users_own_message_is_none() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(), role="user")
    assert page.blocks == []


async def test_a_call_that_came_all_at_once_while_another_answer_streams_does_not_run_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.show(call(text="old"), streaming=True, message="m0")
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert scene.ran == []


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


async def test_a_copy_that_appears_beside_its_original_never_runs_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="once"))
    await scene.clock.pass_()
    page.show(call(text="once"), unit=2, streaming=True)
    await scene.clock.pass_()
    assert scene.ran == ["once"]
    assert [block.call.status for block in page.blocks] == ["done", "ready"]
    assert "appeared complete" in page.blocks[1].call.note


async def test_two_equal_calls_run_if_an_answer_or_two_answers_hold_both() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    text = call(call_id=None, text="a") * 2
    page.tell(page.open(1), page.grow(1, text[:30]), streaming=True)
    page.tell(page.grow(1, text[30:]), streaming=True)
    page.tell()
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]

    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"), message="m1")
    page.stream(call(text="a"), unit=2, message="m2")
    await scene.clock.pass_()
    assert scene.ran == ["a", "a"]


async def test_a_call_that_came_complete_runs_automatically_once_its_message_is_seen_growing() -> None:
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
    assert page.block.call.status == "ready"
    assert scene.ran == []


async def test_a_call_that_ends_again_with_other_arguments_is_another_call() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first"))
    block, pressed = page.block, page.block.nonce
    assert block.parsed
    block.parsed = block.parsed.model_copy(update={"arguments": {"text": "second"}})
    scene.parts.matcher.text_ended(block, page.chat.contents.context_for(block))
    assert block.nonce != pressed
    assert block.call.status == "scheduled"
    await scene.clock.pass_()
    assert scene.ran == ["second"]


async def test_a_copy_in_a_message_that_grows_later_does_not_run_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="once"))
    await scene.clock.pass_()
    page.tell(page.open(2, message="m2"), page.grow(2, call(text="once")), streaming=True)
    page.tell(page.grow(2, "\nmore words"), streaming=True)
    await scene.clock.pass_()
    assert scene.ran == ["once"]


def _marking(scene: Scene) -> None:
    @tool(fallbacks={"natural_language": [r"I will note (?P<text>[a-z]+)"]})
    async def mark(text: str) -> str:
        scene.ran.append(text)
        return "marked"

    scene.registry.add(mark)


async def test_a_call_guessed_from_plain_words_waits_for_the_user_whatever_may_run_automatically() -> None:
    scene = Scene({**AUTO, "fallbacks": True})
    _marking(scene)
    page = scene.page()
    page.stream("Good idea. I will note milk then.", kind="prose", language="")
    await scene.clock.pass_()
    assert page.block.call.status == "ready"
    assert scene.ran == []
    assert "guessed from plain words" in page.block.call.note
    page.press()
    await idle()
    assert scene.ran == ["milk"]


@for_each(
    ("config", "about"),
    [
        (AUTO, {}),
        ({**AUTO, "fallbacks": True}, {"role": "user"}),
        ({**AUTO, "fallbacks": True}, {"role": "unknown"}),
    ],
)
async def test_calls_are_guessed_only_from_answers_and_only_if_guessing_is_switched_on(
    config: dict[str, Any], about: dict[str, Any]
) -> None:
    scene = Scene(config)
    _marking(scene)
    page = scene.page()
    page.stream("I will note milk.", kind="prose", language="", **about)
    assert page.blocks == []


async def test_calls_of_an_answer_start_in_their_order_though_the_first_comes_into_sight_later() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first") + call(call_id="2", text="second"))
    page.document.sights[page.blocks[0].id] = "covered"
    await scene.clock.pass_()
    assert page.blocks[0].call.note.startswith("Not run automatically: the page draws something over")
    assert scene.ran == []
    page.document.sights.clear()
    for _ in range(6):
        await scene.clock.pass_()
    assert scene.ran == ["first", "second"]


async def test_a_call_that_never_comes_into_sight_holds_up_the_next_one_only_for_a_while() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first") + call(call_id="2", text="second"))
    page.document.sights[page.blocks[0].id] = "covered"
    for _ in range(8):
        await scene.clock.pass_()
    assert scene.ran == ["second"]


async def test_a_call_whose_countdown_the_user_stopped_does_not_hold_up_the_next_one() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="first") + call(call_id="2", text="second"))
    page.press("touch", page.blocks[0])
    for _ in range(2):
        await scene.clock.pass_()
    assert scene.ran == ["second"]
