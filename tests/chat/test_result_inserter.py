from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from observers.protocol import BlockRemoved, Item, TextDelta
from overlay.calls.call import Block, Call, Outcome
from overlay.calls.events import ResultReady
from overlay.calls.result_text import result_text
from overlay.chat.composer.composer import LEFT, ComposerError
from overlay.chat.result_inserter import OWN_WORDS, REQUEST_ELSEWHERE, composer_of
from overlay.chat.sites.loader import SiteProfile
from overlay.common.clock import VirtualClock
from overlay.tools import ToolResult, tool
from tests.scene import AUTO, AUTO_RETURN, SILENT, SITE, IdleTimeouts, PlayedPage, Scene, call, idle

AUTO_INSERT: dict[str, Any] = {**AUTO, "returns": {"auto_insert": True}}


async def done(config: dict[str, Any], text: str = "") -> tuple[Scene, PlayedPage]:
    """An answer whose calls have run."""
    scene = Scene(config)
    page = scene.page()
    page.stream(text or call(text="a"))
    await scene.clock.pass_()
    return scene, page


async def test_a_result_is_shown_only_unless_it_is_switched_on() -> None:
    scene, page = await done(AUTO)
    assert (page.block.call.status, scene.box.text, scene.box.sent, page.block.call.inserted) == (
        "done",
        "",
        [],
        False,
    )


async def test_a_result_is_inserted_and_not_sent() -> None:
    scene, page = await done(AUTO_INSERT)
    assert scene.box.text == '<function_result call_id="1">\nnoted a\n</function_result>'
    assert (scene.box.sent, page.block.call.inserted) == ([], True)


async def test_a_result_is_inserted_and_sent() -> None:
    scene, _ = await done(AUTO_RETURN)
    assert scene.box.sent == ['<function_result call_id="1">\nnoted a\n</function_result>']
    assert scene.kinds()[-2:] == ["inserted", "submitted"]


async def test_the_results_of_one_answer_go_back_in_one_message_in_the_order_of_their_calls() -> None:
    scene = Scene(AUTO_RETURN)
    first = asyncio.Event()

    @tool
    async def slow() -> str:
        """Takes its time."""
        await first.wait()
        return "slow"

    scene.registry.add(slow)
    page = scene.page()
    page.stream(call("slow", "1") + call("note", "2", text="quick"))
    await scene.clock.pass_()
    assert scene.box.sent == []
    first.set()
    await idle()
    (sent,) = scene.box.sent
    assert sent.index("slow") < sent.index("noted quick")


async def test_nothing_is_sent_while_a_call_of_the_answer_waits_for_the_person() -> None:
    scene = Scene({"policy": {"auto_execute": ["note"]}, "returns": {"auto_submit": True}})

    @tool
    async def other() -> str:
        """Is not set to run by itself."""
        return "other"

    scene.registry.add(other)
    page = scene.page()
    page.stream(call("note", "1") + call("other", "2"))
    await scene.clock.pass_()
    assert (scene.box.sent, "noted" in scene.box.text) == ([], True)
    page.press(block=page.blocks[1])
    await idle()
    (sent,) = scene.box.sent
    assert "noted" in sent
    assert "other" in sent


async def test_nothing_goes_back_while_the_model_still_writes() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    text = call(text="a")
    page.tell(page.open(1), page.grow(1, text[:40]), streaming=True)
    page.tell(page.grow(1, text[40:]), streaming=True)
    await scene.clock.pass_()
    assert (page.block.call.status, scene.box.sent) == ("done", [])
    page.tell()
    await idle()
    assert len(scene.box.sent) == 1


async def test_calls_of_one_message_go_back_together_though_the_last_is_drawn_after_the_answer() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page(pace=IdleTimeouts(told=3600, calm=3600, lag=0))
    text = call(text="a").replace("</function_calls>", "") + call(call_id="2", text="b").replace(
        "<function_calls>", ""
    )
    half = text.index("</invoke>") + 9
    page.tell(page.open(1), page.grow(1, text[:half]), streaming=True)
    page.tell(page.grow(1, "\n"), streaming=True)
    page.tell()
    await scene.clock.pass_()
    assert (scene.ran, scene.box.sent) == (["a"], [])
    page.tell(page.grow(1, text[half:]))
    await scene.clock.pass_()
    assert [sent.count("noted") for sent in scene.box.sent] == [2]


