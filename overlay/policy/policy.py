"""Decides whether a call may run.

No call runs without a press or approval by the user, unless the user allowed the tool on that site, and then
only if the call is certain. The rules are in docs/policy.md; each has a sentence that the block or
the approval request shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import date, datetime
from typing import Any

from overlay.common.errors import UsageError
from overlay.common.language import Phrase, mark
from overlay.detection.model import ToolCall
from overlay.policy.assessment import approval_request, auto_run_objection, unseen_objection
from overlay.policy.commands.rules import plain_command
from overlay.policy.config import PolicyConfig
from overlay.policy.grants import GrantRecorder
from overlay.policy.model import (
    COMMAND,
    NOBODY,
    ApprovalRequest,
    CallContext,
    CallOrigin,
    PolicyDecision,
    Scope,
)
from overlay.policy.permissions import ChatGrants
from overlay.policy.policy_schema import PolicyRules
from overlay.policy.rate_limits import Buckets, Limits
from overlay.policy.risk_assessor import RiskAssessor
from overlay.policy.store import InMemoryStore, PolicyStore, Restriction
from overlay.policy.taint import EVERYTHING, Taint, Taints
from overlay.policy.tool_effects import ToolEffects
from overlay.policy.tool_modes import CHOSEN, ORDER, ToolMode
from overlay.policy.tool_rules import ToolRules
from overlay.policy.trusted_servers import TrustedServers
from overlay.tools.definition import ToolDefinition

NOT_ASKED_FOR = mark("it is not set to run automatically")
UNTRIED = mark("a pattern fits this tool of a server, and you have not run it yourself yet")
HALTED = mark("you stopped everything")


class Policy:
    """Decides and never executes. The settings and the user's file are read again for each decision.

    `store` keeps permissions and `taints` the taint of conversations; both default to memory and end with the
    run. `clock` returns seconds, `now` the local time with its offset.
    """

    def __init__(
        self,
        config: PolicyConfig | None = None,
        *,
        store: PolicyStore | None = None,
        taints: Taints | None = None,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self.config = config or PolicyConfig()
        self._tools = ToolRules(self.config)
        self._halted = False
        self.store: PolicyStore = store or InMemoryStore()
        self.servers = TrustedServers(self.store.fingerprints)
        self._now = now
        self._taints = taints or Taints()
        self._chats = ChatGrants()
        self._buckets = Buckets(clock)
        self._assessor = RiskAssessor(self.servers, self._taints, self._chats, now)
        self._recorder = GrantRecorder(self.store, self.servers, self._chats, today)

    @property
    def auto_run_origins(self) -> Collection[str] | None:
        """The sites (origins) on which `config.auto_execute` applies; None for all."""
        return self._tools.auto_run_origins

    def limit_auto_execute(self, origins: Collection[str] | None) -> None:
        """Apply `config.auto_execute` only on these origins from now on; None for all."""
        self._tools.auto_run_origins = origins

    @property
    def halted(self) -> bool:
        """Whether the user stopped everything: nothing runs automatically, but a press still runs a call."""
        return self._halted

    def halt(self, *, on: bool) -> None:
        """Stop everything, or let calls run automatically again."""
        self._halted = on

    def decide(
        self, call: ToolCall, tool: ToolDefinition, context: CallContext, arguments: dict[str, Any]
    ) -> PolicyDecision:
        """Return what happens with a complete call of a known tool when it is detected or its countdown ends.

        `arguments` are those the call would run with. Returns `auto`, `wait` or `deny`.
        """
        rules = self._rules_or_refusal(tool)
        if isinstance(rules, PolicyDecision):
            return rules
        delay, reason = self._tools.delay(tool.name, context.origin.site, rules)
        if delay is not None and self._halted:
            delay, reason = None, HALTED
        effects: ToolEffects | None = None
        if delay is not None:
            case = self._assessor.assess(tool, arguments, context.origin, rules)
            effects = case.effects
            argv = case.command.argv if case.command.rule else ()
            reason = auto_run_objection(call, context) or unseen_objection(tool, call, arguments)
            reason = reason or case.approval_reason
            if not reason and self._tools.is_new(tool, context.origin.site, rules):
                reason = UNTRIED
            if not reason:
                return PolicyDecision("auto", delay=delay, argv=argv, effects=effects)
        if not self.config.attended:
            return PolicyDecision("deny", f"{NOBODY} ({reason or NOT_ASKED_FOR})", unattended=True)
        effects = effects or self.effects_of(tool, rules)
        return PolicyDecision(
            "wait", Phrase(mark("Not run automatically: {}."), reason) if reason else "", effects=effects
        )

    def press(self, tool: ToolDefinition, arguments: dict[str, Any], origin: CallOrigin) -> PolicyDecision:
        """Return what the user's press on Execute does: `run`, `ask` (with `request`), `wait` or `deny`."""
        rules = self._rules_or_refusal(tool)
        if isinstance(rules, PolicyDecision):
            return rules
        if not self.config.attended:
            return PolicyDecision("deny", NOBODY, unattended=True)
        case = self._assessor.assess(tool, arguments, origin, rules)
        request = approval_request(case, self.servers)
        return PolicyDecision(
            "ask" if request else "run", request=request, argv=case.command.argv, effects=case.effects
        )

    def record_grant(
        self,
        tool: ToolDefinition,
        arguments: dict[str, Any],
        origin: CallOrigin,
        request: ApprovalRequest,
        scope: Scope,
    ) -> None:
        """Store the permission that the user's answer to `request` gives, as far as `scope` says."""
        if scope not in request.offers or scope in ("once", "deny"):
            return
        if scope in COMMAND:
            place_of_tool = tool.commands
            command = plain_command(arguments.get("command"), place_of_tool) if place_of_tool else None
            # Allow what the user was shown: the program's name may now mean another program.
            if command is not None and command.text == request.command:
                self._recorder.record_command(command, origin.site, self._now(), scope)
        else:
            self._recorder.record_grant(tool, arguments, origin, scope)

    def admit(self, tool: ToolDefinition) -> float:
        """Count a run and return 0; or count nothing and return the seconds until the next run is allowed."""
        return self._buckets.take(tool.name, self.limits)

    def record_run(self, tool: ToolDefinition, origin: CallOrigin, *, automatic: bool) -> None:
        """Record that the tool starts now. Its taint counts from here on, even if the run fails."""
        rules = self._rules()
        effects = self.effects_of(tool, rules)
        self._add_taint(origin, Taint(effects.private, effects.untrusted))
        if automatic or self._tools.is_new(tool, origin.site, rules):
            self._recorder.record_pin(tool)

    def record_attachment(self, origin: CallOrigin) -> None:
        """Record that a server's prompt or resource goes into the chat now.

        It counts like the result of a tool without hints from its server: private data, written by others.
        """
        self._add_taint(origin, EVERYTHING)

    def taint_of(self, origin: CallOrigin) -> Taint:
        """Return what the conversation has seen; if it has no address, any such chat of the site."""
        return self._taints.of(*origin.taint_names)

    def add_taint(self, origin: CallOrigin, taint: Taint) -> None:
        """Record that the conversation had this taint, as `taint_of` returned it, before this run."""
        self._taints.add(origin.taint_names[-1], taint)

    def rename_conversation(self, before: str, after: str) -> None:
        """Copy taint and move chat permissions to `after`, probably the address that a new chat got."""
        self._taints.rename(before, after)
        self._chats.rename(before, after)

    def settle_conversation(self, before: str) -> None:
        """Confirm that the conversation has its own address: its taint no longer counts for the site's
        unaddressed chats.
        """
        self._taints.name(before)

    def undo_rename(self, before: str, after: str) -> None:
        """Move chat permissions back to `before`: `after` is the address of another chat. The taint stays in
        both.
        """
        self._chats.rename(after, before)

    def copy_taint(self, before: str, after: str) -> None:
        """Copy the taint to `after`, which may be the same chat. Permissions are not copied."""
        self._taints.rename(before, after)

    def trust(self, server: str) -> bool:
        """Trust the server's current configuration on the user's behalf. Return False if the server is
        unknown.

        Raises UsageError or OSError.
        """
        mark = self.servers.fingerprint_of(server)
        if mark:
            self.servers.keep(server)
            self.store.trust(server, mark)
        return bool(mark)

    @property
    def word(self) -> str:
        """The word that the user chose to recognise overlay's own approval requests; "" for none."""
        return self._rules().word

    @property
    def limits(self) -> Limits:
        """Rate limits: those of this run, else those in the user's file."""
        return self.config.limits or self._rules().limits

    def _add_taint(self, origin: CallOrigin, taint: Taint) -> None:
        group = "" if origin.has_stable_id else origin.unaddressed_chats
        self._taints.add(origin.conversation, taint, group=group)

    def _rules(self) -> PolicyRules:
        """The rules, or empty rules while the file is broken, for calls that are already running."""
        try:
            return self.store.rules()
        except UsageError:
            return PolicyRules()

    def _rules_or_refusal(self, tool: ToolDefinition) -> PolicyRules | PolicyDecision:
        """Return the rules; the decision instead if their file is broken or the tool is denied."""
        try:
            rules = self.store.rules()
        except UsageError as error:
            return self._broken_file(error)
        refusal = self._tools.refusal(tool.name, rules)
        return rules if refusal is None else PolicyDecision("deny", refusal)

    def _broken_file(self, error: UsageError) -> PolicyDecision:
        """Return `wait`, since the user can fix the file and press again, or `deny` if no user is present."""
        reason = Phrase(mark("Nothing is allowed now: {}"), error.format_message())
        if self.config.attended:
            return PolicyDecision("wait", reason)
        return PolicyDecision("deny", reason, unattended=True)

    def mode_of(self, tool: ToolDefinition, origin: CallOrigin, rules: PolicyRules) -> ToolMode:
        """Return how the tool is treated in this chat, and what the user can choose for it."""
        unchosen = rules.model_copy(update={table: _without(rules, table, tool.name) for table in CHOSEN})
        refusal = self._tools.refusal(tool.name, unchosen)
        if refusal is not None:
            return ToolMode("never", refusal, ("never",))
        delay, reason = self._tools.delay(tool.name, origin.site, unchosen)
        if delay is not None:
            reason = self._assessor.assess(tool, {}, origin, unchosen).approval_reason
            if not reason and self._tools.is_new(tool, origin.site, unchosen):
                reason = UNTRIED
        choices = ORDER[1:] if delay is None or reason else ORDER
        if rules.deny.get(tool.name) == CHOSEN["deny"]:
            return ToolMode("never", CHOSEN["deny"], choices)
        if rules.ask.get(tool.name) == CHOSEN["ask"]:
            return ToolMode("ask", CHOSEN["ask"], choices)
        return ToolMode(choices[0], reason, choices)

    def is_trusted(self, server: str, rules: PolicyRules) -> bool:
        """Return whether the user trusts the server's current configuration."""
        return self._assessor.is_trusted(server, rules)

    def effects_of(self, tool: ToolDefinition, rules: PolicyRules | None = None) -> ToolEffects:
        """Return the tool's effects under `rules`, by default those that hold now."""
        return self._assessor.effects_of(tool, rules or self._rules())


def _without(rules: PolicyRules, table: Restriction, tool: str) -> dict[str, str]:
    """Return the table without the entry that the user's choice for this tool in the panel wrote."""
    entries: dict[str, str] = getattr(rules, table)
    return {name: reason for name, reason in entries.items() if (name, reason) != (tool, CHOSEN[table])}
