"""Finds secrets whose value is not next to the name: in form parts, texts of several lines, WLAN codes."""

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


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the secrets."""
    for pattern in dict.fromkeys(pattern for pattern, sign in _SIGNS if sign in text):
        for found in pattern.finditer(text):
            tier = tier_of(found["name"])
            if tier and not is_no_value(found["value"]) and fits(tier, found["name"], found["value"]):
                yield found.span("value")
    if "WIFI:" in text:
        yield from (found.span("value") for found in _WLAN.finditer(text))
