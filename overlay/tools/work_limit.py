"""A limit on the work of one check of arguments, counted in steps, not in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from overlay.common.json_types import JsonValue, list_in

STEPS = 20_000
"""For servers' tools: enough for about 400 objects with ten properties. A step takes 10 to 40 microseconds
and blocks the event loop.
"""
OWN_STEPS = 5_000_000
"""For tools of this machine: the author's schema is trusted, the arguments are not."""
TEXT_A_STEP = 1000
"""Characters of text that an error message may repeat per step."""


class TooMuchWork(Exception):
    """The steps are used up."""


@dataclass(slots=True)
class Work:
    """Remaining steps. `sizes` and `fixed` are the characters of containers, by `id`: see `sizes_of`."""

    left: int
    sizes: dict[int, int] = field(default_factory=dict[int, int])
    fixed: dict[int, int] = field(default_factory=dict[int, int])

    def spend(self, steps: int = 1) -> None:
        """Use up steps. Raises TooMuchWork if too few are left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork

    def size(self, value: JsonValue) -> int:
        """Return about how many characters `value` takes as text."""
        if isinstance(value, str):
            return len(value)
        mark = id(value)
        return self.sizes.get(mark) or self.fixed.get(mark, 10)


def sizes_of(value: Any) -> dict[int, int]:
    """Return about how many characters each container in `value` takes as text, by its `id`."""
    order: list[JsonValue] = [value]
    for item in order:
        order.extend(_inside(item))
    sizes: dict[int, int] = {}
    for item in reversed(order):
        if isinstance(item, str):
            sizes[id(item)] = len(item)
        elif isinstance(item, dict | list):
            keys = sum(map(len, item)) if isinstance(item, dict) else 0
            inner = sum(sizes.get(id(each), 10) for each in _inside(item))
            sizes[id(item)] = 2 + keys + inner
    return sizes


def length(value: Any) -> int:
    """Return the number of entries of a container, 0 for anything else."""
    return len(cast("Any", value)) if isinstance(value, Mapping | list) else 0


def _inside(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return list(value.values())
    return list_in(value)
