from __future__ import annotations

import json
from typing import Any

import pytest

from overlay.calls.approvals import Answer
from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.common.errors import UsageError
from overlay.tools.mcp import Elicitation
from overlay.ui.panel import Panel, PanelPrompts
from overlay.ui.panel.messages import PanelMessage, parse
from overlay.ui.panel.panel import GONE
from tests.ui.panel.room import question

SWITCH = parse(json.dumps({"t": "tool", "name": "note", "on": True}))


def no_browser() -> Any:
    raise AssertionError("no window is needed here")


class Asking:
    """A panel without a window, and its questions."""

    def __init__(self) -> None:
        self.panel = Panel(EventStream(), no_browser)
        self.prompts = PanelPrompts(self.panel)

    async def say(self, **message: Any) -> str:
        return await self.panel.carry_out(parse(json.dumps(message)))


async def test_an_answer_reaches_its_question_once() -> None:
    asking = Asking()
    asked = asking.prompts.questions.add(question())
    answer = {"t": "answer", "question": asked.id, "nonce": asked.nonce, "scope": "once"}
    assert await asking.say(**answer) == ""
    assert asked.answer.result() == Answer("once")
    assert await asking.say(**answer) == GONE


async def test_a_form_is_filled_in_once() -> None:
    asking = Asking()
    schema = {"type": "object", "properties": {"x": {"type": "string"}}}
    form = asking.prompts.forms.add(Elicitation("s", "", "", schema))
    filled = {"t": "form", "form": form.id, "nonce": form.nonce, "action": "accept", "values": ["y"]}
    assert await asking.say(**filled) == ""
    assert form.answer.done()
    assert await asking.say(**filled) == GONE


async def test_the_questions_and_forms_are_shown_in_the_order_of_their_arrival() -> None:
    prompts = Asking().prompts
    first = prompts.questions.add(question())
    form = prompts.forms.add(Elicitation("s", "", "", {"type": "object", "properties": {}}))
    last = prompts.questions.add(question())
    assert [card.id for card in prompts.state()["questions"]] == [first.id, form.id, last.id]


async def test_a_lost_window_denies_what_is_asked() -> None:
    prompts = Asking().prompts
    asked = prompts.questions.add(question())
    prompts.window_lost()
    assert asked.answer.result() == Answer("deny")


async def test_a_question_before_the_browser_is_open_says_why_it_can_not_be_asked() -> None:
    def not_yet() -> Any:
        raise UsageError("there is no browser yet")

    prompts = PanelPrompts(Panel(EventStream(), not_yet))
    with pytest.raises(UsageError, match="no browser yet"):
        await prompts(question())
    assert len(prompts.questions) == 0


async def test_a_message_for_no_section_changes_nothing() -> None:
    assert await Asking().panel.carry_out(SWITCH) == GONE


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RuntimeError("why"), "That did not work: why"),
        (UsageError("the file is broken", advice="Mend it."), "the file is broken\nMend it."),
    ],
)
async def test_an_error_of_a_section_is_shown_as_a_line(error: Exception, line: str) -> None:
    class Broken:
        def state(self) -> dict[str, Any]:
            return {}

        async def carry_out(self, message: PanelMessage) -> str | None:
            raise error

        def window_lost(self) -> None: ...

    asking = Asking()
    asking.panel.add(Broken())
    assert await asking.panel.carry_out(SWITCH) == line


async def test_the_question_that_the_user_wants_to_see_comes_first() -> None:
    prompts = Asking().prompts
    first, second = prompts.questions.add(question(call="one")), prompts.questions.add(question(call="two"))
    prompts.show(Call(id="two"))
    assert [card.id for card in prompts.state()["questions"]] == [second.id, first.id]


async def test_a_call_without_a_question_changes_nothing() -> None:
    wrong: list[object] = []
    for call in [None, Call(id="other"), Call(id="")]:
        prompts = Asking().prompts
        asked = [prompts.questions.add(question(call=name)) for name in ("one", "two")]
        prompts.show(call)
        if (found := [card.id for card in prompts.state()["questions"]]) != [one.id for one in asked]:
            wrong.append((call, found))
    assert wrong == []