async def test_an_answer_that_is_told_in_pieces_is_over_with_the_last() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    text = call(text="a")
    page.tell(page.open(1), page.grow(1, text[:40]), streaming=True)
    page.tell(page.grow(1, text[40:]), streaming=True)
    page.tell(more=True)
    await scene.clock.pass_()
    assert (scene.ran, scene.box.sent) == (["a"], [])
    page.tell()
    await idle()
    assert len(scene.box.sent) == 1


async def test_what_is_told_after_the_sign_went_is_under_none_though_more_is_to_come() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.tell(streaming=True)
    page.tell(page.open(1), page.grow(1, call(text="a")[:40]), more=True)
    page.tell(page.grow(1, call(text="a")[40:]), more=True)
    page.tell()
    await scene.clock.pass_()
    assert scene.ran == []


@pytest.mark.parametrize("site", [SITE, SILENT])
@pytest.mark.parametrize(
    "change",
    [TextDelta(k="text", id=2, at=7, text="onal> programs", length=21), BlockRemoved(k="gone", id=2)],
    ids=["turns out to be none", "leaves"],
)
async def test_what_could_have_been_another_call_keeps_a_result_back_no_longer_than_it_could(
    site: SiteProfile, change: Item
) -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page(site=site, pace=IdleTimeouts(told=3600, untold=3600, calm=0, lag=0))
    text = call(text="a")
    page.tell(page.open(1), page.open(2), page.grow(1, text[:40]), streaming=True)
    page.tell(page.grow(1, text[40:]), page.grow(2, "<functi"), streaming=True)
    page.tell()
    await scene.clock.pass_()
    assert (scene.ran, scene.box.sent) == (["a"], [])
    page.tell(change)
    await idle()
    assert len(scene.box.sent) == 1


async def test_an_answer_is_over_a_moment_after_the_sites_sign_is() -> None:
    clock = VirtualClock()
    scene = Scene(AUTO_RETURN, time=clock)
    page = scene.page(pace=IdleTimeouts(lag=0.3))
    page.tell(page.open(1), page.open(2), page.grow(1, call(text="a")[:40]), streaming=True)
    page.tell(page.grow(1, call(text="a")[40:]), streaming=True)
    await scene.clock.pass_()
    clock.advance_to(5)
    page.tell()
    await idle()
    clock.advance_to(5.2)
    page.tell(page.grow(2, call(call_id="2", text="b")))
    await scene.clock.pass_()
    for _ in range(20):
        if not scene.box.sent:
            clock.fire_next()
        await idle()
    assert ([sent.count("noted") for sent in scene.box.sent], clock.now()) == ([2], 5.5)


async def test_where_a_site_says_nothing_of_streaming_a_moment_without_growth_is_the_end() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page(site=SILENT, pace=IdleTimeouts(told=0, untold=0, calm=0))
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert len(scene.box.sent) == 1


@pytest.mark.parametrize(("cleared", "told"), [(False, ["note", "note"]), (True, ["note"])])
async def test_what_waited_in_the_box_is_told_to_be_sent_with_what_it_was_sent_with(
    cleared: bool, told: list[str]
) -> None:
    scene, page = await done(AUTO_INSERT, call(text="a") + call("note", "2", text="b"))
    assert scene.kinds().count("submitted") == 0
    if cleared:
        scene.box.text = ""
    page.press("submit", page.blocks[1])
    await idle()
    assert [name for kind, name, _ in scene.told if kind == "submitted"] == told


async def test_a_result_that_waits_in_the_box_holds_up_no_other_though_its_block_was_rewritten() -> None:
    scene, page = await done(AUTO_INSERT)
    page.stream(call("note", "2", text="b"), unit=2, message="m2")
    await scene.clock.pass_()
    page.blocks[0].call.outcome = None
    page.press("submit", page.blocks[1])
    await idle()
    assert [sent.count("noted") for sent in scene.box.sent] == [2]


async def test_a_countdown_that_is_stopped_keeps_no_other_result_back() -> None:
    scene = Scene({**AUTO_INSERT, "policy": {"auto_execute": ["*"], "delay": 1}})
    page = scene.page()
    page.stream(call("gone") + call("note", "2", text="b"))
    await idle()
    assert (page.blocks[1].call.status, scene.box.text) == ("waiting", "")
    page.press("touch", page.blocks[1], nonce="")
    await idle()
    assert (page.blocks[1].call.status, "tool_not_found" in scene.box.text) == ("ready", True)


