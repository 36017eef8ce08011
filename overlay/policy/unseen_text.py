"""Finds characters in a call's arguments that a user can't see: they may carry words that only a model reads.

What people write stays: joiners in the scripts and emoji that need them, selectors of a glyph, direction
marks in right-to-left text (Unicode Standard Annexes 9 and 31, Technical Standard 51).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, cast

_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, but not the tab and the line ends
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U00016fe4\U00013430-\U0001343f\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Default_Ignorable_Code_Point of Unicode 16.0, controls, separators, and signs whose glyph is blank."""
_JOINED = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u18af\u1b00-\u1bff\ua840-\ua87f\ua8e0-\ua9ff\uaa60-\uaa7f"
    "\uabc0-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010aff\U00011000-\U00011aff\U0001e900-\U0001e95f]"
)
"""Scripts whose letters change with their neighbours: Arabic, Indic, Mongolian …"""
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaa7f\uaa80-\uaadf]"
)
"""Scripts that mark where a line may break: Thai, Lao, Khmer, Burmese, Tibetan …"""
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_BRAILLE = re.compile("[\u2801-\u28ff]")
_FLAGS = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
"""The three flags that are written with tags: England, Scotland, Wales."""
_RARE_GLYPHS = 16
"""Selectors of rare ideographs in one value: names have one or two, hidden words many."""
_MOST = 20_000
"""Unseen characters in one value that are looked at: a book in Persian has more, and waits."""
_DEEPEST = 64


def unseen_sign(value: Any, depth: int = 0) -> str:
    """Return the first character of the texts in `value` that can't be seen, as `U+200B`; "" for none.

    Looks at the names in objects too.
    """
    if isinstance(value, str):
        return _unseen_in(value)
    if depth > _DEEPEST:
        return "U+0000"
    parts: list[Any] = []
    if isinstance(value, dict):
        parts = [part for pair in cast("dict[Any, Any]", value).items() for part in pair]
    elif isinstance(value, list | tuple):
        parts = list(cast("list[Any]", value))
    return next((found for part in parts if (found := unseen_sign(part, depth + 1))), "")


def _unseen_in(text: str) -> str:
    if text.isascii() and text.isprintable():
        return ""
    unseen = "".join(sign for sign in set(text) if _UNSEEN.match(sign))
    if not unseen:
        return ""
    text = _FLAGS.sub("", text)
    rare = 0
    for count, found in enumerate(re.finditer(f"[{re.escape(unseen)}]", text)):
        sign = found[0]
        rare += "\ufe00" <= sign <= "\ufe02" or sign >= "\U000e0100"
        if count == _MOST or rare > _RARE_GLYPHS or not _is_honest(text, found.start()):
            return f"U+{ord(sign):04X}"
    return ""


def _is_honest(text: str, at: int) -> bool:
    """Return whether people write this character at this place."""
    sign = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if sign == "\ufeff":
        return at == 0 and len(text) > 1 and not _UNSEEN.match(after)
    if sign == "\u2800":
        return bool(_BRAILLE.search(text))
    if sign == "\u200d" and _is_emoji_join(text, at):
        return True
    if not before or _UNSEEN.match(before):
        return False
    if sign in "\u200c\u200d":
        return bool(_JOINED.match(before) or _JOINED.match(after))
    if sign == "\u200b":
        return bool(_WITHOUT_SPACES.match(before) and _WITHOUT_SPACES.match(after))
    if sign in "\u200e\u200f\u061c":
        near = text[max(0, at - 40) : at + 40].replace(sign, "")
        return any(unicodedata.bidirectional(one) in ("R", "AL", "AN") for one in near)
    if sign in "\u180b\u180c\u180d\u180f":
        return bool(_MONGOLIAN.match(before))
    return _is_selector_of(sign, before, after)


def _is_emoji_join(text: str, at: int) -> bool:
    head = text[max(0, at - 2) : at]
    base = head[:-1] if head.endswith("\ufe0f") else head
    return bool(base) and _is_picture(base[-1]) and _is_picture(text[at + 1 : at + 2])


def _is_selector_of(sign: str, before: str, after: str) -> bool:
    """Return whether it is one selector that chooses a glyph of the character before it."""
    if after and _UNSEEN.match(after) and after != "\u200d":
        return False
    if sign in "\ufe0e\ufe0f":
        return _is_picture(before) or (before in "0123456789#*" and after == "\u20e3") or before in "©®‼⁉"
    if "\ufe00" <= sign <= "\ufe02":
        return bool(_HAN.match(before)) or unicodedata.category(before) in ("Sm", "Lo", "Po")
    return sign >= "\U000e0100" and sign <= "\U000e01ef" and bool(_HAN.match(before))


def _is_picture(sign: str) -> bool:
    """Return whether it may be an emoji, or the colour of its skin."""
    return bool(sign) and sign > "\u2000" and unicodedata.category(sign) in ("So", "Sk", "Sm", "Po", "Cn")
