"""May it run? Nothing runs without a person, unless the person said so for that tool on that site, and then
only what is sure.

The rules are those of the design's section 7; each has its sentence, which the block or the question shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import date
from fnmatch import fnmatchcase
from typing import Any

from overlay.common.errors import WrongUse
from overlay.detection.model import ToolCall
from overlay.policy.assessment import Case, inquiry_of
from overlay.policy.auto_run_rules import unsure
from overlay.policy.config import PolicyConfig
from overlay.policy.grants import Remembering
from overlay.policy.model import NOBODY, Circumstances, Inquiry, Place, Scope, Verdict
from overlay.policy.origins import holds_on
from overlay.policy.permissions import ChatPermissions, standing
from overlay.policy.policy_schema import Rules
from overlay.policy.rate_limits import Buckets, Limits
from overlay.policy.store import Memory, Store
from overlay.policy.taint import Taint, Taints
from overlay.policy.tool_effects import Classes, classes_of
from overlay.policy.trusted_servers import Servers
from overlay.tools.definition import ToolDefinition

NOT_ASKED_FOR = "it is not set to run by itself"
UNTRIED = "a pattern fits this tool of a server, and you have not run it yourself yet"
HALTED = "you stopped everything"


class Policy:
    """Decides; never executes. What the person set and wrote is looked at anew for each decision.

    `home`: the sites (origins) on which `config.auto_execute` holds, None for all. `store` keeps standing
    permissions, `taints` what each conversation has met; both end with the run if not given. `clock` gives
    seconds. While `halted`, nothing runs by itself; what is pressed does.
    """

    def __init__(
        self,
        config: PolicyConfig | None = None,
        *,
        store: Store | None = None,
        taints: Taints | None = None,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
    ) -> None:
        self.config = config or PolicyConfig()
        self.home: Collection[str] | None = None
        self.halted = False
        self.store: Store = store or Memory()
        self.servers = Servers(self.store.kept)
        self._taints = taints or Taints()
        self._chats = ChatPermissions()
        self._buckets = Buckets(clock)
        self._remember = Remembering(self.store, self.servers, self._chats, today)

    def decide(
        self, call: ToolCall, tool: ToolDefinition, where: Circumstances, arguments: dict[str, Any]
    ) -> Verdict:
        """Say what is to happen with a complete call of a known tool when it comes up, or its countdown ends.

        `arguments` are those it would run with. Returns `auto`, `wait` or `deny`.
        """
        try:
            rules = self.store.rules()
        except WrongUse as fault:
            return self._nothing_is_allowed(fault)
        refusal = self._denied(tool.name, rules)
        if refusal is not None:
            return Verdict("deny", refusal)
        delay, why = self._auto(tool.name, where.place.site, rules)
        if delay is not None and self.halted:
            delay, why = None, HALTED
        if delay is not None:
            why = unsure(call, where) or self._case(tool, arguments, where.place, rules).objection
            if not why and self._is_new(tool, where.place.site, rules):
                why = UNTRIED
            if not why:
                return Verdict("auto", delay=delay)
        if not self.config.attended:
            return Verdict("deny", f"{NOBODY} ({why or NOT_ASKED_FOR})", absent=True)
        return Verdict("wait", f"Not run by itself: {why}." if why else "")

    def press(self, tool: ToolDefinition, arguments: dict[str, Any], place: Place) -> Verdict:
        """Say what a person's press on Execute does: `run`, `ask` (see `inquiry`), `wait` or `deny`."""
        try:
            rules = self.store.rules()
        except WrongUse as fault:
            return self._nothing_is_allowed(fault)
        refusal = self._denied(tool.name, rules)
        if refusal is not None:
            return Verdict("deny", refusal)
        if not self.config.attended:
            return Verdict("deny", NOBODY, absent=True)
        inquiry = inquiry_of(self._case(tool, arguments, place, rules), self.servers)
        return Verdict("ask", inquiry=inquiry) if inquiry else Verdict("run")

    def allowed(
        self, tool: ToolDefinition, arguments: dict[str, Any], place: Place, inquiry: Inquiry, scope: Scope
    ) -> None:
        """Remember how far a person's yes to `inquiry` reaches."""
        if scope in inquiry.offers and scope not in ("once", "deny"):
            self._remember.allowed(tool, arguments, place, scope)

    def admit(self, tool: ToolDefinition) -> float:
        """Count a run. Return 0, or in how many seconds the next may be: then this one may not."""
        return self._buckets.take(tool.name, self.limits)

    def runs(self, tool: ToolDefinition, place: Place, *, by_itself: bool) -> None:
        """The tool runs there now: what it brings counts from here on, whatever comes of it."""
        classes = self._classes(tool, self._rules())
        taint = Taint(classes.private, classes.untrusted)
        self._taints.add(place.conversation, taint, group="" if place.lasting else place.unknown)
        if by_itself or self._is_new(tool, place.site, self._rules()):
            self._remember.pinned(tool)

    def renamed(self, before: str, after: str) -> None:
        """A new chat got its address, it seems."""
        self._taints.rename(before, after)
        self._chats.rename(before, after)

    def named(self, before: str) -> None:
        """It has it for good: what it met is no longer an unknown chat's."""
        self._taints.name(before)

    def unnamed(self, before: str, after: str) -> None:
        """It was another chat's address: what was allowed before it does not hold there."""
        self._chats.rename(after, before)

    def left(self, before: str, after: str) -> None:
        """Another chat may be the same one: what was met counts in both, what was allowed does not."""
        self._taints.rename(before, after)

    def vouch(self, server: str) -> bool:
        """The person vouches for the server as it is now; False if nothing is known of it.

        Raises WrongUse or OSError.
        """
        mark = self.servers.mark_of(server)
        if mark:
            self.servers.keep(server)
            self.store.vouch(server, mark)
        return bool(mark)

    def vouched(self, server: str, rules: Rules) -> bool:
        """The person vouched for the server as it is now."""
        mark, known = self.servers.mark_of(server), rules.servers.get(server)
        return bool(mark) and known is not None and known.vouched == mark

    @property
    def word(self) -> str:
        """The word that the person chose, by which they know overlay's own questions; "" for none."""
        return self._rules().word

    @property
    def limits(self) -> Limits:
        """How many calls may run: those of this run, else those of the person's file."""
        return self.config.limits or self._rules().limits

    def _rules(self) -> Rules:
        """What stands in the file, for what goes on while it is broken."""
        try:
            return self.store.rules()
        except WrongUse:
            return Rules()

    def _nothing_is_allowed(self, fault: WrongUse) -> Verdict:
        """It can be mended and the call pressed again, unless nobody is there to do so."""
        why = f"Nothing is allowed now: {fault.format_message()}"
        return Verdict("wait", why) if self.config.attended else Verdict("deny", why, absent=True)

    def _denied(self, name: str, rules: Rules) -> str | None:
        denials = [*self.config.deny.items(), *rules.deny.items()]
        return next((reason for pattern, reason in denials if fnmatchcase(name, pattern)), None)

    def _auto(self, name: str, site: str, rules: Rules) -> tuple[float | None, str]:
        """After how many seconds a tool is set to run by itself on that site; None if it is not, and why."""
        meant = [(holds, delay) for holds, _, delay in self._patterns(name, site, rules)]
        delay = next((delay for holds, delay in meant if holds), None)
        return delay, f"it is set to do so, but not on {site}" if meant else ""

    def _patterns(self, name: str, site: str, rules: Rules) -> list[tuple[bool, str, float]]:
        """What lets the tool run by itself: whether that holds on this site, the pattern, and the delay."""
        config = self.config
        here = self.home is None or site in self.home
        given = [(here, pattern, config.delay) for pattern in config.auto_execute]
        for rule in rules.auto:
            delay = config.delay if rule.delay is None else rule.delay
            given += [(holds_on(rule.site, site), pattern, delay) for pattern in rule.tools]
        return [each for each in given if fnmatchcase(name, each[1])]

    def _is_new(self, tool: ToolDefinition, site: str, rules: Rules) -> bool:
        """A server's tool that only a pattern names, and that has not run yet: the server may have added it
        since the pattern was written.
        """
        if tool.server is None or tool.name in rules.pins:
            return False
        fitting = [pattern for holds, pattern, _ in self._patterns(tool.name, site, rules) if holds]
        return bool(fitting) and tool.name not in fitting

    def classes(self, tool: ToolDefinition) -> Classes:
        """Return what the tool may do, as things stand now."""
        return self._classes(tool, self._rules())

    def _classes(self, tool: ToolDefinition, rules: Rules) -> Classes:
        return classes_of(tool, rules.classes, trusted=self._vouched(tool, rules))

    def _vouched(self, tool: ToolDefinition, rules: Rules) -> bool:
        """Its author's word counts: it is no server's, or the person vouched for the server as it is now."""
        if tool.server is None:
            return True
        if not self.vouched(tool.server, rules):
            return False
        self.servers.keep(tool.server)
        return True

    def _case(self, tool: ToolDefinition, arguments: dict[str, Any], place: Place, rules: Rules) -> Case:
        vouched = self._vouched(tool, rules)
        entries = [*rules.allow, *self._chats.of(place.conversation)]
        stands = standing(entries, tool, arguments, place, self.servers.mark_of(tool.server))
        pinned = rules.pins.get(tool.name, tool.fingerprint)
        before = stands.definition or (pinned if pinned != tool.fingerprint else "")
        server = rules.servers.get(tool.server or "")
        return Case(
            tool=tool,
            place=place,
            classes=classes_of(tool, rules.classes, trusted=vouched),
            taint=self._taints.of(*place.met_in),
            standing=stands,
            vouched=vouched,
            before="" if stands.holds else before,
            server_before=stands.server or (server.vouched if server and not vouched else ""),
        )