async def test_a_private_result_is_not_returned_without_the_persons_word() -> None:
    scene = Scene(AUTO_RETURN)

    @tool
    async def diary() -> ToolResult:
        """Reads the person's own."""
        return ToolResult("dear diary", private=True)

    scene.registry.add(diary)
    page = scene.page()
    page.stream(call("diary"))
    await scene.clock.pass_()
    assert (scene.box.text, scene.box.sent) == ("", [])
    assert "dear diary" not in str(page.looks())
    page.press("submit")
    await idle()
    assert "dear diary" in scene.box.sent[0]
    assert "dear diary" in str(page.looks()[-1])


async def test_a_result_beside_a_private_one_is_inserted_but_waits_to_be_sent() -> None:
    scene = Scene(AUTO_RETURN)

    @tool
    async def diary() -> ToolResult:
        """Reads the person's own."""
        return ToolResult("dear diary", private=True)

    scene.registry.add(diary)
    page = scene.page()
    page.stream(call("diary", "1") + call("note", "2"))
    await scene.clock.pass_()
    assert ("noted" in scene.box.text, scene.box.sent) == (True, [])


async def test_a_result_is_never_put_into_another_chat() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go("https://chat.example/c/two")
    scene.work.set()
    await idle()
    assert (page.block.call.status, scene.box.text, scene.box.sent) == ("done", "", [])


async def test_a_result_is_not_sent_when_the_page_went_to_another_chat_while_it_was_put_in() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    scene.box.during = lambda: page.go("https://chat.example/c/two")
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.box.sent == []
    assert "another chat" in page.block.call.note


async def test_a_result_that_waited_for_the_person_to_stop_writing_goes_into_no_other_chat() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.hold = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go("https://chat.example/c/two")
    scene.box.hold.set()
    await idle()
    assert (scene.box.text, scene.box.sent) == ("", [])
    assert page.block.call.note == f"The result was not inserted: {LEFT}."


async def test_a_press_on_insert_in_another_chat_inserts_nothing_and_says_why() -> None:
    scene, page = await done(AUTO)
    page.go("https://chat.example/c/two")
    page.press("insert")
    await idle()
    assert (scene.box.text, "another chat" in page.block.call.note) == ("", True)


async def test_a_new_chat_that_gets_its_address_meanwhile_is_no_other_chat() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page("https://chat.example/")
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go("https://chat.example/c/named")
    scene.work.set()
    await idle()
    assert len(scene.box.sent) == 1


async def test_messages_are_sent_by_themselves_up_to_the_limit_and_each_one_beyond_says_so() -> None:
    scene = Scene({**AUTO, "returns": {"auto_submit": True, "max_rounds": 1}})
    page = scene.page()
    for number in range(3):
        page.stream(call(text=str(number)), unit=number + 1, message=f"m{number}")
        await scene.clock.pass_()
    assert (len(scene.box.sent), scene.kinds().count("limit")) == (1, 2)
    assert "the limit" in page.blocks[2].call.note


async def test_a_limit_of_nothing_sends_nothing_by_itself() -> None:
    scene, _ = await done({**AUTO, "returns": {"auto_submit": True, "max_rounds": 0}})
    assert (scene.box.sent, "noted a" in scene.box.text) == ([], True)


async def test_a_message_that_the_person_sends_begins_the_count_anew() -> None:
    scene = Scene({**AUTO, "returns": {"auto_submit": True, "max_rounds": 1}})
    page = scene.page()
    for number in range(3):
        page.stream(call(text=str(number)), unit=number + 1, message=f"m{number}")
        await scene.clock.pass_()
        if number == 1:
            page.press("submit", page.blocks[1])
            await idle()
    assert len(scene.box.sent) == 3


async def test_a_press_on_insert_inserts_each_time() -> None:
    scene, page = await done(AUTO)
    page.press("insert")
    await idle()
    page.press("insert")
    await idle()
    assert (scene.box.text.count("noted a"), scene.box.sent) == (2, [])


async def test_two_presses_on_insert_with_one_nonce_insert_once() -> None:
    scene, page = await done(AUTO)
    nonce = page.block.nonce
    page.press("insert", nonce=nonce)
    page.press("insert", nonce=nonce)
    await idle()
    assert scene.box.text.count("noted a") == 1


