"""How many cases a test tries: all of them in CI (`CI` is set), a part of them elsewhere.
Each run has the cells of a matrix that differ most; the other cells are marked `thorough`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

FULL = bool(os.environ.get("CI"))


def some(full: int, few: int) -> int:
    """Return how many cases to try: `full` in CI, `few` elsewhere."""
    return full if FULL else few


def corners(cells: Iterable[Any], *kept: Any) -> list[Any]:
    """Return `cells` as values for `parametrize`: those in `kept` as they are, the others marked `thorough`.

    A cell of several parameters is a tuple. Raises ValueError for a kept cell that is not among the cells.
    """
    given = list(cells)
    if missing := [cell for cell in kept if cell not in given]:
        raise ValueError(f"not in the matrix: {missing}")
    marks = pytest.mark.thorough
    values: list[tuple[Any, ...]] = [cell if isinstance(cell, tuple) else (cell,) for cell in given]
    return [
        cell if cell in kept else pytest.param(*value, marks=marks)
        for cell, value in zip(given, values, strict=True)
    ]
