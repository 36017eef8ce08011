"""Calls as lines that fit the terminal: one line a call where there is room, else two short ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.cells import cell_len, set_cell_size

from overlay.calls.ledger import RedactedRow
from overlay.common.terminal_text import inline, json_text, name, one_line

WIDE = 150
"""The fewest columns with which a call has one line."""
HEAD = ("id", "when", "tool", "status", "allowed by", "site", "arguments")
SITE = 36
WIDTHS = (8, 16, 24, 18, 12, SITE)
"""Columns of all but the last one, which gets the rest."""
GAP = "  "
LONGEST = 400


def call_lines(rows: Sequence[RedactedRow], width: int) -> list[str]:
    """Return the calls as lines of at most `width` columns, counting a wide character as two."""
    return _wide(rows, width) if width >= WIDE else _narrow(rows, width)


def _wide(rows: Sequence[RedactedRow], width: int) -> list[str]:
    widths = (*WIDTHS, width - sum(WIDTHS) - len(GAP) * len(WIDTHS))
    table = [HEAD, *((*_first(row), *_second(row)) for row in rows)]
    return [_line(cells, widths) for cells in table]


def _narrow(rows: Sequence[RedactedRow], width: int) -> list[str]:
    # The status has a fixed width, the tool's name gets the remaining space.
    sizes = (8, 16, max(10, width - 8 - 16 - 18 - 3 * len(GAP)), 18)
    lines: list[str] = []
    for row in rows:
        lines.append(_fit(_line(_first(row), sizes), width))
        indent = " " * (8 + len(GAP))
        allowed, site, arguments = _second(row)
        line = " · ".join(filter(None, [site, _fit(allowed, 20), arguments]))
        lines.append(indent + _fit(line, width - len(indent)))
    return lines


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    sized = (set_cell_size(_fit(cell, width), width) for cell, width in zip(cells, widths, strict=True))
    return GAP.join(sized).rstrip()


def _first(row: RedactedRow) -> tuple[str, str, str, str]:
    state = f"{row.status}, inserted" if row.inserted else row.status
    return row.id[:8], when(row.started or row.decided or row.detected)[:16], name(row.tool), state


def _second(row: RedactedRow) -> tuple[str, str, str]:
    return inline(row.decided_by), _end(inline(row.site), SITE), one_line(json_text(row.arguments), LONGEST)


def _fit(text: str, size: int) -> str:
    """Return the text, cut with `…` if it has more than `size` columns."""
    if cell_len(text) <= size:
        return text
    return f"{set_cell_size(text, max(0, size - 1)).rstrip()}…"


def _end(text: str, size: int) -> str:
    """Return the end of an address that is too long: its beginning could be that of another site."""
    if cell_len(text) <= size:
        return text
    return f"…{set_cell_size(text[::-1], size - 1)[::-1].lstrip()}"


def when(seconds: float | None) -> str:
    """Return a time of the system's clock as local date and time; "" for None."""
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S")