async def test_a_press_on_submit_sends_what_stands_in_the_box_already() -> None:
    scene, page = await done(AUTO_INSERT)
    page.press("submit")
    await idle()
    assert scene.box.sent == ['<function_result call_id="1">\nnoted a\n</function_result>']


async def test_a_press_on_submit_puts_in_again_what_the_person_has_cleared() -> None:
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


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        (ComposerError("no composer was found"), "The result was not inserted: no composer was found."),
        (KeyError("text"), "The result was not inserted: overlay itself failed (KeyError('text'))."),
    ],
)
async def test_what_can_not_be_inserted_is_said_in_the_block_and_told(fault: Exception, note: str) -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.fault = fault
    page = scene.page()
    page.stream(call())
    await scene.clock.pass_()
    assert (page.block.call.note, page.block.call.inserted, scene.told[-1]) == (
        note,
        False,
        ("trouble", "note", note),
    )


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        (ComposerError("it stayed"), "The result was not sent: it stayed."),
        (KeyError("x"), "The result was not sent: overlay itself failed (KeyError('x'))."),
    ],
)
async def test_what_can_not_be_sent_is_said_in_the_block(fault: Exception, note: str) -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()

    async def submit() -> None:
        raise fault

    scene.box.submit = submit
    page.stream(call())
    await scene.clock.pass_()
    assert (page.block.call.note, page.block.call.inserted) == (note, True)


async def test_what_was_not_inserted_once_is_not_pushed_into_a_later_message() -> None:
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
    assert (scene.box.text.count("<function_result"), scene.box.most_inside) == (2, 1)


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


def with_outcome(text: str, index: int = 0) -> Block:
    return Block(1, index, name="note", call=Call(outcome=Outcome(text)))


def test_a_block_without_an_outcome_has_no_text_for_the_model() -> None:
    with pytest.raises(ValueError, match="has no outcome yet"):
        result_text(Block(1, 0, name="note"), 500)


def test_a_call_without_an_id_is_known_by_its_name_and_place() -> None:
    assert 'call_id="note-3"' in result_text(with_outcome("x", 2), 500)


def test_the_text_for_the_model_is_worked_out_once() -> None:
    block = with_outcome("x" * 1000)
    assert result_text(block, 500) is result_text(block, 500)


def test_a_long_result_is_cut_to_the_limit() -> None:
    text = result_text(with_outcome("x" * 1000), 300)
    assert "[overlay left out 700 of 1,000 characters here" in text


@pytest.mark.parametrize("takes", [True, False])
async def test_a_result_that_was_cut_goes_along_as_a_file_where_the_site_takes_one(
    tmp_path: Path, takes: bool
) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert page.block.call.outcome
    page.block.call.outcome.kept = tmp_path / "note-1.txt"
    scene.box.takes_files = takes
    page.press("insert")
    await idle()
    assert scene.box.files == (["note-1.txt"] if takes else [])
    assert ("[The whole of it is attached as note-1.txt.]" in scene.box.text) is takes


async def test_no_file_goes_to_the_site_before_the_text_stands_in_the_box(tmp_path: Path) -> None:
    scene, page = await done(AUTO)
    assert page.block.call.outcome
    page.block.call.outcome.kept = tmp_path / "note-1.txt"
    scene.box.takes_files = True
    scene.box.fault = ComposerError("the composer went away")
    page.press("insert")
    await idle()
    assert scene.box.files == []


async def test_a_file_that_the_message_does_not_tell_of_is_no_failure(tmp_path: Path) -> None:
    scene, page = await done(AUTO)
    assert page.block.call.outcome
    page.block.call.outcome.kept = tmp_path / "note-1.txt"
    scene.box.takes_files = True
    attach = scene.box.attach

    async def then_gone(path: Path) -> bool:
        taken = await attach(path)
        scene.box.fault = ComposerError("the composer went away")
        return taken

    scene.box.attach = then_gone  # type: ignore[method-assign]
    page.press("insert")
    await idle()
    assert (page.block.call.inserted, page.block.call.note) == (True, "")


