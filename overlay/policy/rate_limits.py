"""How many calls may run: a minute (token buckets), and at the same time."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

_NOTHING = 1e-9
"""Seconds that only rounding makes: who waited as long as told is not told to wait again."""


class Limits(BaseModel):
    """`per_minute` calls of all tools together, `per_tool` of any one (`tools`: pattern of names -> another
    number for those), `at_once` calls that run at the same time.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    per_minute: PositiveInt = 60
    per_tool: PositiveInt = 30
    at_once: PositiveInt = 4
    tools: dict[str, PositiveInt] = Field(default_factory=dict[str, PositiveInt])

    def of(self, tool: str) -> int:
        """Return how many calls a minute that tool may have; the lowest number that is meant for it."""
        meant = [most for pattern, most in self.tools.items() if fnmatchcase(tool, pattern)]
        return min(meant, default=self.per_tool)


class Buckets:
    """A bucket for each tool and one for all. `clock` gives seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, tool: str, limits: Limits) -> float:
        """Take one token of each and return 0; or none, and return the seconds until there is one."""
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
