from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from observers.commands import AppendArgument, Hide, RemoveBlock, RenderBlock, Resync, Unhide
from observers.protocol import BlockRemoved, Press, TextDelta
from overlay.calls.authorization import QUOTED
from overlay.calls.events import ButtonPressed
from overlay.calls.outcome import Progress
from overlay.chat.idle import IdleTimeouts
from overlay.chat.reader_events import ReaderEvent
from overlay.chat.unit_reader import UnitReader
from overlay.common.clock import RealClock
from tests.support.scene import AUTO, SILENT, SITE, URL, PlayedPage, Scene, call, idle

NEVER = IdleTimeouts(signed=3600, unsigned=3600, calm=3600, lag=0)


async def test_a_call_is_drawn_named_and_its_arguments_appended() -> None:
    page = Scene().page()
    page.stream(call(text="hello"))
    draws = page.looks()
    assert draws[0].view.name == "note"
    assert draws[0].view.status == "streaming"
    assert draws[-1].view.status == "ready"
    appended = page.document.of(AppendArgument)
    assert "".join(piece.text for piece in appended) == "hello"
    assert appended[-1].done


async def test_the_language_of_a_fence_is_shown_and_prose_has_none() -> None:
    page = Scene().page()
    page.stream(call(), language="xml")
    page.stream(call(text="b"), unit=2, kind="prose", language="")
    first, second = page.blocks
    assert page.looks(first)[-1].view.language == "xml"
    assert page.looks(second)[-1].view.language is None


async def test_a_unit_that_leaves_takes_its_blocks_with_it() -> None:
    page = Scene().page()
    page.stream(call())
    block = page.block
    page.remove(1)
    assert page.blocks == []
    assert page.document.of(RemoveBlock)[-1].block == block.id


async def test_a_unit_that_is_opened_twice_starts_again() -> None:
    page = Scene().page()
    page.stream(call(text="a"))
    page.stream(call(text="b"))
    assert page.block.parsed
    assert page.block.parsed.arguments == {"text": "b"}


async def test_text_of_an_unknown_unit_is_ignored() -> None:
    page = Scene().page()
    page.tell(TextDelta(k="text", id=7, at=0, text="x", length=1))
    assert page.document.posted == []


async def test_a_lost_piece_asks_for_the_full_text() -> None:
    page = Scene().page()
    page.tell(page.open(1), TextDelta(k="text", id=1, at=5, text="x", length=6))
    assert page.document.of(Resync) == [Resync(unit=1)]


async def test_a_unit_that_stays_out_of_step_is_left_to_the_page() -> None:
    page = Scene().page()
    wrong = TextDelta(k="text", id=1, at=0, text="x", length=6)
    page.tell(page.open(1), wrong, wrong)
    assert page.document.of(Unhide) == [Unhide(unit=1)]
    assert page.chat.readers == {}


async def test_a_fault_in_one_unit_leaves_the_others_alone(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(UnitReader):
        def take(self, item: TextDelta, batch: int = 0) -> tuple[list[ReaderEvent], bool]:
            raise RecursionError("too deep")

    page = Scene().page()
    page.tell(page.open(1))
    page.chat.readers[1] = Broken(page.chat.readers[1].about)
    page.tell(page.grow(1, call("first")), page.open(2), page.grow(2, call("second")))
    assert page.block.name == "second"
    assert page.document.of(Unhide)[0].unit == 1
    assert "too deep" in caplog.text


async def test_a_fault_at_the_end_of_one_unit_leaves_the_others_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(UnitReader):
        def finish(self) -> list[ReaderEvent]:
            raise RecursionError("too deep")

    page = Scene().page()
    page.tell(page.open(1), page.open(2), page.grow(2, call(text="half")[:-40]), streaming=True)
    page.chat.readers[1] = Broken(page.chat.readers[1].about)
    page.tell()
    await idle()
    assert page.block.call.status == "incomplete"
    assert "too deep" in caplog.text
    page.close()


async def test_a_press_on_a_block_that_is_not_there_is_nothing() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call())
    scene.manager.press(
        page.chat, Press(t="press", block="another", action="execute", nonce=page.block.nonce)
    )
    await idle()
    assert scene.ran == []


