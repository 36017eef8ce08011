from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from overlay.calls.approvals import Questions
from overlay.calls.authorization import Step
from overlay.calls.call import Block
from overlay.calls.store import Record
from overlay.detection.model import ToolCall
from overlay.policy import Inquiry
from overlay.tools import ToolRegistry, tool
from overlay.ui.terminal.approver import Answer, Question
from tests.scene import Person, idle


class Asked:
    """Questions about calls of one tool, and what came of them."""

    def __init__(self, person: Person) -> None:
        def shown(arguments: dict[str, Any]) -> str:
            return f"does {arguments}"

        @tool(preview=shown)
        def work() -> None: ...

        self.person = person
        self.registry = ToolRegistry([work])
        self.tasks: list[asyncio.Task[None]] = []
        self.answers: list[Answer | None] = []
        self.questions = Questions(self.registry, person, self._spawn, self._answered)
        call = ToolCall(name="work", arguments={}, format="xml_invoke", span=(0, 1), raw="", complete=True)
        self.record = Record("chat", "t1", call, "id-1")
        self.record.blocks = {"b": Block(1, 0, id="b")}

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(work))
        return self.tasks[-1]

    def _answered(self, record: Record, step: Step, question: Question, answer: Answer | None) -> None:
        self.answers.append(answer)

    async def ask(self) -> None:
        inquiry = Inquiry("Why.", (), ("once", "deny"))
        self.questions.ask(self.record, Step("ask", tool=self.registry.find("work"), inquiry=inquiry))
        while not self.person.questions and not self.tasks[-1].done():
            await idle()


async def test_the_answer_is_handed_on_and_the_call_is_no_longer_asked_about() -> None:
    asked = Asked(Person(None))
    await asked.ask()
    await asked.tasks[0]
    assert ([answer.scope for answer in asked.answers if answer], asked.record.asking) == (["once"], False)


async def test_a_question_shows_what_the_tool_would_do() -> None:
    asked = Asked(Person(None))
    await asked.ask()
    assert asked.person.questions[0].preview == "does {}"


async def test_where_the_block_was_replaced_meanwhile_there_is_no_answer() -> None:
    asked = Asked(Person(None))
    asked.person.thinking = asyncio.Event()
    await asked.ask()
    asked.record.blocks = {"other": Block(1, 0, id="other")}
    asked.person.thinking.set()
    await asked.tasks[0]
    assert asked.answers == [None]


async def test_a_fault_in_asking_is_a_no() -> None:
    asked = Asked(Person())
    asked.person.fault = RuntimeError("no window")
    await asked.ask()
    await asked.tasks[0]
    assert [(answer.scope, answer.reason) for answer in asked.answers if answer] == [
        ("deny", "the person could not be asked (no window)")
    ]


async def test_a_question_that_is_withdrawn_is_taken_away_and_gives_no_answer() -> None:
    asked = Asked(Person())
    asked.person.thinking = asyncio.Event()
    await asked.ask()
    assert asked.questions.withdraw(asked.record)
    with pytest.raises(asyncio.CancelledError):
        await asked.tasks[0]
    assert (asked.answers, asked.person.withdrawn, asked.record.asking) == ([], 1, False)


async def test_all_are_withdrawn_together() -> None:
    asked = Asked(Person())
    asked.person.thinking = asyncio.Event()
    await asked.ask()
    assert (asked.questions.withdraw_all(), asked.questions.withdraw_all()) == ([asked.record], [])


async def test_nothing_is_withdrawn_where_nobody_is_asked() -> None:
    asked = Asked(Person())
    assert not asked.questions.withdraw(asked.record)
