"""Rows as lines that fit the terminal: columns where there is room, else the rest below the first cells."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from textwrap import TextWrapper, wrap

from rich.cells import cell_len, set_cell_size

GAP = "  "
INDENT = "    "
ROOM = 24
"""The fewest columns that are left for the last cell; with fewer, the cell gets lines of its own."""
UNLIMITED = 100_000
"""The width of an output that does not go to a terminal."""


def terminal_width() -> int:
    """Return the columns of the terminal, or of `COLUMNS`."""
    return shutil.get_terminal_size((UNLIMITED, 24)).columns


def table(rows: Iterable[Sequence[str]], width: int, *, head: int = 1) -> list[str]:
    """Return the rows as lines of at most `width` columns; only a longer word is longer.

    Without room for columns, the first `head` cells of a row are one line, and the others follow below it.
    """
    listed = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(*listed, strict=True)]
    left = width - sum(widths[:-1]) - len(GAP) * (len(widths) - 1)
    if left >= widths[-1] if widths else True:
        return [_columns(row, widths) for row in listed]
    if len(widths) == head + 1 and left >= ROOM:
        return [line for row in listed for line in _with_wrapped_end(row, widths, left)]
    return [line for row in listed for line in _stacked(row, head, width)]


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True))
    return GAP.join(cells).rstrip()


def _with_wrapped_end(row: Sequence[str], widths: Sequence[int], left: int) -> list[str]:
    texts = wrap(row[-1], left, break_long_words=False, break_on_hyphens=False) or [""]
    starts = [row[:-1], *([""] * (len(row) - 1) for _ in texts[1:])]
    return [
        _columns([*start, text], [*widths[:-1], cell_len(text)])
        for start, text in zip(starts, texts, strict=True)
    ]


def _stacked(row: Sequence[str], head: int, width: int) -> list[str]:
    first = GAP.join(row[:head])
    rest = " · ".join(cell for cell in row[head:] if cell)
    lines = TextWrapper(width, INDENT, INDENT, break_long_words=False, break_on_hyphens=False)
    return [*wrap(first, width, subsequent_indent=INDENT, break_long_words=False), *lines.wrap(rest)]
