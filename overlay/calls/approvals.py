"""The questions to the person that are open, at most one a call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from overlay.calls.authorization import Step
from overlay.calls.store import Record
from overlay.policy import Scope
from overlay.tools import ToolDefinition, ToolRegistry
from overlay.tools.runner import in_thread
from overlay.ui.terminal.approver import Answer, Approver, Question

log = logging.getLogger(__name__)
Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None] | None]
Answered = Callable[[Record, Step, Question, Answer | None], None]


class Questions:
    """`answered(record, step, question, answer)` is called for each that was not withdrawn; the answer is
    None where none of the blocks that the person was asked about stands any more. `word` gives the one that
    the person chose.
    """

    def __init__(
        self,
        registry: ToolRegistry,
        approve: Approver,
        spawn: Spawn,
        answered: Answered,
        word: Callable[[], str] = lambda: "",
    ) -> None:
        self._registry = registry
        self._approve = approve
        self._spawn = spawn
        self._answered = answered
        self._word = word
        self._open: dict[Record, tuple[Step, asyncio.Task[None]]] = {}

    def ask(self, record: Record, step: Step) -> None:
        """Ask about the call; `step` has its tool and the inquiry. Until the answer it is `asking`."""
        record.asking = True
        task = self._spawn(self._ask(record, step))
        if task:
            self._open[record] = step, task

    def offering(self, scope: Scope) -> list[tuple[Record, Step]]:
        """Return what is being asked about with `scope` among the answers, and by which step."""
        return [
            (record, step)
            for record, (step, _) in self._open.items()
            if step.inquiry and scope in step.inquiry.offers
        ]

    def withdraw(self, record: Record) -> bool:
        """Nobody is to be asked about the call any more; whether somebody was."""
        _, question = self._open.pop(record, (None, None))
        if question is None:
            return False
        record.asking = False
        question.cancel()
        return True

    def withdraw_all(self) -> list[Record]:
        """Withdraw every question; the calls they were about."""
        return [record for record in list(self._open) if self.withdraw(record)]

    async def _ask(self, record: Record, step: Step) -> None:
        tool, inquiry = step.tool, step.inquiry
        assert tool is not None
        assert inquiry is not None
        before = set(record.blocks)
        question = Question(
            tool,
            record.arguments,
            record.site,
            record.conversation,
            reason=inquiry.reason,
            warnings=inquiry.warnings,
            preview=await self._preview(tool, record.arguments),
            offers=inquiry.offers,
            word=self._word(),
        )
        try:
            answer = await self._approve(question)
        except Exception as error:
            log.exception("overlay could not ask about %s", tool.name)
            answer = Answer("deny", f"the person could not be asked ({error})")
        finally:
            record.asking = False
            self._open.pop(record, None)
        self._answered(record, step, question, answer if before & set(record.blocks) else None)

    async def _preview(self, tool: ToolDefinition, arguments: dict[str, Any]) -> str:
        if not self._registry.previews(tool.name):
            return ""
        return await in_thread(lambda: self._registry.preview(tool.name, arguments))
