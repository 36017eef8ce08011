"""How many cases a test tries: a few in the default run, all of them in the thorough one.
The default run has the cells of a matrix that differ most; the other cells are marked `thorough`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

THOROUGH = "OVERLAY_TESTS_THOROUGH"
"""Name of the environment variable that is set in a thorough run and in its worker processes."""


def some(full: int, few: int) -> int:
    """Return how many cases to try: `full` in a thorough run, `few` in any other."""
    return full if THOROUGH in os.environ else few


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
