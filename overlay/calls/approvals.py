"""Asking the user about a call outside of the page: questions, answers and the queue of open questions."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Protocol

from overlay.calls.authorization import Decision
from overlay.calls.call import Call
from overlay.policy import Policy, Scope
from overlay.policy.model import EVERY_SCOPE
from overlay.policy.tool_effects import NO_EFFECT, ToolEffects
from overlay.tools import ToolDefinition, ToolRegistry
from overlay.tools.runner import in_thread

log = logging.getLogger(__name__)
REFUSED = "the user said no"


@dataclass(frozen=True, slots=True)
class Question:
    """One call for the user to decide on."""

    tool: ToolDefinition
    """The tool that would run."""
    arguments: dict[str, Any]
    """The complete arguments with which it would run."""
    site: str
    """Origin of the call's page."""
    conversation: str
    """Key of the conversation that the page shows."""
    reason: str = ""
    """Why the user is asked, in one sentence."""
    warnings: tuple[str, ...] = ()
    """Lines of warnings, such as a change of the tool's definition."""
    preview: str = ""
    """A description of what the call would do, as plain text, such as the diff of a write."""
    offers: tuple[Scope, ...] = EVERY_SCOPE
    """The answers that may be given."""
    word: str = ""
    """The word that the user chose to recognize overlay's questions."""
    command: str = ""
    """The command and its folder that the answers `command_today` and `command_always` allow."""
    call: str = ""
    """The call's id."""
    effects: ToolEffects = NO_EFFECT
    """The effects of the tool, as the policy counts them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The user's answer to a Question."""

    scope: Scope
    """How much is allowed, or `deny`."""
    reason: str = ""
    """For `deny`: the reason that goes to the model; if empty, that the user said no."""


class Approver(Protocol):
    """An async function that takes a Question and returns the user's Answer.

    overlay awaits it for each call that needs approval, for several calls at the same time too. If it raises
    an exception, the call is not run. overlay cancels it when the question is no longer open, for example
    when the call has left the page; then it should withdraw what it shows.
    """

    async def __call__(self, question: Question, /) -> Answer:
        """Return the user's answer to the question."""
        ...


class ApprovalQueue:
    """The open questions, at most one per call.

    `policy` has the word by which the user recognizes overlay's questions. `in_panel`: `approve` asks in the
    panel.
    """

    def __init__(
        self, registry: ToolRegistry, approve: Approver, policy: Policy, *, in_panel: bool = False
    ) -> None:
        self._registry = registry
        self._approve = approve
        self._policy = policy
        self._in_panel = in_panel
        self._open: dict[Call, tuple[Decision, asyncio.Task[Any]]] = {}

    def add(self, call: Call, decision: Decision, task: asyncio.Task[Any]) -> None:
        """Add the call, about which `task` will `ask`; it is `awaiting_approval` until the answer."""
        call.awaiting_approval, call.asked_in_panel = True, self._in_panel
        self._open[call] = decision, task

    def offering(self, scope: Scope) -> list[tuple[Call, Decision]]:
        """Return the calls with an open question that offers `scope`, each with the decision to ask."""
        return [
            (call, decision)
            for call, (decision, _) in self._open.items()
            if decision.request and scope in decision.request.offers
        ]

    def withdraw(self, call: Call) -> bool:
        """Withdraw the question about the call; return whether there was one."""
        _, task = self._open.pop(call, (None, None))
        if task is None:
            return False
        call.awaiting_approval = False
        task.cancel()
        return True

    def withdraw_all(self) -> list[Call]:
        """Withdraw all questions; return their calls."""
        return [call for call in list(self._open) if self.withdraw(call)]

    async def ask(self, call: Call, decision: Decision) -> tuple[Question, Answer | None]:
        """Ask the user; `decision` has the tool and the request. Return the question and the answer.

        The answer is None if all blocks that showed the call when it was asked about have left their pages.
        """
        tool, request = decision.tool, decision.request
        assert tool is not None
        assert request is not None
        before = set(call.blocks)
        question = Question(
            tool,
            call.arguments,
            call.origin,
            call.conversation,
            reason=request.reason,
            warnings=request.warnings,
            preview=await self._preview(tool, call.arguments),
            offers=request.offers,
            word=self._policy.word,
            command=request.command,
            call=call.id,
            effects=self._policy.effects_of(tool),
        )
        try:
            answer = await self._approve(question)
        except Exception as error:
            log.exception("overlay could not ask about %s", tool.name)
            answer = Answer("deny", f"the user could not be asked ({error})")
        finally:
            call.awaiting_approval = False
            self._open.pop(call, None)
        return question, answer if before & set(call.blocks) else None

    async def _preview(self, tool: ToolDefinition, arguments: dict[str, Any]) -> str:
        if not self._registry.previews(tool.name):
            return ""
        return await in_thread(lambda: self._registry.preview(tool.name, arguments))
