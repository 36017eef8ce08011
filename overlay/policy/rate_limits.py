"""Rate limits for calls: a number per minute (token buckets) and a number at the same time."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

_NOTHING = 1e-9
"""Tolerance in seconds for rounding, so that a caller that waited the given time is not refused again."""


class Limits(BaseModel):
    """How many calls may run."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    per_minute: PositiveInt = 60
    """Calls of all tools together in a minute."""
    per_tool: PositiveInt = 30
    """Calls of one tool in a minute."""
    at_once: PositiveInt = 4
    """Calls that run at the same time; the others wait."""
    tools: dict[str, PositiveInt] = Field(default_factory=dict[str, PositiveInt])
    """Name of a tool, or pattern -> another number for `per_tool`. The lowest that matches is used."""

    def of(self, tool: str) -> int:
        """Return the calls a minute for that tool: the lowest number that matches its name."""
        limits = [limit for pattern, limit in self.tools.items() if fnmatchcase(tool, pattern)]
        return min(limits, default=self.per_tool)


class Buckets:
    """A token bucket for each tool and one for all tools. `clock` returns monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, tool: str, limits: Limits) -> float:
        """Take one token from both buckets and return 0; or take none and return the seconds until one is
        free.
        """
        now = self._clock()
        rates = {"": limits.per_minute, tool: limits.of(tool)}
        levels = {key: self._level(key, rate, now) for key, rate in rates.items()}
        wait = max((1 - levels[key]) * 60 / rate for key, rate in rates.items())
        if wait > _NOTHING:
            return wait
        for key, level in levels.items():
            self._levels[key] = (level - 1, now)
        return 0.0

    def _level(self, key: str, rate: int, now: float) -> float:
        level, at = self._levels.get(key, (float(rate), now))
        return min(float(rate), level + (now - at) * rate / 60)