@pytest.mark.parametrize(("nonce", "heard"), [("another", []), (None, ["question"])])
async def test_a_press_that_shows_the_question_runs_nothing_and_needs_the_nonce(
    nonce: str | None, heard: list[str]
) -> None:
    scene, pressed = Scene(), list[str]()
    scene.events.subscribe(ButtonPressed, lambda event: pressed.append(event.action))
    page = scene.page()
    page.stream(call())
    page.press("question", nonce=nonce)
    await idle()
    assert scene.ran == []
    assert pressed == heard
    page.press("execute")
    await idle()
    assert scene.ran == [""]


async def test_an_answer_that_ends_without_closing_its_call_leaves_it_incomplete() -> None:
    page = Scene().page()
    page.tell(page.open(1), page.grow(1, call(text="half")[:-40]), streaming=True)
    assert page.block.call.status == "streaming"
    page.tell()
    await idle()
    assert page.block.call.status == "incomplete"


async def test_a_call_whose_end_is_drawn_after_the_answer_is_whole() -> None:
    page = Scene(pace=NEVER).page()
    text = call(text="late")
    page.tell(page.open(1), page.grow(1, text[:-40]), streaming=True)
    page.tell()
    await idle()
    page.tell(page.grow(1, text[-40:]))
    assert page.block.call.status == "ready"


async def test_an_open_call_that_was_there_when_the_page_opened_has_ended_after_a_quiet_moment() -> None:
    page = Scene().page()
    page.show(call(text="half")[:-40], live=False)
    await idle()
    assert page.block.call.status == "incomplete"


async def test_an_open_call_is_waited_for_while_the_answer_streams() -> None:
    page = Scene().page()
    page.tell(page.open(1), page.grow(1, call(text="half")[:-40]), streaming=True)
    await idle()
    assert page.block.call.status == "streaming"
    page.close()


async def test_a_quiet_moment_after_the_unit_left_does_not_end_its_call() -> None:
    page = Scene().page()
    page.show(call(text="half")[:-40], live=False)
    page.chat.readers.clear()
    await idle()
    assert page.block.call.status == "streaming"


async def test_a_text_that_grows_counts_as_streaming_if_the_site_has_no_streaming_sign() -> None:
    scene = Scene(AUTO)
    page = scene.page(site=SILENT)
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.ran == ["a"]


async def test_a_text_that_holds_nothing_is_shown_again_at_its_end() -> None:
    page = Scene().page()
    page.tell(page.open(1), page.grow(1, "<function_ca"), streaming=True)
    page.tell()
    await idle()
    assert page.document.of(Hide) == [Hide(unit=1)]
    assert page.document.of(Unhide) == [Unhide(unit=1)]
    page.close()


async def test_blocks_are_in_the_order_of_the_page() -> None:
    page = Scene().page()
    page.show(call("late"), unit=1, turn=5)
    page.show(call("early") + call("next"), unit=2, turn=1)
    assert [block.name for block in page.chat.contents.in_order()] == ["early", "next", "late"]


async def test_the_context_of_a_call_costs_the_same_in_a_long_chat() -> None:
    """Lines of Python: a measure that no load of the machine changes."""

    def steps(page: PlayedPage) -> int:
        count = 0

        def tracer(*_: object) -> Any:
            nonlocal count
            count += 1
            return tracer

        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            page.chat.contents.context_for(page.blocks[-1])
        finally:
            sys.settrace(before)
        return count

    short, long = Scene().page(), Scene().page()
    short.show(call(text="a"), live=False)
    for unit in range(1, 60):
        long.show(call(text=str(unit)), unit, live=False, message=f"m{unit}")
    assert steps(long) == steps(short)


async def test_an_answers_calls_are_those_of_its_message_in_their_order() -> None:
    page = Scene(AUTO).page()
    page.stream(call("note", text="a"), unit=1, message="m1")
    page.stream(call("note", text="b"), unit=2, message="m2")
    page.stream(call("note", text="c"), unit=3, message="m1")
    texts = [block.parsed.arguments["text"] for block in page.chat.contents.answer("m1") if block.parsed]
    assert texts == ["a", "c"]


