from __future__ import annotations

from typing import Any

from observers.commands import Command, Hide, Unhide
from observers.protocol import BlockOpened, TextDelta
from overlay.chat.hiding import RawTextHiding
from overlay.chat.unit_calls import OPEN_END
from overlay.chat.unit_reader import UnitReader
from tests.support.scene import call


class Play:
    def __init__(self, kind: str, role: str = "assistant") -> None:
        self.posted: list[Command] = []
        self.covering = RawTextHiding(self.posted.append)
        about: dict[str, Any] = {"kind": kind, "role": role, "language": "xml" if kind == "fence" else ""}
        self.reader = UnitReader(
            BlockOpened(k="open", id=1, turn=1, message="m", live=True, held=False, **about)
        )
        self.length = 0

    def grow(self, text: str) -> list[Command]:
        """The commands that the page gets after the text grew."""
        before = len(self.posted)
        item = TextDelta(k="text", id=1, at=self.length, text=text, length=self.length + len(text))
        self.length += len(text)
        self.reader.take(item)
        self.covering.update(self.reader, item)
        return self.posted[before:]


def test_a_fence_with_a_call_is_covered_once() -> None:
    play = Play("fence")
    assert play.grow(call()[:30]) == [Hide(unit=1)]
    assert play.grow(call()[30:]) == []


def test_a_fence_without_a_call_is_shown_once() -> None:
    play = Play("fence")
    assert play.grow("total(") == [Unhide(unit=1)]
    assert play.grow("1)") == []


def test_a_fence_of_nothing_yet_is_not_judged() -> None:
    assert Play("fence").grow("  \n") == []


def test_a_fence_that_turned_out_ordinary_is_shown() -> None:
    play = Play("fence")
    play.grow("<function_ca")
    assert play.grow("rs are fast>") == [Unhide(unit=1)]


def test_the_page_is_told_which_text_to_hide_and_how_far_it_was_judged() -> None:
    play = Play("prose")
    assert play.grow("Look: ") == [Hide(unit=1, spans=[], judged=6)]
    assert play.grow("<function_ca") == [Hide(unit=1, spans=[(6, OPEN_END)], judged=18)]


def test_ordinary_words_of_a_message_cause_no_further_command() -> None:
    play = Play("prose")
    play.grow("Look")
    assert play.grow(" here") == []


def test_words_that_may_begin_a_call_are_judged_even_if_nothing_is_hidden() -> None:
    play = Play("prose")
    play.grow("Look")
    assert play.grow(" a < b") == [Hide(unit=1, spans=[], judged=10)]


def test_text_that_was_held_back_is_shown_at_its_end() -> None:
    play = Play("fence")
    play.grow("<function_ca")
    play.reader.finish()
    play.covering.text_ended(play.reader)
    assert play.posted[-1] == Unhide(unit=1)
    play.covering.text_ended(play.reader)
    assert len(play.posted) == 2


def test_at_the_end_a_call_stays_covered() -> None:
    play = Play("fence")
    play.grow(call())
    play.reader.finish()
    play.covering.text_ended(play.reader)
    assert play.posted == [Hide(unit=1)]


def test_at_the_end_a_users_message_stays_as_it_is() -> None:
    play = Play("prose", role="user")
    play.grow("<function_result>x</function_result>")
    count = len(play.posted)
    play.covering.text_ended(play.reader)
    assert len(play.posted) == count


def test_a_unit_given_up_is_shown_and_judged_again_if_it_comes_back() -> None:
    play = Play("fence")
    play.grow(call()[:30])
    play.covering.unhide(1)
    assert play.posted[-1] == Unhide(unit=1)
    assert play.grow(call()[30:]) == [Hide(unit=1)]
