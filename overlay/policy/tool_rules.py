"""Which tools run automatically, or never: the run's settings and the user's rules by tool and site."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase

from overlay.common.language import Phrase, mark
from overlay.policy.config import PolicyConfig
from overlay.policy.origins import holds_on
from overlay.policy.policy_schema import PolicyRules
from overlay.tools.definition import ToolDefinition


class ToolRules:
    """Applies the settings of one run together with the user's `rules`.

    `auto_run_origins` are the sites (origins) on which `config.auto_execute` applies; None for all.
    """

    def __init__(self, config: PolicyConfig) -> None:
        self._config = config
        self.auto_run_origins: Collection[str] | None = None

    def refusal(self, name: str, rules: PolicyRules) -> str | None:
        """Return why the tool never runs; None if it may run."""
        return _reason_in((self._config.deny, rules.deny), name)

    def delay(self, name: str, site: str, rules: PolicyRules) -> tuple[float | None, str]:
        """Return the seconds after which the tool runs automatically on the site; None and the reason if it
        does not.
        """
        if (reason := _reason_in((rules.ask,), name)) is not None:
            return None, reason
        patterns = self._patterns(name, site, rules)
        for holds, _, delay in patterns:
            if holds:
                return delay, ""
        return None, Phrase(mark("it is set to do so, but not on {}"), site) if patterns else ""

    def is_new(self, tool: ToolDefinition, site: str, rules: PolicyRules) -> bool:
        """Return whether this is a server's tool that only a wildcard pattern allows and that never ran.

        The server may have added it after the user wrote the pattern.
        """
        if tool.server is None or tool.name in rules.pins:
            return False
        fitting = [pattern for holds, pattern, _ in self._patterns(tool.name, site, rules) if holds]
        return bool(fitting) and tool.name not in fitting

    def _patterns(self, name: str, site: str, rules: PolicyRules) -> list[tuple[bool, str, float]]:
        """Return the settings that let the tool run automatically: whether each applies on this site, its
        pattern and its delay.
        """
        config = self._config
        here = self.auto_run_origins is None or site in self.auto_run_origins
        patterns = [(here, pattern, config.delay) for pattern in config.auto_execute]
        for rule in rules.auto:
            delay = config.delay if rule.delay is None else rule.delay
            patterns += [(holds_on(rule.site, site), pattern, delay) for pattern in rule.tools]
        return [each for each in patterns if fnmatchcase(name, each[1])]


def _reason_in(tables: Iterable[Mapping[str, str]], name: str) -> str | None:
    """Return the reason of the first pattern that fits the tool's name; None if none does."""
    for table in tables:
        for pattern, reason in table.items():
            if fnmatchcase(name, pattern):
                return reason
    return None
