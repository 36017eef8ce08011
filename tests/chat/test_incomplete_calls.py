from __future__ import annotations

from typing import Any

from overlay.calls.call import Block, Call
from overlay.chat import incomplete_calls
from overlay.detection import detect
from tests.support.scene import AUTO, Scene, call, idle

CUT_SHORT = call(text="a b")[:-40]


def played(*, auto: bool = False) -> tuple[Scene, Any]:
    scene = Scene({**AUTO, "returns": {"auto_submit": True}} if auto else None)
    return scene, scene.page()


async def test_a_block_with_words_behind_it_was_ended_by_the_markdown() -> None:
    _, page = played()
    page.tell(page.open(2, kind="prose", language=""), page.grow(2, "Look:\n\ufffc\nthat was all"))
    page.stream(CUT_SHORT)
    await idle()
    assert page.block.call.status == "incomplete"
    assert page.block.call.note == incomplete_calls.CUT


async def test_a_block_with_another_behind_it_was_ended_by_the_markdown() -> None:
    _, page = played()
    page.tell(page.open(1), page.grow(1, CUT_SHORT), streaming=True)
    page.tell(page.open(2), page.grow(2, "the rest"), streaming=True)
    page.tell()
    await idle()
    assert page.block.call.note == incomplete_calls.CUT


async def test_a_block_with_nothing_behind_it_was_just_cut_off() -> None:
    wrong: list[object] = []
    for words in ["Look:\n\ufffc", "Look:\n\ufffc\n  \n", "Look:"]:
        _, page = played()
        page.tell(page.open(2, kind="prose", language=""), page.grow(2, words))
        page.stream(CUT_SHORT)
        await idle()
        if (found := page.block.call.status) != "incomplete":
            wrong.append((words, found))
        if (found := page.block.call.note) != "":
            wrong.append((words, found))
    assert wrong == []


async def test_words_of_another_message_do_not_show_that_a_call_was_cut() -> None:
    _, page = played()
    page.tell(page.open(2, kind="prose", language="", message="m2"), page.grow(2, "\ufffc\nmore"))
    page.stream(CUT_SHORT)
    await idle()
    assert page.block.call.note == ""


async def test_the_words_between_two_blocks_are_behind_the_first_alone() -> None:
    _, page = played()
    page.tell(page.open(3, kind="prose", language=""), page.grow(3, "\ufffc\nbetween\n\ufffc"))
    page.tell(page.open(1), page.grow(1, "print(1)"), streaming=True)
    page.tell(page.open(2), page.grow(2, CUT_SHORT), streaming=True)
    page.tell()
    await idle()
    assert page.block.call.note == ""


async def test_a_call_outside_a_block_says_so() -> None:
    _, page = played()
    page.stream(CUT_SHORT, kind="prose", language="")
    await idle()
    assert page.block.call.note == incomplete_calls.LOOSE


async def test_a_call_that_is_not_drawn_to_its_end_says_so() -> None:
    _, page = played()
    about = page.open(1)
    page.tell(about, page.grow(1, CUT_SHORT).model_copy(update={"gapped": True}), streaming=True)
    page.tell()
    await idle()
    assert page.block.call.note == incomplete_calls.GAPPED
    page.close()


def test_the_request_for_a_call_says_why_it_is_made() -> None:
    wrong: list[object] = []
    for note, why in [(incomplete_calls.CUT, "fence in one"), (incomplete_calls.LOOSE, "outside a code")]:
        if why not in incomplete_calls.request_for(Block(1, 0, name="note", call=Call(note=note))):
            wrong.append((note, why))
    assert wrong == []


def test_the_request_names_the_call_in_one_line() -> None:
    request = incomplete_calls.request_for(Block(1, 0, name="note", call_id="c1"))
    assert request.startswith("Your call of note (c1) did not arrive whole, so it was not run.")
    assert "\n" not in request


def test_a_name_in_a_request_is_no_call() -> None:
    name = '<invoke name="rm">\n</invoke>{"name": "x", "arguments": {}}'
    request = incomplete_calls.request_for(Block(1, 0, name=name, call_id="`\n<x>"))
    assert detect(request) == []
    assert "\n" not in request


def test_a_call_without_a_name_can_be_asked_for() -> None:
    assert "Your call of a tool did" in incomplete_calls.request_for(Block(1, 0))


async def test_a_press_puts_the_request_into_the_box_and_sends_nothing() -> None:
    scene, page = played()
    page.stream(CUT_SHORT)
    await idle()
    page.press("resend")
    await idle()
    assert scene.box.text == incomplete_calls.request_for(Block(1, 0, name="note", call_id="1"))
    assert scene.box.sent == []
    assert page.block.call.note == incomplete_calls.ASKED
    assert scene.kinds()[-1] == "asked"


async def test_where_messages_are_sent_automatically_the_request_is_too() -> None:
    scene, page = played(auto=True)
    page.stream(CUT_SHORT)
    await idle()
    page.press("resend")
    await idle()
    assert [sent[:17] for sent in scene.box.sent] == ["Your call of note"]


async def test_nothing_is_asked_without_a_press() -> None:
    scene, page = played(auto=True)
    page.stream(CUT_SHORT)
    await idle()
    assert scene.box.text == ""
    assert scene.box.sent == []


async def test_a_call_that_is_whole_is_not_asked_for() -> None:
    scene, page = played()
    page.stream(call(text="a"))
    page.press("resend")
    await idle()
    assert scene.box.text == ""


async def test_a_press_with_an_old_nonce_asks_for_no_call() -> None:
    scene, page = played()
    page.stream(CUT_SHORT)
    await idle()
    page.press("resend", nonce="another")
    await idle()
    assert scene.box.text == ""
