"""A measured figure as a line of a table."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A measured figure (median and range) and its target."""

    name: str
    unit: str
    median: float
    least: float
    most: float
    aim: float | None = None
    more_is_better: bool = True

    @property
    def short(self) -> bool:
        """Whether the median misses the target."""
        if self.aim is None:
            return False
        return self.median < self.aim if self.more_is_better else self.median > self.aim

    def line(self) -> str:
        """Return the row as a line of a table."""
        sign = "≥" if self.more_is_better else "≤"
        aim = "" if self.aim is None else f"{sign} {self.aim:g}{'   MISSED' if self.short else ''}"
        spread = f"{self.least:.3g} to {self.most:.3g}"
        return f"{self.name:32} {self.median:10.3g} {self.unit:5} ({spread:18}) {aim}".rstrip()
