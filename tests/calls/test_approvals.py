from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlay.calls.approvals import Answer, ApprovalQueue, Question
from overlay.calls.authorization import Decision
from overlay.calls.call import Block, Call
from overlay.detection.model import ToolCall
from overlay.policy import ApprovalRequest, Policy
from overlay.tools import ToolRegistry, tool
from tests.support.scene import Person, idle
from tests.support.table import for_each


class Asked:
    """The question about a call of one tool, and its answer."""

    def __init__(self, person: Person, *, in_panel: bool = False) -> None:
        def shown(arguments: dict[str, Any]) -> str:
            return f"does {arguments}"

        @tool(preview=shown)
        def work() -> None: ...

        self.person = person
        self.registry = ToolRegistry([work])
        self.queue = ApprovalQueue(self.registry, person, Policy(), in_panel=in_panel)
        parsed = ToolCall(name="work", arguments={}, format="xml_invoke", span=(0, 1), raw="", complete=True)
        self.call = Call("chat", "t1", parsed, "id-1")
        Block(1, 0, id="b", call=self.call)

    async def ask(self) -> asyncio.Task[tuple[Question, Answer | None]]:
        request = ApprovalRequest("Why.", (), ("once", "deny"))
        decision = Decision("ask", tool=self.registry.find("work"), request=request)
        task = asyncio.create_task(self.queue.ask(self.call, decision))
        self.queue.add(self.call, decision, task)
        while not self.person.questions and not task.done():
            await idle()
        return task

    async def answer(self) -> Answer | None:
        return (await (await self.ask()))[1]


async def test_a_call_awaits_approval_until_its_answer_is_returned() -> None:
    assert await Asked(Person(None)).answer() == Answer("once")

    asked = Asked(Person())
    asked.person.thinking = asyncio.Event()
    task = await asked.ask()
    assert asked.call.awaiting_approval
    asked.queue.withdraw_all()
    await asyncio.wait([task])

    asked = Asked(Person(None))
    await asked.answer()
    assert not asked.call.awaiting_approval


@for_each("in_panel", [True, False])
async def test_a_question_names_its_call_and_the_call_where_it_is_asked(in_panel: bool) -> None:
    asked = Asked(Person(None), in_panel=in_panel)
    question, _ = await (await asked.ask())
    assert question.call == asked.call.id
    assert asked.call.asked_in_panel == in_panel


async def test_a_question_shows_what_the_tool_would_do() -> None:
    asked = Asked(Person(None))
    await asked.answer()
    assert asked.person.questions[0].preview == "does {}"


async def test_where_the_block_was_replaced_meanwhile_there_is_no_answer() -> None:
    asked = Asked(Person(None))
    asked.person.thinking = asyncio.Event()
    task = await asked.ask()
    asked.call.blocks.clear()
    Block(1, 0, id="other", call=asked.call)
    asked.person.decide()
    assert (await task)[1] is None


async def test_a_fault_in_asking_is_a_no() -> None:
    asked = Asked(Person())
    asked.person.fault = RuntimeError("no window")
    assert await asked.answer() == Answer("deny", "the user could not be asked (no window)")


async def test_a_question_that_is_withdrawn_is_taken_away() -> None:
    asked = Asked(Person())
    asked.person.thinking = asyncio.Event()
    task = await asked.ask()
    assert asked.queue.withdraw(asked.call)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asked.person.withdrawn == 1


async def test_questions_are_withdrawn_together() -> None:
    asked = Asked(Person())
    asked.person.thinking = asyncio.Event()
    task = await asked.ask()
    assert asked.queue.withdraw_all() == [asked.call]
    await asyncio.wait([task])

    asked = Asked(Person())
    assert not asked.queue.withdraw(asked.call)
