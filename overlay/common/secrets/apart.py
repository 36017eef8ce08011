"""Finds secrets that are not next to their name: in form parts, texts of several lines, WLAN codes, tables."""

# ruff: noqa: E501 - a pattern reads best on one line

from __future__ import annotations

import re
from collections.abc import Iterator

from overlay.common.secrets.names import fits, is_no_value, tier_of

Span = tuple[int, int]
_NAME = r"(?P<name>[^\W\d][\w.$-]{0,79}+)"
_PART = re.compile(
    rf"\bform-data;[^\n]{{0,100}}?\bname=\"?{_NAME}\"?[^\n]{{0,200}}\n"
    r"(?:[A-Za-z-]{1,40}:[^\n]{0,200}\n){0,4}\r?\n(?P<value>[^\r\n]{1,2000})"
)
"""RFC 7578: a part of a form, with its value after an empty line."""
_LONG_TEXT = re.compile(
    rf"(?<![\w.$-]){_NAME}[ \t]{{0,8}}[:=][ \t]{{0,8}}(?P<quote>\"\"\"|''')\s{{0,8}}(?P<value>(?!\s)(?:(?!\"\"\"|''').){{1,2000}})",
    re.DOTALL,
)
"""TOML, Python."""
_HEREDOC = re.compile(
    rf"(?<![\w.$-]){_NAME}[ \t]{{0,8}}=?[ \t]{{0,8}}<<[-~]?[ \t]?[\"']?(?P<end>\w{{1,40}})[\"']?[ \t]*+\r?\n[ \t]*+(?P<value>[^\r\n]{{1,2000}})"
)
"""HCL, Ruby, shells."""
_WLAN = re.compile(r"\bWIFI:(?:[A-OQ-Z]:[^;\n]{0,100};){0,5}P:(?P<value>(?:\\.|[^;\\\n]){4,126});")
"""The text of a WLAN's QR code, as QR code readers parse it."""
_SIGNS = ((_PART, "form-data;"), (_LONG_TEXT, '"""'), (_LONG_TEXT, "'''"), (_HEREDOC, "<<"))
_LINE = re.compile(r"[^\r\n]+")
_CELL = re.compile(r"[^\W\d][\w ./-]{0,40}")
_HEAD_LINE = 1000
_FEWEST = 2


def find_apart(text: str) -> Iterator[Span]:
    """Yield the spans of the secrets in form parts, texts of several lines and WLAN codes."""
    for pattern in dict.fromkeys(pattern for pattern, sign in _SIGNS if sign in text):
        for found in pattern.finditer(text):
            tier = tier_of(found["name"])
            if tier and not is_no_value(found["value"]) and fits(tier, found["name"], found["value"]):
                yield found.span("value")
    if "WIFI:" in text:
        yield from (found.span("value") for found in _WLAN.finditer(text))


def find_in_tables(text: str) -> Iterator[Span]:
    """Yield the spans of the cells of CSV and Markdown tables whose column has a secret's name."""
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
