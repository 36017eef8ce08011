r"""Makes text from outside safe to show: characters that act, hide or mislead become `\uXXXX`.

Every text from a page, model, tool, server or file goes through here before it reaches a terminal, a log, a
title or a file name. This module prints nothing: `overlay.ui.terminal.output` does.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

UNSEEN: tuple[tuple[int, int], ...] = (
    (0x0000, 0x001F), (0x007F, 0x009F),  # controls
    (0x00A0, 0x00A0), (0x1680, 0x1680), (0x2000, 0x200A), (0x202F, 0x202F), (0x205F, 0x205F),
    (0x3000, 0x3000),  # all spaces except U+0020
    (0x2028, 0x2029),  # line and paragraph separators
    # Default_Ignorable_Code_Point of Unicode 16.0 (DerivedCoreProperties.txt): bidi controls, zero-width
    # characters, fillers, variation selectors, tags.
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    # Other format characters (general category Cf).
    (0x0600, 0x0605), (0x06DD, 0x06DD), (0x070F, 0x070F), (0x0890, 0x0891), (0x08E2, 0x08E2),
    (0xFFF9, 0xFFFB), (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1345F),
    # Glyphs that are blank: Braille blank, object replacement, Khitan filler, null notehead.
    (0x2800, 0x2800), (0xFFFC, 0xFFFC), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159),
    (0xD800, 0xDFFF),  # halves of surrogate pairs
    (0xE000, 0xF8FF), (0xF0000, 0xFFFFF), (0x100000, 0x10FFFF),  # private use: any glyph or none
)  # fmt: skip
"""Code points that are always escaped, as (first, last).

The page script has its own list (injected_js/face/visible_text.js).

A text or emoji presentation selector (U+FE0E, U+FE0F) may stay right after a symbol.
"""

PROSE = "\n\t\u00a0\u202f\u3000"
"""Characters that stay in text for reading: line ends, tabs, the spaces of French and Japanese."""
LINE = 300
"""Maximum characters of one value within a line."""
NAME = 120
"""Maximum characters of a name within a line."""
MARKS = 4
"""Combining marks that may follow one letter; more would draw over other lines."""
STRIKES = 1
"""The combining class of marks that are drawn through a letter and strike it out."""
FEW = 64
"""Up to this many characters, `str.replace` for each is faster than `str.translate` (slow for megabytes)."""
BORDER = "| "
Escape = Callable[[str], str]
_SELECTED = re.compile("(.?)([\ufe0e\ufe0f])", re.DOTALL)
_ALWAYS = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSEEN) + "]")
_WORD = re.compile(r"[^\s\"'`,;()]+")
_MARKS = ("Mn", "Me")
_RIGHT_TO_LEFT = {"R", "AL", "AN"}


def visible(text: str, *, keep: str = "\n") -> str:
    r"""Return `text` with `\uXXXX` for characters that move the cursor, change direction or are invisible.

    The characters in `keep` stay. Applying it again changes nothing.
    """
    return _visible(text, keep, _escape)


def prose(text: str) -> str:
    """Return `text` for reading only: like `visible`, but tabs and wide spaces stay."""
    return visible(text, keep=PROSE)


def counted(number: int, what: str) -> str:
    """Return a number with its word: `1 server`, `2 servers`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def inline(text: str, limit: int = LINE) -> str:
    r"""Return `text` for use within one line, cut to `limit` characters; a line end becomes `\n`."""
    return _ended(cut(text.strip(), limit))


def one_line(text: str, limit: int = LINE) -> str:
    """Return the first line of `text`, made visible, with `…` where something was left out."""
    return cut(_ended(cut(text.strip(), limit + 1).partition("\n")[0]), limit)


def name(text: str, limit: int = NAME) -> str:
    """Return a name (of a tool, server, file) for use within a line.

    Besides what `visible` escapes, it escapes everything except ASCII and Western European letters: letters
    of other scripts can look like Latin ones, and right-to-left letters would reorder the line. A name that
    could be read as words of the sentence gets quotes.
    """
    shown = "".join(sign if _is_plain(sign) else _escape(sign) for sign in inline(text, limit))
    return shown if _WORD.fullmatch(shown) else '"' + shown.replace('"', '\\"') + '"'


