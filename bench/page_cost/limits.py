"""The limit of a figure, relative to the bare page or by itself."""

from __future__ import annotations

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """The limit of a figure: `ratio` times the bare page's figure, `more` than it, or a value (`at_most`)."""

    figure: str
    label: str
    unit: str
    ratio: float | None = None
    at_most: float | None = None
    more: float | None = None

    def met(self, ours: list[float], bare: list[float]) -> bool:
        """Return whether the medians are within the limit; False without measured figures."""
        if not ours:
            return False
        value = statistics.median(ours)
        if self.ratio is not None:
            return bool(bare) and value <= self.ratio * statistics.median(bare)
        if self.more is not None:
            return bool(bare) and value <= self.more + statistics.median(bare)
        return self.at_most is None or value <= self.at_most

    def wanted(self) -> str:
        """Return the limit as text."""
        if self.more is not None:
            return f"bare + {self.more:g} {self.unit}".strip()
        return f"{self.ratio:g} x bare" if self.ratio is not None else f"{self.at_most:g} {self.unit}"
