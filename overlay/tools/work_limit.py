"""A bound on the work that one check of arguments may cause, counted in steps and not in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

STEPS = 20_000
"""For tools of servers: about four hundred objects of ten properties. A step takes 10 to 40 microseconds, and
the event loop waits for it.
"""
OWN_STEPS = 5_000_000
"""For tools of this machine: their author's schema is trusted, the arguments are not."""
TEXT_A_STEP = 1000
"""Characters of text that may be repeated in an error message for one step."""


class TooMuchWork(Exception):
    """The steps are used up."""


@dataclass(slots=True)
class Work:
    """Steps that are left. `sizes` and `fixed` are the characters of containers, by `id`: see `sizes_of`."""

    left: int
    sizes: dict[int, int] = field(default_factory=dict[int, int])
    fixed: dict[int, int] = field(default_factory=dict[int, int])

    def spend(self, steps: int = 1) -> None:
        """Take steps away. Raises TooMuchWork if there are too few."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork

    def size(self, value: Any) -> int:
        """Return about how many characters `value` has when it is written out."""
        if isinstance(value, str):
            return len(value)
        mark = id(value)
        return self.sizes.get(mark) or self.fixed.get(mark, 10)


def sizes_of(value: Any) -> dict[int, int]:
    """Return about how many characters each container in `value` has when it is written out, by its `id`."""
    order: list[Any] = [value]
    for item in order:
        order.extend(_inside(item))
    sizes: dict[int, int] = {}
    for item in reversed(order):
        if isinstance(item, str):
            sizes[id(item)] = len(item)
        elif isinstance(item, dict | list):
            keys = sum(map(len, cast("dict[str, Any]", item))) if isinstance(item, dict) else 0
            inner = sum(sizes.get(id(each), 10) for each in _inside(item))
            sizes[id(cast("object", item))] = 2 + keys + inner
    return sizes


def length(value: Any) -> int:
    """Return the number of entries of a container, 0 for anything else."""
    return len(cast("Any", value)) if isinstance(value, Mapping | list) else 0


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(cast("dict[str, Any]", value).values())
    return cast("list[Any]", value) if isinstance(value, list) else []
