"""Every check before a run: when a call comes up, when its countdown ends, when it is pressed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.blocks import Record
from overlay.blocks.block import Outcome, Status
from overlay.policy import Circumstances, Policy
from overlay.tools import ToolDefinition, ToolError, ToolRegistry

TOOL_CHANGED = "The tool was changed meanwhile. Look at the call again, then click Execute."


@dataclass(frozen=True, slots=True)
class Step:
    """What is to happen with a call now.

    `run` at once, `count` down for `delay` seconds, `ask` the person elsewhere, `wait` for a press with
    `note` under the name, or it is `over` with `outcome`, in `status`. `by_itself`: nobody pressed.
    """

    kind: Literal["run", "count", "ask", "wait", "over"]
    note: str = ""
    delay: float = 0.0
    status: Status = "failed"
    outcome: Outcome | None = None
    tool: ToolDefinition | None = None
    by_itself: bool = False


class Checks:
    """Looks at tools and policy as they are at that moment, never at what they were."""

    def __init__(self, registry: ToolRegistry, policy: Policy) -> None:
        self._registry = registry
        self._policy = policy

    def first(self, record: Record, where: Circumstances) -> Step:
        """A call came up. Only what an answer just said acts by itself, refusals included.

        Of an old one no more is looked at than its block says: a long chat holds a thousand.
        """
        if not record.due:
            return Step("wait", self._note_on(record, where))
        tool, _ = self._prepare(record)
        if isinstance(tool, Step):
            return tool
        verdict = self._policy.decide(record.call, tool, where)
        if verdict.kind == "auto":
            return Step("count", delay=verdict.delay)
        if verdict.kind == "deny":
            return _denied(tool, verdict.reason)
        return Step("wait", verdict.reason)

    def _note_on(self, record: Record, where: Circumstances) -> str:
        try:
            tool = self._registry.find(record.call.name)
        except ToolError as error:
            return error.message
        return self._policy.decide(record.call, tool, where).reason

    def due(self, record: Record) -> Step:
        """Its countdown is over, or something changed while it ran."""
        tool, same = self._prepare(record)
        if isinstance(tool, Step):
            return tool
        where = Circumstances(role="assistant", live=True, top_frame=True)
        verdict = self._policy.decide(record.call, tool, where)
        if verdict.kind == "deny":
            return _denied(tool, verdict.reason)
        if verdict.kind == "auto" and same:
            return Step("run", tool=tool, by_itself=True)
        return Step("wait", verdict.reason if same else TOOL_CHANGED)

    def pressed(self, record: Record, *, approved: bool = False) -> Step:
        """The person pressed Execute; `approved` that they were asked, and agreed."""
        tool, same = self._prepare(record)
        if isinstance(tool, Step):
            return tool
        refusal = self._policy.press_refusal(tool.name)
        if refusal is not None:
            return _denied(tool, refusal)
        if not same:
            return Step("wait", TOOL_CHANGED)
        if self._policy.needs_approval(tool) and not approved:
            return Step("ask", tool=tool)
        return Step("run", tool=tool)

    def _prepare(self, record: Record) -> tuple[ToolDefinition | Step, bool]:
        """The tool that is meant now, and whether it is the one that was looked at before."""
        try:
            tool, record.arguments = self._registry.prepare(record.call.name, record.call.arguments)
        except ToolError as error:
            return Step("over", outcome=Outcome(error.message, error.code)), False
        same = record.definition in ("", tool.fingerprint)
        record.definition = tool.fingerprint
        return tool, same


def denial(tool: ToolDefinition, reason: str) -> Outcome:
    """Return what the model is told of a call that was not allowed."""
    return Outcome(f"{tool.name} was not run: {reason}", "tool_denied")


def _denied(tool: ToolDefinition, reason: str) -> Step:
    return Step("over", status="denied", outcome=denial(tool, reason))
