"""The user's rules in a recording: only those for its tools, and without other sites or arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from overlay.common.errors import UsageError
from overlay.policy import Policy
from overlay.policy.origins import EVERYWHERE, holds_on
from overlay.policy.policy_schema import Auto, Grant, PolicyRules, TrustedServer
from overlay.tools.definition import ToolDefinition

Said = TypeVar("Said")
SAME, OTHER = "0" * 64, "f" * 64
"""In place of a fingerprint: that of the recorded tool or server, or another one."""
ELSEWHERE = "https://elsewhere.invalid"
"""In place of each site that is not the recorded one."""
RECORDED = "those of the recorded runs"
"""In place of the hash of a permission's arguments."""


def rules_now(policy: Policy) -> PolicyRules:
    """Return the user's rules as they are now; none if their file is broken."""
    try:
        return policy.store.rules().model_copy(deep=True)
    except UsageError:
        return PolicyRules()


def user_rules(rules: PolicyRules, policy: Policy, tools: Iterable[ToolDefinition], site: str) -> PolicyRules:
    """Return the part of `rules` that says how calls of `tools` are treated on `site`, an origin.

    It holds on the address of any replay, for tools with any fingerprint.
    """
    known = {tool.name: tool for tool in tools}
    servers = {tool.server for tool in known.values() if tool.server is not None}
    trusted = {
        name: TrustedServer(vouched=SAME if policy.is_trusted(name, rules) else OTHER)
        for name in servers & rules.servers.keys()
    }
    limits = rules.limits.model_copy(update={"tools": _fitting(rules.limits.tools, known)})
    return PolicyRules(
        auto=[
            Auto(
                site=_site(rule.site, site),
                tools=list(_fitting(dict.fromkeys(rule.tools), known)),
                delay=rule.delay,
            )
            for rule in rules.auto
        ],
        deny=_fitting(rules.deny, known),
        ask=_fitting(rules.ask, known),
        allow=[*_grants(rules, policy, known, site), *_commands(rules, known, site)],
        classes=_fitting(rules.classes, known),
        servers=trusted,
        limits=limits,
        pins={
            name: _mark(pinned, known[name].fingerprint)
            for name, pinned in rules.pins.items()
            if name in known
        },
    )


def _grants(
    rules: PolicyRules, policy: Policy, known: Mapping[str, ToolDefinition], site: str
) -> Iterable[Grant]:
    for entry in rules.allow:
        tool = known.get(entry.tool)
        if tool:
            server = policy.servers.fingerprint_of(tool.server)
            yield Grant(
                tool=entry.tool,
                site=_site(entry.site, site),
                definition=_mark(entry.definition, tool.fingerprint),
                server=_mark(entry.server, server) if tool.server else "",
                arguments=entry.arguments and RECORDED,
            )


def _commands(rules: PolicyRules, known: Mapping[str, ToolDefinition], site: str) -> Iterable[Grant]:
    """Yield a permission for the recorded runs of each tool to which a rule for commands may apply."""
    if any(holds_on(rule.site, site) for rule in rules.commands):
        for tool in known.values():
            if tool.commands is not None:
                yield Grant(tool=tool.name, site=EVERYWHERE, definition=SAME, arguments=RECORDED)


def _fitting(table: Mapping[str, Said], known: Mapping[str, object]) -> dict[str, Said]:
    return {
        pattern: said for pattern, said in table.items() if any(fnmatchcase(name, pattern) for name in known)
    }


def _site(written: str, site: str) -> str:
    return EVERYWHERE if holds_on(written, site) else ELSEWHERE


def _mark(written: str, now: str) -> str:
    return SAME if written == now else OTHER


def anonymous_rules(rules: dict[str, Any], masked: Callable[[str], str]) -> dict[str, Any]:
    """Return recorded rules with the user's reasons replaced by filler."""
    tables = {table: rules[table] for table in ("deny", "ask") if table in rules}
    return rules | {
        table: {pattern: masked(reason) for pattern, reason in said.items()} for table, said in tables.items()
    }
