"""Presses on insert and on submit, and what can not be inserted or sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlay.chat.composer.composer import ComposerError
from overlay.chat.message_boxes import MessageBoxes, ReturnConfig, composer_of
from tests.chat.result_inserter.returning import AUTO_INSERT, done
from tests.support.scene import AUTO, AUTO_RETURN, Scene, call, idle


async def test_a_press_on_insert_inserts_each_time() -> None:
    scene, page = await done(AUTO)
    page.press("insert")
    await idle()
    page.press("insert")
    await idle()
    assert scene.box.text.count("noted a") == 2
    assert scene.box.sent == []


async def test_two_presses_on_insert_with_one_nonce_insert_once() -> None:
    scene, page = await done(AUTO)
    nonce = page.block.nonce
    page.press("insert", nonce=nonce)
    page.press("insert", nonce=nonce)
    await idle()
    assert scene.box.text.count("noted a") == 1


async def test_a_press_on_submit_sends_what_is_in_the_box_already() -> None:
    scene, page = await done(AUTO_INSERT)
    page.press("submit")
    await idle()
    assert scene.box.sent == ['<function_result call_id="1">\nnoted a\n</function_result>']


async def test_a_press_on_submit_puts_in_again_what_the_user_has_cleared() -> None:
    scene, page = await done(AUTO_INSERT)
    scene.box.text = ""
    page.press("submit")
    await idle()
    assert len(scene.box.sent) == 1


async def test_a_box_that_can_not_be_read_is_tried_by_inserting() -> None:
    scene, page = await done(AUTO_INSERT)
    scene.box.fault = ComposerError("gone")
    page.press("submit")
    await idle()
    assert page.block.call.note == "The result was not inserted: gone."


async def test_a_press_on_a_block_without_an_outcome_returns_nothing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    page.press("insert")
    await idle()
    assert scene.box.text == ""


async def test_the_block_and_an_event_say_why_a_result_was_not_inserted() -> None:
    wrong: list[object] = []
    for fault, note in [
        (ComposerError("no composer was found"), "The result was not inserted: no composer was found."),
        (KeyError("text"), "The result was not inserted: overlay itself failed (KeyError('text'))."),
    ]:
        scene = Scene(AUTO_RETURN)
        scene.box.fault = fault
        page = scene.page()
        page.stream(call())
        await scene.clock.pass_()
        if (found := page.block.call.note) != note:
            wrong.append((fault, found))
        if page.block.call.inserted:
            wrong.append((fault, note))
        if (found := scene.told[-1]) != ("trouble", "note", note):
            wrong.append((fault, found))
    assert wrong == []


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        (ComposerError("it stayed"), "The result was not sent: it stayed."),
        (KeyError("x"), "The result was not sent: overlay itself failed (KeyError('x'))."),
    ],
)
async def test_the_block_says_why_a_result_was_not_sent(fault: Exception, note: str) -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()

    async def submit() -> None:
        raise fault

    scene.box.submit = submit
    page.stream(call())
    await scene.clock.pass_()
    assert page.block.call.note == note
    assert page.block.call.inserted


async def test_a_result_that_was_not_inserted_is_not_added_to_a_later_message() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.fault = ComposerError("busy")
    page = scene.page()
    page.stream(call(text="first"), message="m1")
    await scene.clock.pass_()
    scene.box.fault = None
    page.stream(call(text="second"), unit=2, message="m2")
    await scene.clock.pass_()
    (sent,) = scene.box.sent
    assert "first" not in sent


async def test_a_result_that_the_user_sent_by_the_sites_button_waits_no_longer_to_be_sent() -> None:
    scene = Scene(AUTO)
    page, parts = scene.page(), scene.parts
    page.stream(call("note", "1", text="a") + call("note", "2", text="b"))
    await scene.clock.pass_()
    boxes = MessageBoxes(
        ReturnConfig(),
        updates=parts.updates,
        events=parts.events,
        prompts=parts.prompts,
        halted=lambda: False,
        composer=scene.box.of,
    )
    first, second = page.blocks
    await boxes.insert(page.chat, [first])
    scene.box.text = ""
    await boxes.insert(page.chat, [second])
    assert boxes.unsent_with(page.chat, {first.call}) is None
    assert boxes.unsent_with(page.chat, {second.call}) is not None


async def test_a_result_on_one_line_says_so() -> None:
    scene = Scene(AUTO_INSERT)
    scene.box.exact = False
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    assert "on one line" in page.block.call.note


async def test_two_results_are_put_into_one_chat_one_after_the_other() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call("note", "1", text="a") + call("note", "2", text="b"))
    await scene.clock.pass_()
    scene.box.hold = asyncio.Event()
    for block in page.blocks:
        page.press("insert", block)
    await idle()
    scene.box.hold.set()
    await idle()
    assert scene.box.text.count("<function_result") == 2
    assert scene.box.most_inside == 1


async def test_a_press_that_comes_while_overlay_types_is_not_taken() -> None:
    scene = Scene(AUTO_INSERT)
    page = scene.page()
    scene.box.during = lambda: page.press("execute", page.blocks[1])
    page.stream(call(text="shown"), unit=9, live=False)
    page.stream(call(text="led astray"), unit=8, live=False, message="m0")
    scene.box.during = lambda: page.press("execute", page.blocks[1])
    page.press(block=page.blocks[0])
    await idle()
    assert scene.ran == ["shown"]
    assert "overlay itself was typing" in page.blocks[1].call.note


def test_a_page_gives_a_composer_for_its_message_box() -> None:
    scene = Scene()
    page = scene.page()
    assert composer_of(page.chat)


async def test_the_message_box_is_left_when_the_page_shows_another_conversation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: dict[str, Any] = {}

    def composer(*_: object, **more: Any) -> None:
        given.update(more)

    monkeypatch.setattr("overlay.chat.message_boxes.Composer", composer)
    page = Scene().page("https://chat.example/")
    composer_of(page.chat)
    page.go("https://chat.example/c/named")
    before = given["left"]()
    page.go("https://chat.example/c/two")
    assert not before
    assert given["left"]()
