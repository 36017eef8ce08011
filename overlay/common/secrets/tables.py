"""Secrets in tables: columns of CSV or Markdown tables whose header is a secret's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from overlay.common.secrets.names import fits, is_no_value, tier_of

Span = tuple[int, int]
_LINE = re.compile(r"[^\r\n]+")
_CELL = re.compile(r"[^\W\d][\w ./-]{0,40}")
_HEAD_LINE = 1000
_FEWEST = 2


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the cells."""
    if "\n" not in text:
        return
    columns: list[tuple[int, str]] = []
    sign, count = "", 0
    for line in _LINE.finditer(text):
        if columns and line[0].count(sign) >= count:
            yield from _cells(line, sign, columns)
            continue
        columns = []
        if len(line[0]) <= _HEAD_LINE:
            sign, count, columns = _head(line[0])


def _head(line: str) -> tuple[str, int, list[tuple[int, str]]]:
    """If the line is a header, return the separator, its count, and the secret columns as (index, name)."""
    for sign in (",", ";", "\t", "|"):
        if sign not in line:
            continue
        cells = [cell.strip().strip("\"'") for cell in line.split(sign)]
        if len(cells) < _FEWEST or not all(
            _CELL.fullmatch(cell) or (sign == "|" and not cell) for cell in cells
        ):
            continue
        columns = [(at, cell) for at, cell in enumerate(cells) if tier_of(cell)]
        if columns:
            return sign, len(cells) - 1, columns
    return "", 0, []


def _cells(line: re.Match[str], sign: str, columns: list[tuple[int, str]]) -> Iterator[Span]:
    cells = line[0].split(sign)
    for at, name in columns:
        if at >= len(cells):
            continue
        value = cells[at].strip().strip("\"'")
        if len(value) < 3 or is_no_value(value) or not re.search(r"[^\s:|-]", value):
            continue
        if fits(tier_of(name), name, value) and not tier_of(value) and " " not in value:
            start = line.start() + sum(len(cell) + 1 for cell in cells[:at]) + cells[at].index(value)
            yield start, start + len(value)
