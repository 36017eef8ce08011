"""Every check before a run: when a call comes up, when its countdown ends, when it is pressed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from observers.protocol import Context
from overlay.calls.call import Call, Outcome, Status
from overlay.policy import ApprovalRequest, CallContext, CallOrigin, Policy, PolicyDecision
from overlay.policy.model import ONLY_ONCE
from overlay.tools import ToolDefinition, ToolError, ToolRegistry
from overlay.tools.conversation_tools import ConversationTools

TOO_MANY = "{} was not run: too many calls. It may be called again in {} seconds."
TOO_EARLY = "Too many calls ran just now. Click Execute again in {} seconds."
OFF_HERE = "The tool {!r} is switched off in this chat"
QUOTED = "This call is in a quote, so it does not run by itself."
TOOL_CHANGED = "The tool was changed meanwhile. Look at the call again, then click Execute."


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to happen with a call now.

    `run` at once (`by_itself`, or because it was pressed), `count` down for `delay` seconds, `ask` the person
    elsewhere by `inquiry`, `wait` for a press with `note` under the name, or it is `over` with `outcome`, in
    `status`.
    """

    kind: Literal["run", "count", "ask", "wait", "over"]
    note: str = ""
    delay: float = 0.0
    status: Status = "failed"
    outcome: Outcome | None = None
    tool: ToolDefinition | None = None
    inquiry: ApprovalRequest | None = None
    by_itself: bool = False


class Authorizer:
    """Looks at tools and policy as they are at that moment, never at what they were.

    `absent` are the ids of the calls that were denied only because nobody was there.
    """

    def __init__(
        self, registry: ToolRegistry, policy: Policy, switches: ConversationTools | None = None
    ) -> None:
        self.absent: set[str] = set()
        self._registry = registry
        self._policy = policy
        self._switches = switches or ConversationTools()

    def on_detected(self, call: Call, where: CallContext) -> Decision:
        """A call came up. Only what an answer just said acts by itself, refusals included.

        Of an old one no more is looked at than its block says: a long chat holds a thousand.
        """
        if where.context == "quoted":
            return Decision("wait", QUOTED)
        if not call.auto_return:
            return Decision("wait", self._note_on(call, where))
        tool, _ = self._prepare(call)
        if isinstance(tool, Decision):
            return tool
        verdict = self._policy.decide(call.parsed, tool, where, call.arguments)
        if verdict.kind == "auto":
            return Decision("count", delay=verdict.delay)
        if verdict.kind == "deny":
            return self._denied(call, tool, verdict)
        return Decision("wait", verdict.reason)

    def _note_on(self, call: Call, where: CallContext) -> str:
        try:
            tool = self._registry.find(call.parsed.name)
            self._check_here(call, tool)
        except ToolError as error:
            return error.message
        return self._policy.decide(call.parsed, tool, where, {}).reason

    def on_countdown_end(self, call: Call, context: Context | None = "plain") -> Decision:
        """Its countdown is over, or something changed while it ran; the page shows it as `context` now."""
        tool, same = self._prepare(call)
        if isinstance(tool, Decision):
            return tool
        where = CallContext(
            role="assistant", live=True, top_frame=True, context=context, origin=place_of(call)
        )
        verdict = self._policy.decide(call.parsed, tool, where, call.arguments)
        if verdict.kind == "deny":
            return self._denied(call, tool, verdict)
        if verdict.kind == "auto" and same:
            return Decision("run", tool=tool, by_itself=True)
        return Decision("wait", verdict.reason if same else TOOL_CHANGED)

    def on_pressed(self, call: Call, *, approved: ApprovalRequest | None = None, again: str = "") -> Decision:
        """The person pressed Execute; `approved` is what they were asked since, and said yes to; `again` is
        what to ask because the call may have run already.
        """
        tool, same = self._prepare(call)
        if isinstance(tool, Decision):
            return tool
        verdict = self._policy.press(tool, call.arguments, place_of(call))
        if verdict.kind == "deny":
            return self._denied(call, tool, verdict)
        if verdict.kind == "wait" or not same:
            return Decision("wait", verdict.reason or TOOL_CHANGED)
        # A yes is for what was asked: the chat may have met something else meanwhile.
        inquiry = _with(verdict.request, again)
        if inquiry and inquiry != approved:
            return Decision("ask", tool=tool, inquiry=inquiry)
        return Decision("run", tool=tool)

    def needs_no_answer(self, call: Call, decision: Decision) -> bool:
        """The person is being asked about it by `decision`, and an answer given elsewhere allows it by now.

        What they were shown and what would run must be the same; nothing of the call is touched.
        """
        try:
            tool, arguments = self._registry.prepare(call.parsed.name, call.parsed.arguments)
            self._check_here(call, tool)
        except ToolError:
            return False
        same = decision.tool is not None and decision.tool.fingerprint == tool.fingerprint
        if not same or arguments != call.arguments:
            return False
        return self._policy.press(tool, arguments, place_of(call)).kind == "run"

    def admit(self, call: Call, decision: Decision) -> Decision | None:
        """Count a run that is about to start: None, or what is to happen with it instead."""
        if decision.tool is None:
            return None
        seconds = self._policy.admit(decision.tool)
        if not seconds:
            self._policy.record_run(decision.tool, place_of(call), by_itself=decision.by_itself)
            return None
        again = math.ceil(seconds)
        if decision.by_itself:
            return Decision(
                "over", outcome=Outcome(TOO_MANY.format(decision.tool.name, again), "tool_rate_limited")
            )
        return Decision("wait", TOO_EARLY.format(again))

    def refusal(self, call: Call) -> Outcome | None:
        """Return why a call that was to run must not, as it has waited for its turn meanwhile; or None."""
        try:
            self._check_here(call, self._registry.find(call.parsed.name))
        except ToolError as error:
            return Outcome(error.message, error.code)
        return None

    def _check_here(self, call: Call, tool: ToolDefinition) -> None:
        """Raises tool_not_found for a tool that is off in the call's chat."""
        if tool.name in self._switches.off(call.conversation):
            raise ToolError("tool_not_found", OFF_HERE.format(tool.name), {"disabled": True, "nearest": []})

    def _denied(self, call: Call, tool: ToolDefinition, verdict: PolicyDecision) -> Decision:
        if verdict.unattended:
            self.absent.add(call.id)
        return Decision("over", status="denied", outcome=denial(tool, verdict.reason))

    def _prepare(self, call: Call) -> tuple[ToolDefinition | Decision, bool]:
        """The tool that is meant now, and whether it is the one that was looked at before."""
        try:
            tool, call.arguments = self._registry.prepare(call.parsed.name, call.parsed.arguments)
            self._check_here(call, tool)
        except ToolError as error:
            return Decision("over", outcome=Outcome(error.message, error.code)), False
        same = call.definition in ("", tool.fingerprint)
        call.definition = tool.fingerprint
        return tool, same


def _with(inquiry: ApprovalRequest | None, again: str) -> ApprovalRequest | None:
    """Return what to ask: the policy's question, and `again` where the call may have run already."""
    if not again:
        return inquiry
    if inquiry is None:
        return ApprovalRequest(again, offers=ONLY_ONCE)
    return replace(inquiry, warnings=(again, *inquiry.warnings), offers=ONLY_ONCE)


def denial(tool: ToolDefinition, reason: str) -> Outcome:
    """Return what the model is told of a call that was not allowed."""
    return Outcome(f"{tool.name} was not run: {reason}", "tool_denied")


def place_of(call: Call) -> CallOrigin:
    """Return where the call stands."""
    return CallOrigin(call.origin, call.conversation, call.has_stable_id)
