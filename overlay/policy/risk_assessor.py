"""Assesses the risk of one call by what the user has allowed, trusted and seen in the conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from overlay.policy.assessment import RiskAssessment
from overlay.policy.commands.rules import NO_MATCH, match_command
from overlay.policy.model import CallOrigin
from overlay.policy.permissions import NO_GRANT, ChatGrants, GrantMatch, match_grants
from overlay.policy.policy_schema import PolicyRules
from overlay.policy.taint import Taints
from overlay.policy.tool_effects import ToolEffects, effects_of
from overlay.policy.trusted_servers import TrustedServers
from overlay.tools.definition import ToolDefinition


class RiskAssessor:
    """Assesses calls by the servers, taints and permissions of one run. `now` returns the local time."""

    def __init__(
        self,
        servers: TrustedServers,
        taints: Taints,
        chats: ChatGrants,
        now: Callable[[], datetime],
    ) -> None:
        self._servers = servers
        self._taints = taints
        self._chats = chats
        self._now = now

    def assess(
        self, tool: ToolDefinition, arguments: dict[str, Any], origin: CallOrigin, rules: PolicyRules
    ) -> RiskAssessment:
        """Return the risk of a call of the tool with these arguments."""
        trusted = self._trusts_hints(tool, rules)
        match = self._granted(tool, arguments, origin, rules)
        effects = effects_of(tool, rules.classes, trusted=trusted)
        command = NO_MATCH
        if tool.commands is not None:
            command = match_command(rules.commands, tool, arguments, origin.site, self._now())
        if command.rule is not None:
            match = GrantMatch(holds=True)
            effects = replace(effects, sends_out=effects.sends_out and command.rule.sends_out)
        pinned = rules.pins.get(tool.name, tool.fingerprint)
        before = match.definition or (pinned if pinned != tool.fingerprint else "")
        server = rules.servers.get(tool.server or "")
        return RiskAssessment(
            tool=tool,
            origin=origin,
            effects=effects,
            taint=self._taints.of(*origin.taint_names),
            grant=match,
            server_trusted=trusted,
            previous_definition="" if match.holds else before,
            previous_server=match.server or (server.vouched if server and not trusted else ""),
            command=command,
        )

    def effects_of(self, tool: ToolDefinition, rules: PolicyRules) -> ToolEffects:
        """Return the tool's effects under `rules`."""
        return effects_of(tool, rules.classes, trusted=self._trusts_hints(tool, rules))

    def is_trusted(self, server: str, rules: PolicyRules) -> bool:
        """Return whether the user trusts the server's current configuration."""
        mark, known = self._servers.fingerprint_of(server), rules.servers.get(server)
        return bool(mark) and known is not None and known.vouched == mark

    def _trusts_hints(self, tool: ToolDefinition, rules: PolicyRules) -> bool:
        """Return whether the hints of the tool's authors count, as those of a trusted server's tool do."""
        if tool.server is None:
            return True
        if not self.is_trusted(tool.server, rules):
            return False
        self._servers.keep(tool.server)
        return True

    def _granted(
        self, tool: ToolDefinition, arguments: dict[str, Any], origin: CallOrigin, rules: PolicyRules
    ) -> GrantMatch:
        """Return whether a permission for the tool, stored or for this chat, allows the call."""
        grants = (*rules.allow, *self._chats.given.get(origin.conversation, ()))
        entries = [entry for entry in grants if entry.tool == tool.name]
        if not entries:
            return NO_GRANT
        return match_grants(entries, tool, arguments, origin, self._servers.fingerprint_of(tool.server))
