from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from overlay.calls.approvals import Answer, Approver, Question
from overlay.common.errors import UsageError
from overlay.tools.mcp import Elicitation
from overlay.tools.mcp import FormAnswer as FormAnswer
from overlay.ui.prompting import FirstAnswer, approver_of, elicitor_of
from overlay.ui.terminal.approver import ask_in_terminal
from overlay.ui.terminal.forms import ask_forms_in_terminal
from tests.support.scene import Person, idle
from tests.ui.panel.room import question


def thinking(*answers: Answer | str | None) -> Person:
    person = Person(*answers)
    person.thinking = asyncio.Event()
    return person


def broken(fault: str) -> Person:
    person = Person()
    person.fault = RuntimeError(fault)
    return person


async def test_the_first_answer_counts_and_the_other_place_forgets_the_question() -> None:
    slow, quick = thinking(), Person(Answer("chat"))
    assert await FirstAnswer(slow, quick)(question()) == Answer("chat")
    assert slow.withdrawn == 1


async def test_a_place_that_can_not_ask_is_left_out() -> None:
    assert await FirstAnswer(broken("x"), Person(None))(question()) == Answer("once")


async def test_where_no_place_can_ask_there_is_no_answer() -> None:
    with pytest.raises(RuntimeError, match="why"):
        await FirstAnswer(broken("why"), broken("why"))(question())


async def test_a_question_that_is_withdrawn_is_withdrawn_everywhere() -> None:
    places = [thinking(), thinking()]
    task = asyncio.ensure_future(FirstAnswer(*places)(question()))
    await idle()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert [place.withdrawn for place in places] == [1, 1]


class Somewhere:
    async def __call__(self, question: Question) -> Answer:
        return Answer("once")


PANEL: Approver = Somewhere()


def test_unless_said_otherwise_the_panel_asks_and_without_one_the_terminal() -> None:
    assert (approver_of(None, PANEL), approver_of(None, None)) == (PANEL, ask_in_terminal)


def test_the_terminal_asks_where_that_is_said() -> None:
    assert approver_of("terminal", PANEL) is ask_in_terminal


def test_the_panel_asks_where_that_is_said() -> None:
    assert approver_of("panel", PANEL) is PANEL


def test_a_panel_that_is_not_there_can_not_ask() -> None:
    wrong: list[object] = []
    ways: list[Any] = ["panel", "both"]
    for ask in ways:
        try:
            approver_of(ask, None)
        except UsageError as error:
            if not re.search("there is no panel", str(error)):
                wrong.append((ask, str(error)))
        else:
            wrong.append((ask, "nothing was raised"))  # type: ignore[arg-type]
    assert wrong == []


def test_the_panel_and_the_terminal_both_ask_if_a_user_is_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("overlay.ui.prompting.at_terminal", lambda: True)
    assert isinstance(approver_of("both", PANEL), FirstAnswer)


def test_a_terminal_without_a_person_does_not_say_no_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlay.ui.prompting.at_terminal", lambda: False)
    assert approver_of("both", PANEL) is PANEL


async def panel_form(asked: Elicitation, /) -> FormAnswer:
    return FormAnswer("cancel")


def test_forms_are_filled_in_where_questions_are_asked() -> None:
    assert [elicitor_of(ask, panel_form) for ask in (None, "panel", "terminal")] == [
        panel_form,
        panel_form,
        ask_forms_in_terminal,
    ]


def test_without_a_panel_the_terminal_fills_forms_in() -> None:
    assert elicitor_of(None, None) is ask_forms_in_terminal


def test_a_form_is_filled_in_at_both_places_where_a_person_is_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("overlay.ui.prompting.at_terminal", lambda: True)
    assert isinstance(elicitor_of("both", panel_form), FirstAnswer)


def test_a_terminal_without_a_person_does_not_decline_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlay.ui.prompting.at_terminal", lambda: False)
    assert elicitor_of("both", panel_form) is panel_form
