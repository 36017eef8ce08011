"""Compares texts with the content of a chat's box, and writes a text on a single line."""

from __future__ import annotations

import json
import re

ESCAPED = r"(On one line, with the escapes of JSON: \n is a line end, \\ a backslash.) "
"""Begins a text on one line: without it, an escape would look like a part of the tool's result."""
_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


def equivalent(found: str, wanted: str, *, spaces: bool = False) -> bool:
    """Return whether two texts are equal, except for kinds of line ends and spaces, and both edges.

    With `spaces`, a no-break space differs from a space.
    """
    if spaces and found.count("\u00a0") != wanted.count("\u00a0"):
        return False
    return normalize(found) == normalize(wanted)


def normalize(text: str) -> str:
    """Return `text` in the form in which it is compared."""
    return text.replace("\r\n", "\n").replace("\u00a0", " ").replace("\u200b", "").strip()


def one_line(text: str) -> str:
    r"""Return `text` on one line with the escapes of a JSON string, after a phrase that says so.

    Quotation marks are not escaped, since no quotes are around the text. The other characters that some
    programs take as a line end (U+0085, U+2028, U+2029) are escaped too.
    """
    escaped = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"')
    return ESCAPED + _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)


def from_one_line(text: str) -> str:
    """Return what `one_line` wrote as `text`, given without the phrase; `text` itself if it can't have."""
    try:
        return str(json.loads('"' + text.replace('"', '\\"') + '"'))
    except ValueError:
        return text


def pieces(text: str, size: int) -> list[str]:
    """Cut `text` into pieces of about `size` characters; each except the first begins with its line end.

    A longer line is cut where necessary, never inside a character.
    """
    cut: list[str] = []
    while len(text) > size:
        at = text.rfind("\n", 1, size + 1)
        at = at if at > 0 else size
        cut.append(text[:at])
        text = text[at:]
    return [*cut, text] if text else cut