async def test_what_changed_of_the_tools_goes_along_with_the_next_result_once() -> None:
    scene, page = await done(AUTO)
    assert "They are in the message box" in await scene.parts.inserter.insert_prompt(
        page.chat, "the instructions"
    )
    scene.box.text = ""

    @tool
    def newcomer() -> None:
        """Was not there before."""

    scene.registry.add(newcomer)
    page.press("insert")
    await idle()
    assert "New: newcomer" in scene.box.text
    scene.box.text = ""
    page.press("insert")
    await idle()
    assert ("newcomer" in scene.box.text, "noted a" in scene.box.text) == (False, True)


async def test_news_that_could_not_be_put_in_is_told_the_next_time() -> None:
    scene, page = await done(AUTO)
    await scene.parts.inserter.insert_prompt(page.chat, "the instructions")
    scene.registry.enable("note", False)
    scene.box.fault = ComposerError("no box")
    page.press("insert")
    await idle()
    scene.box.fault, scene.box.text = None, ""
    page.press("insert")
    await idle()
    assert "No longer there: note" in scene.box.text


def test_the_composer_is_that_of_the_page() -> None:
    scene = Scene()
    page = scene.page()
    assert composer_of(page.chat)


async def test_the_composer_is_left_when_another_conversation_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: dict[str, Any] = {}

    def composer(*_: object, **more: Any) -> None:
        given.update(more)

    monkeypatch.setattr("overlay.chat.result_inserter.Composer", composer)
    page = Scene().page("https://chat.example/")
    composer_of(page.chat)
    page.go("https://chat.example/c/named")
    before = given["left"]()
    page.go("https://chat.example/c/two")
    assert (before, given["left"]()) == (False, True)


async def test_a_result_that_is_about_to_be_sent_stays_in_the_box_when_everything_is_stopped() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.during = lambda: scene.policy.halt(on=True)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert ("noted a" in scene.box.text, scene.box.sent) == (True, [])


async def test_a_text_for_the_model_is_put_into_the_box_and_not_sent() -> None:
    scene = Scene()
    said = await scene.parts.inserter.insert_prompt(scene.page().chat, "tools")
    assert (scene.box.text, scene.box.sent, said) == (
        "tools",
        [],
        "They are in the message box. Send them yourself.",
    )


async def test_a_text_that_the_box_does_not_take_is_said() -> None:
    scene = Scene()
    scene.box.fault = ComposerError("there is no box")
    said = await scene.parts.inserter.insert_prompt(scene.page().chat, "tools")
    assert said == "They were not inserted into the chat: there is no box."


async def test_a_request_that_does_not_get_into_the_box_is_told() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a b")[:-40])
    await idle()
    scene.box.fault = ComposerError("no box")
    page.press("resend")
    await idle()
    assert page.block.call.note == "The request was not inserted: no box."


async def test_in_another_chat_nothing_is_asked_for() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a b")[:-40])
    await idle()
    page.block.conversation = "another"
    page.press("resend")
    await idle()
    assert (scene.box.text, page.block.call.note) == ("", REQUEST_ELSEWHERE)


async def test_words_of_the_persons_own_are_never_sent_by_themselves() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.text = "half a thou"
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert (scene.box.sent, page.block.call.inserted, page.block.call.note) == ([], True, OWN_WORDS)


async def test_a_result_that_waits_in_the_box_is_no_word_of_the_persons() -> None:
    scene = Scene({"policy": {"auto_execute": ["note"]}, "returns": {"auto_submit": True}})

    @tool
    async def other() -> str:
        """Is not set to run by itself."""
        return "other"

    scene.registry.add(other)
    page = scene.page()
    page.stream(call("note", "1", text="a") + call("other", "2"))
    await scene.clock.pass_()
    page.press("execute", page.blocks[1])
    await idle()
    (sent,) = scene.box.sent
    assert ("noted a" in sent, "other" in sent) == (True, True)


async def test_one_chat_does_not_wait_for_the_box_of_another() -> None:
    scene = Scene(AUTO_INSERT)
    scene.box.hold = asyncio.Event()
    first, second = scene.page(name="a"), scene.page("https://chat.example/c/two", name="b")
    first.stream(call(text="a"))
    second.stream(call(text="b"))
    await scene.clock.pass_()
    assert scene.box.most_inside == 2
    scene.box.hold.set()
    await idle()


async def test_a_result_of_a_block_whose_text_has_left_the_page_is_not_inserted_and_raises_nothing() -> None:
    scene, page = await done(AUTO)
    block = page.block
    page.chat.readers.clear()
    scene.events.publish(ResultReady(block.call))
    await idle()
    assert scene.box.text == ""