async def test_messages_without_an_id_are_distinguished_by_their_place() -> None:
    page = Scene().page()
    page.stream(call(), message="", turn=4)
    assert page.chat.contents.turn_of(page.block) == "#4"


async def test_a_countdown_is_shown_while_it_lasts() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call())
    countdown = page.looks()[-1].view.countdown
    assert countdown
    assert countdown.total == 1000
    await scene.clock.pass_()
    assert page.looks()[-1].view.countdown is None


async def test_progress_is_drawn_in_the_block() -> None:
    page = Scene().page()
    page.stream(call())
    page.block.call.progress = Progress(text="half")
    page.chat.draw(page.block)
    assert page.looks()[-1].view.note == "half"


async def test_a_block_that_left_the_page_is_not_drawn_any_more() -> None:
    page = Scene().page()
    page.stream(call())
    block = page.block
    page.remove(1)
    count = len(page.document.of(RenderBlock))
    page.chat.draw(block)
    assert len(page.document.of(RenderBlock)) == count


async def test_a_closed_chat_has_no_blocks_and_no_timer() -> None:
    scene = Scene()
    page = scene.page()
    page.tell(page.open(1), page.grow(1, call(text="half")[:-40]), streaming=True)
    block = page.block
    page.close()
    await idle()
    assert page.blocks == []
    assert block.call.status == "streaming"


async def test_a_conversation_is_known_by_its_address() -> None:
    assert Scene().page(URL).chat.conversation == "site|one"


async def test_a_new_chat_is_known_by_its_document_and_starts_again_after_another_was_shown() -> None:
    page = Scene().page("https://chat.example/")
    first = page.chat.conversation
    page.go("https://chat.example/c/two")
    page.go("https://chat.example/")
    assert first != page.chat.conversation
    assert page.chat.conversation.startswith("site|tab.")


async def test_messages_that_take_the_place_of_all_others_begin_no_other_chat() -> None:
    page = Scene().page("https://chat.example/")
    page.show("one")
    before = page.chat.conversation
    page.tell(BlockRemoved(k="gone", id=1), page.open(2), page.grow(2, "two"))
    assert page.chat.conversation == before
    page.remove(2)
    assert page.chat.conversation != before


async def test_moving_within_a_conversation_changes_nothing() -> None:
    page = Scene().page()
    page.stream(call())
    page.go(f"{URL}#part")
    assert page.block.conversation == page.chat.conversation == "site|one"


async def test_a_thousand_messages_ask_for_the_tools_once() -> None:
    scene = Scene(pace=NEVER)
    asked = 0
    known = scene.registry.for_detection

    def counted() -> list[dict[str, Any]]:
        nonlocal asked
        asked += 1
        return known()

    scene.registry.for_detection = counted
    page = scene.page()
    page.tell(*(page.open(unit, live=False) for unit in range(1, 1001)))
    assert asked == 1
    page.close()


async def test_a_site_that_still_writes_its_box_is_given_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(_: RealClock, seconds: float) -> None:
        waited.append(seconds)

    page = Scene().page(site=SITE.model_copy(update={"settle": 0.5}))
    monkeypatch.setattr(RealClock, "sleep", sleep)
    await page.chat.wait_idle()
    assert waited == [0.5]


async def test_calm_is_waited_for_only_where_the_site_gives_no_sign() -> None:
    await asyncio.wait_for(Scene(pace=NEVER).page().chat.wait_idle(), 5)


def test_a_chat_lasts_if_it_has_an_address_of_its_own() -> None:
    wrong: list[object] = []
    for name, pattern, url, lasting in [
        ("site", r"/c/(\w+)", URL, True),
        ("site", r"/c/(\w+)", "https://chat.example/", False),
        ("site", "", URL, False),
        ("generic", r"/c/(\w+)", URL, True),
        ("generic", r"/c/(\w+)", "https://chat.example/", False),
    ]:
        page = Scene().page(url, site=SITE.model_copy(update={"name": name, "conversation": pattern}))
        if (found := page.chat.named) is not lasting:
            wrong.append((name, pattern, url, found))
    assert wrong == []


