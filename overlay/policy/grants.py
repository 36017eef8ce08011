"""Records of approvals and runs: permissions and tool definitions."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from overlay.common.errors import UsageError
from overlay.policy import definition_pins
from overlay.policy.commands.rules import PlainCommand, rule_for
from overlay.policy.model import CallOrigin, Scope
from overlay.policy.permissions import ChatGrant, ChatGrants, arguments_mark, arguments_shown
from overlay.policy.policy_schema import Grant
from overlay.policy.store import PolicyStore
from overlay.policy.trusted_servers import TrustedServers
from overlay.tools.definition import ToolDefinition

log = logging.getLogger(__name__)


class GrantRecorder:
    """Stores permissions and definitions. A write error is logged; the permission then holds for this call
    only.
    """

    def __init__(
        self, store: PolicyStore, servers: TrustedServers, chats: ChatGrants, today: Callable[[], date]
    ) -> None:
        self._store = store
        self._servers = servers
        self._chats = chats
        self._today = today

    def record_grant(
        self, tool: ToolDefinition, arguments: dict[str, Any], origin: CallOrigin, scope: Scope
    ) -> None:
        """Record that the user allowed the tool as far as `scope` says."""
        definition_pins.keep(self._store.fingerprints, tool)
        self._servers.keep(tool.server)
        mark = self._servers.fingerprint_of(tool.server)
        if scope == "chat":
            grant = ChatGrant(tool.name, origin.site, tool.fingerprint, mark)
            self._chats.add(origin.conversation, grant)
            return
        narrow = scope == "arguments"
        entry = Grant(
            tool=tool.name,
            site=origin.site,
            definition=tool.fingerprint,
            server=mark,
            arguments=arguments_mark(arguments) if narrow else "",
            shown=arguments_shown(arguments, tool.parameters) if narrow else "",
            since=self._today(),
        )
        self._try(f"{tool.name} is allowed this once only", lambda: self._store.allow(entry))
        if not narrow:
            self.record_pin(tool, replace=True)

    def record_command(self, command: PlainCommand, site: str, now: datetime, scope: Scope) -> None:
        """Record that the user allowed the command on the site, until midnight or permanently."""
        midnight = datetime.combine(now.date() + timedelta(days=1), time.min, now.tzinfo)
        rule = rule_for(command, site, now, midnight if scope == "command_today" else None)
        self._try(f"{command.text} is allowed this once only", lambda: self._store.allow_command(rule))

    def record_pin(self, tool: ToolDefinition, *, replace: bool = False) -> None:
        """Store the definition with which a tool runs automatically.

        `replace`: store it only if one was stored before; otherwise only if none was.
        """

        def pin() -> None:
            if (tool.name in self._store.rules().pins) == replace:
                definition_pins.keep(self._store.fingerprints, tool)
                self._store.pin(tool.name, tool.fingerprint)

        self._try(f"the definition of {tool.name} is not stored", pin)

    def _try(self, otherwise: str, write: Callable[[], None]) -> None:
        try:
            write()
        except (OSError, UsageError) as error:
            log.warning("%s: %s", otherwise, error)