def quoted(text: str, *, width: int | None = None, limit: int | None = None) -> str:
    """Return `text` with a border before each line, so that text from outside can't look like overlay's own.

    `width` is the number of the terminal's columns: lines are wrapped here, since a line that the terminal
    wraps continues without a border. `limit` bounds the characters: the middle is replaced with a line
    without a border that gives the number of characters left out.
    """
    if limit is not None and len(text) > limit:
        tail = limit // 4
        left_out = f"({len(text) - limit:,} characters are left out here)"
        ends = quoted(text[: limit - tail], width=width), quoted(text[len(text) - tail :], width=width)
        return f"\n{left_out}\n".join(ends)
    shown = visible(text).split("\n")
    most = None if width is None else max(10, width - len(BORDER) - 1)
    pieces = shown if most is None else [piece for line in shown for piece in _wrapped(line, most)]
    return "\n".join(BORDER + piece for piece in pieces)


def in_order(text: str) -> str:
    """Return `text` made visible, with right-to-left letters escaped, so that it shows in its real order."""
    shown = visible(text)
    return "".join(_escape(sign) if is_right_to_left(sign) else sign for sign in shown)


def is_right_to_left(text: str) -> bool:
    """Return whether a terminal may show the characters of `text` in a different order."""
    return not text.isascii() and any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in set(text))


def json_text(
    value: Any, *, indent: int | None = None, default: Callable[[Any], Any] = str, plain: bool = False
) -> str:
    """Return `value` as JSON for a terminal, with invisible characters in JSON's own escapes.

    `plain` escapes everything except ASCII.
    """
    text = json.dumps(value, ensure_ascii=plain, indent=indent, default=default)
    return _visible(text, "\n", _json_escape)


def cut(text: str, limit: int) -> str:
    """Return at most `limit` characters of `text`; if some are left out, the last one is `…`."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _ended(text: str) -> str:
    return visible(text.replace("\n", "\\n").replace("\t", "\\t"), keep="")


def _visible(text: str, keep: str, escape: Escape) -> str:
    if text.isascii() and text.isprintable():
        return text
    signs = set(text)
    hidden = {sign for sign in signs if sign not in keep and not _is_seen(sign)}
    selectors = hidden & {"\ufe0e", "\ufe0f"}
    text = _replaced(text, hidden - selectors, escape)
    if selectors:
        text = _SELECTED.sub(lambda found: _after_symbol(found, escape), text)
    if marks := "".join(sign for sign in signs - hidden if unicodedata.category(sign) in _MARKS):
        runs = re.compile(f"(\\A|.)([{re.escape(marks)}]+)", re.DOTALL)
        text = runs.sub(lambda found: _after_letter(found, escape), text)
    return text


def _replaced(text: str, signs: Iterable[str], escape: Escape) -> str:
    shown = {ord(sign): escape(sign) for sign in signs}
    if len(shown) > FEW:
        return text.translate(shown)
    for sign, instead in shown.items():
        text = text.replace(chr(sign), instead)
    return text


def _is_seen(sign: str) -> bool:
    return sign.isprintable() and not _ALWAYS.match(sign) and unicodedata.combining(sign) != STRIKES


def _after_symbol(found: re.Match[str], escape: Escape) -> str:
    before, selector = found[1], found[2]
    return found[0] if before and unicodedata.category(before) == "So" else before + escape(selector)


def _after_letter(found: re.Match[str], escape: Escape) -> str:
    """Keep up to `MARKS` marks after a letter; elsewhere, or in larger numbers, they draw over text."""
    before, run = found[1], found[2]
    owns = before and (unicodedata.category(before)[0] == "L" or unicodedata.category(before) == "Mc")
    kept = MARKS if owns else 0
    return before + run[:kept] + "".join(map(escape, run[kept:]))


def _is_plain(sign: str) -> bool:
    """Return whether it is ASCII, `…`, or a Latin-1 or Latin Extended-A letter without a lookalike."""
    return sign.isascii() or sign == "…" or ("\u00c0" <= sign <= "\u017e" and sign not in "×÷ı")


def _escape(sign: str) -> str:
    code = ord(sign)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _json_escape(sign: str) -> str:
    return json.dumps(sign)[1:-1] if ord(sign) != 0x7F else "\\u007f"


def _wrapped(line: str, width: int) -> list[str]:
    """Return the line in pieces of at most `width` columns; every non-ASCII character counts as wide."""
    if line.isascii() and len(line) <= width:
        return [line]
    pieces: list[str] = []
    start = used = 0
    for at, sign in enumerate(line):
        columns = _columns(sign)
        if used + columns > width:
            pieces.append(line[start:at])
            start, used = at, 0
        used += columns
    return [*pieces, line[start:]]


def _columns(sign: str) -> int:
    if sign.isascii():
        return 1
    return 0 if unicodedata.category(sign) in _MARKS else 2