async def test_a_quoted_call_has_one_button_until_the_user_asks_for_the_others() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"), visibility="quoted")
    quote = page.looks()[-1].view
    assert quote.label == "Quoted call"
    assert quote.buttons == ["unquote"]
    assert quote.quoted
    assert quote.note == ""
    page.press("unquote")
    look = page.looks()[-1].view
    assert look.quoted is None
    assert look.note == QUOTED
    assert "execute" in (look.buttons or [])
    page.press("execute")
    await idle()
    assert scene.ran == ["a"]


async def test_the_result_of_a_call_is_not_shown_where_the_call_is_quoted() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert page.looks()[-1].view.result
    page.tell(page.chat.readers[1].about.model_copy(update={"visibility": "quoted"}))
    look = page.looks()[-1].view
    assert look.result is None
    assert look.buttons == ["unquote"]


async def test_an_old_call_in_ordinary_code_is_ready_at_once_if_no_answer_streams() -> None:
    for streaming, status in ((False, "ready"), (True, "streaming")):
        page = Scene(pace=NEVER).page()
        page.tell(
            page.open(1, live=False, language="python"), page.grow(1, call(text="old")), streaming=streaming
        )
        assert page.block.call.status == status
        page.close()


async def test_a_json_call_that_is_whole_does_not_wait_as_an_open_one_does() -> None:
    whole = '{"name": "note", "arguments": {"text": "a"}}\n'
    for site, pace in (
        (SILENT, IdleTimeouts(signed=0, unsigned=3600, calm=3600, lag=3600)),
        (SITE, IdleTimeouts(signed=3600, unsigned=3600, calm=3600, lag=0)),
    ):
        for text, status in ((whole, "ready"), (whole[:-2], "streaming")):
            page = Scene(pace=pace).page(site=site)
            page.stream(text, language="json")
            await idle()
            assert page.block.call.status == status, (site.name, text)
            page.close()


async def test_a_call_beside_the_chat_runs_only_after_the_user_brought_it_into_the_chat() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"), visibility="beside", role="unknown")
    await scene.clock.pass_()
    apart = page.looks()[-1].view
    assert scene.ran == []
    assert apart.label == "Call beside the chat"
    assert apart.buttons == ["unquote"]
    assert apart.beside
    page.press("unquote")
    view = page.looks()[-1].view
    assert view.beside is None
    assert "execute" in (view.buttons or [])


UNKNOWN: dict[str, Any] = {"turn": -1, "role": "unknown", "message": ""}


async def test_a_page_without_known_messages_shows_another_chat_only_if_all_its_blocks_left() -> None:
    page = Scene().page("https://chat.example/")
    page.stream(call(text="a"), **UNKNOWN)
    page.tell(page.open(2, **UNKNOWN), page.grow(2, call(text="b")))
    page.remove(1)
    assert page.chat.switches == 0, "a page that drew its block again"
    page.remove(2)
    assert page.chat.switches == 1


async def test_a_page_with_known_messages_shows_another_chat_if_they_left() -> None:
    page = Scene().page("https://chat.example/")
    page.stream(call(text="a"))
    page.tell(page.open(2, **UNKNOWN), page.grow(2, call(text="b")))
    page.remove(1)
    assert page.chat.switches == 1


async def test_a_call_that_a_page_without_a_sign_draws_only_in_part_ends_soon() -> None:
    scene = Scene(pace=IdleTimeouts(signed=3600, hidden=0, unsigned=3600, calm=3600, lag=0))
    page = scene.page(site=SILENT)
    page.tell(page.open(1), page.grow(1, call(text="hello")[:60]).model_copy(update={"gapped": True}))
    await idle()
    assert page.block.call.status == "incomplete"
    page.show(call(text="hello")[:60], unit=2)
    await idle()
    assert page.blocks[1].call.status == "streaming", "a text without a gap may go on"
