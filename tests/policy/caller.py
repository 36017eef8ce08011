"""For tests: a policy whose clock, file and options a test sets, and the questions that overlay puts to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from overlay.detection import ToolCall
from overlay.policy import (
    ApprovalRequest,
    CallContext,
    CallOrigin,
    Policy,
    PolicyConfig,
    PolicyDecision,
    Scope,
)
from overlay.policy.policy_schema import PolicyRules
from overlay.policy.store import InMemoryStore, PolicyStore
from overlay.tools import ToolDefinition, ToolHints

SITE = "https://chat.example"
HERE = CallOrigin(SITE, "site|one")
LIVE = CallContext(role="assistant", live=True, top_frame=True, origin=HERE)
CALL = ToolCall(name="x", format="xml_invoke", span=(0, 1), raw="")

PLAIN = ToolDefinition("add")
READS = ToolDefinition("read_file", hints=ToolHints(private=True))
LISTENS = ToolDefinition("page_title", hints=ToolHints(untrusted=True))
SENDS = ToolDefinition("post", hints=ToolHints(sends_out=True))
WIPES = ToolDefinition("wipe", hints=ToolHints(destructive=True))
FOREIGN = ToolDefinition("files.read", server="files", hints=ToolHints(read_only=True))


@dataclass
class Caller:
    """Asks the policy as the call controller does."""

    policy: Policy
    now: list[float] = field(default_factory=lambda: [0.0])

    def up(
        self, tool: ToolDefinition, where: CallContext = LIVE, call: ToolCall = CALL, **arguments: Any
    ) -> PolicyDecision:
        """Decide about a call that an answer has just printed."""
        return self.policy.decide(call, tool, where, arguments)

    def press(self, tool: ToolDefinition, place: CallOrigin = HERE, **arguments: Any) -> PolicyDecision:
        """Decide about a press on Execute."""
        return self.policy.press(tool, arguments, place)

    def asked(self, tool: ToolDefinition, place: CallOrigin = HERE, **arguments: Any) -> ApprovalRequest:
        """Press Execute, and return the question for the user."""
        request = self.press(tool, place, **arguments).request
        assert request is not None
        return request

    def answer(self, scope: Scope, tool: ToolDefinition, place: CallOrigin = HERE, **arguments: Any) -> None:
        """Ask the user, and record the answer."""
        request = self.asked(tool, place, **arguments)
        self.policy.record_grant(tool, arguments, place, request, scope)

    def run(self, tool: ToolDefinition, place: CallOrigin = HERE, *, automatic: bool = False) -> None:
        """Record that the tool ran."""
        self.policy.record_run(tool, place, automatic=automatic)


def caller(
    config: dict[str, Any] | None = None,
    rules: dict[str, Any] | None = None,
    store: PolicyStore | None = None,
) -> Caller:
    """Return a caller whose policy has these options and this file."""
    now = [0.0]
    policy = Policy(
        PolicyConfig.model_validate(config or {}),
        store=store or InMemoryStore(PolicyRules.model_validate(rules or {})),
        clock=lambda: now[0],
        today=lambda: date(2026, 11, 21),
    )
    return Caller(policy, now)
