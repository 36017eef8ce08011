"""For tests: a policy of which every part can be set: clock, file, servers, what the chat has met."""

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
from overlay.policy.policy_schema import Rules
from overlay.policy.store import InMemoryStore, Store
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
class Desk:
    """Asks the policy as the desk does."""

    policy: Policy
    now: list[float] = field(default_factory=lambda: [0.0])

    def up(
        self, tool: ToolDefinition, where: CallContext = LIVE, call: ToolCall = CALL, **arguments: Any
    ) -> PolicyDecision:
        """A call comes up."""
        return self.policy.decide(call, tool, where, arguments)

    def press(self, tool: ToolDefinition, place: CallOrigin = HERE, **arguments: Any) -> PolicyDecision:
        """Execute is pressed."""
        return self.policy.press(tool, arguments, place)

    def asked(self, tool: ToolDefinition, place: CallOrigin = HERE, **arguments: Any) -> ApprovalRequest:
        """Execute is pressed, and what the person is asked then."""
        inquiry = self.press(tool, place, **arguments).request
        assert inquiry is not None
        return inquiry

    def answer(self, scope: Scope, tool: ToolDefinition, place: CallOrigin = HERE, **arguments: Any) -> None:
        """The person is asked, and answers."""
        inquiry = self.asked(tool, place, **arguments)
        self.policy.record_grant(tool, arguments, place, inquiry, scope)

    def run(self, tool: ToolDefinition, place: CallOrigin = HERE, *, automatic: bool = False) -> None:
        """It runs."""
        self.policy.record_run(tool, place, automatic=automatic)


def desk(
    config: dict[str, Any] | None = None, rules: dict[str, Any] | None = None, store: Store | None = None
) -> Desk:
    """A desk whose policy has these options and this file."""
    now = [0.0]
    policy = Policy(
        PolicyConfig.model_validate(config or {}),
        store=store or InMemoryStore(Rules.model_validate(rules or {})),
        clock=lambda: now[0],
        today=lambda: date(2026, 11, 21),
    )
    return Desk(policy, now)
