"""All checks before a run: when a call appears, when its countdown ends, when the user presses Execute."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from observers.block_view import Status
from overlay.calls.block_context import Visibility
from overlay.calls.call import Call
from overlay.calls.failures import BY_POLICY, RUN_AGAIN
from overlay.calls.outcome import Outcome
from overlay.common.language import Phrase, mark
from overlay.policy import ApprovalRequest, CallContext, CallOrigin, Policy, PolicyDecision
from overlay.policy.model import ONLY_ONCE
from overlay.tools import ToolDefinition, ToolError, ToolRegistry
from overlay.tools.conversation_tools import ConversationTools

TOO_MANY = "{} was not run: too many calls. It may be called again in {} seconds."
TOO_EARLY = mark("Too many calls ran just now. Click Execute again in {} seconds.")
OFF_HERE = "The tool {!r} is switched off in this chat"
QUOTED = mark("This call is in a quote, so it does not run automatically.")
APART_NOTES = {
    "quoted": QUOTED,
    "beside": mark("This call is beside the chat, in a document, so it does not run automatically."),
}
TOOL_CHANGED = mark("The tool was changed meanwhile. Look at the call again, then click Execute.")


@dataclass(frozen=True, slots=True)
class Decision:
    """The next step of a call.

    By `kind`: "run" now (`automatic`: automatically, not after a press), "count" down for `delay` seconds,
    "ask" the user `request` outside of the page, "wait" for a press with `note` under the call's name, or
    "end": end the call in `status` with `outcome`. `argv`: see PolicyDecision.
    """

    kind: Literal["run", "count", "ask", "wait", "end"]
    note: str = ""
    delay: float = 0.0
    status: Status = "failed"
    outcome: Outcome | None = None
    tool: ToolDefinition | None = None
    request: ApprovalRequest | None = None
    automatic: bool = False
    argv: tuple[str, ...] = ()


class Authorizer:
    """Decides with the tools and the policy as they are at the time of each check.

    `absent`: ids of the calls that were denied only because no user was there to ask.
    """

    def __init__(
        self, registry: ToolRegistry, policy: Policy, switches: ConversationTools | None = None
    ) -> None:
        self.absent: set[str] = set()
        self._registry = registry
        self._policy = policy
        self._switches = switches or ConversationTools()

    def on_detected(self, call: Call, context: CallContext) -> Decision:
        """Decide on a call that appeared. Only a call with `auto_return` is run or refused automatically.

        For any other call only the note is computed, since a long chat may have a thousand old calls.
        """
        if context.visibility in APART_NOTES:
            self._note_on(call, context)
            return Decision("wait", APART_NOTES[context.visibility])
        if not call.auto_return:
            return Decision("wait", self._note_on(call, context))
        tool, _ = self._prepare(call)
        if isinstance(tool, Decision):
            return tool
        decision = self._policy.decide(call.parsed, tool, context, call.arguments)
        call.effects = decision.effects
        if decision.kind == "auto":
            return Decision("count", delay=decision.delay)
        if decision.kind == "deny":
            return self._denied(call, tool, decision)
        return Decision("wait", decision.reason)

    def _note_on(self, call: Call, context: CallContext) -> str:
        try:
            tool = self._registry.find(call.parsed.name)
            self._check_here(call, tool)
        except ToolError as error:
            return error.message
        decision = self._policy.decide(call.parsed, tool, context, {})
        call.effects = decision.effects
        return decision.reason

    def on_countdown_end(self, call: Call, visibility: Visibility | None = "plain") -> Decision:
        """Decide on a call whose countdown ended, or during which something changed.

        `visibility` says how the page shows the call now.
        """
        tool, unchanged = self._prepare(call)
        if isinstance(tool, Decision):
            return tool
        where = CallContext(
            role="assistant", live=True, top_frame=True, visibility=visibility, origin=origin_of_call(call)
        )
        decision = self._policy.decide(call.parsed, tool, where, call.arguments)
        if decision.kind == "deny":
            return self._denied(call, tool, decision)
        if decision.kind == "auto" and unchanged:
            return Decision("run", tool=tool, automatic=True, argv=decision.argv)
        return Decision("wait", decision.reason if unchanged else TOOL_CHANGED)

    def on_pressed(self, call: Call, *, approved: ApprovalRequest | None = None, again: str = "") -> Decision:
        """Decide on a call for which the user pressed Execute.

        `approved` is the request that the user has approved since the press; `again` is the question to ask
        because the call may have run already, "" for none.
        """
        tool, unchanged = self._prepare(call)
        if isinstance(tool, Decision):
            return tool
        decision = self._policy.press(tool, call.arguments, origin_of_call(call))
        if decision.kind == "deny":
            return self._denied(call, tool, decision)
        if decision.kind == "wait" or not unchanged:
            return Decision("wait", decision.reason or TOOL_CHANGED)
        # An approval covers only its own request: since then, the chat may have read untrusted content.
        request = _with(decision.request, again)
        if request and request != approved:
            return Decision("ask", tool=tool, request=request)
        return Decision("run", tool=tool, argv=decision.argv)

    def runs_without_question(self, call: Call) -> bool:
        """Return whether a press would run the call at once, and it is not dangerous. Changes nothing."""
        try:
            tool, arguments = self._registry.prepare(call.parsed.name, call.wanted)
            self._check_here(call, tool)
        except ToolError:
            return False
        decision = self._policy.press(tool, arguments, origin_of_call(call))
        return decision.kind == "run" and not (decision.effects and decision.effects.dangerous)

    def on_edited(self, call: Call) -> str:
        """Judge a call whose arguments the user has just changed; return a note if it can't run as it is."""
        tool, _ = self._prepare(call)
        if isinstance(tool, Decision):
            return tool.outcome.text if tool.outcome else ""
        decision = self._policy.press(tool, call.arguments, origin_of_call(call))
        call.effects = decision.effects or call.effects
        return decision.reason if decision.kind in ("deny", "wait") else ""

    def needs_no_answer(self, call: Call, decision: Decision) -> bool:
        """Return whether the open question of `decision` needs no answer, since a newer grant covers it.

        The tool and the arguments that the user was shown must be those that would run. Changes nothing.
        """
        try:
            tool, arguments = self._registry.prepare(call.parsed.name, call.wanted)
            self._check_here(call, tool)
        except ToolError:
            return False
        unchanged = decision.tool is not None and decision.tool.fingerprint == tool.fingerprint
        if not unchanged or arguments != call.arguments:
            return False
        return self._policy.press(tool, arguments, origin_of_call(call)).kind == "run"

    def admit(self, call: Call, decision: Decision) -> Decision | None:
        """Count a run that is about to start. Return None, or another decision if a rate limit is reached."""
        if decision.tool is None:
            return None
        seconds = self._policy.admit(decision.tool)
        if not seconds:
            self._policy.record_run(decision.tool, origin_of_call(call), automatic=decision.automatic)
            return None
        again = math.ceil(seconds)
        if decision.automatic:
            return Decision(
                "end",
                outcome=Outcome(
                    TOO_MANY.format(decision.tool.name, again), "tool_rate_limited", advice=RUN_AGAIN
                ),
            )
        return Decision("wait", Phrase(TOO_EARLY, again))

    def refusal(self, call: Call) -> Outcome | None:
        """Return the outcome for a call that must not run any more after waiting for a slot; else None."""
        try:
            self._check_here(call, self._registry.find(call.parsed.name))
        except ToolError as error:
            return Outcome.of(error, call.parsed.name)
        return None

    def _check_here(self, call: Call, tool: ToolDefinition) -> None:
        """Raise ToolError tool_not_found if the tool is off in the call's chat."""
        if tool.name in self._switches.off(call.conversation):
            raise ToolError("tool_not_found", OFF_HERE.format(tool.name), {"disabled": True, "nearest": []})

    def _denied(self, call: Call, tool: ToolDefinition, decision: PolicyDecision) -> Decision:
        if decision.unattended:
            self.absent.add(call.id)
        advice = "" if decision.unattended else BY_POLICY
        return Decision("end", status="denied", outcome=denial(tool, decision.reason, advice))

    def _prepare(self, call: Call) -> tuple[ToolDefinition | Decision, bool]:
        """Return the tool (or the decision to end the call) and whether it is unchanged since the last check.

        Sets the call's `arguments` and `definition`.
        """
        try:
            tool, call.arguments = self._registry.prepare(call.parsed.name, call.wanted)
            self._check_here(call, tool)
        except ToolError as error:
            return Decision("end", outcome=Outcome.of(error, call.parsed.name)), False
        unchanged = call.definition in ("", tool.fingerprint)
        call.definition = tool.fingerprint
        return tool, unchanged


def _with(request: ApprovalRequest | None, again: str) -> ApprovalRequest | None:
    """Return the policy's request with `again` as its first warning; an approval then holds for one run."""
    if not again:
        return request
    if request is None:
        return ApprovalRequest(again, offers=ONLY_ONCE)
    return replace(request, warnings=(again, *request.warnings), offers=ONLY_ONCE)


def denial(tool: ToolDefinition, reason: str, advice: str = "") -> Outcome:
    """Return the outcome for a call that was not allowed; `advice` is for the user."""
    return Outcome(f"{tool.name} was not run: {reason}", "tool_denied", advice=advice)


def origin_of_call(call: Call) -> CallOrigin:
    """Return the call's origin and conversation, as the policy takes them."""
    return CallOrigin(call.origin, call.conversation, call.has_stable_id)
