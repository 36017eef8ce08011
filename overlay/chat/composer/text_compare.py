"""Compare texts as a chat's box keeps them, and write a text on a single line."""

from __future__ import annotations

import json


def equivalent(found: str, wanted: str, *, spaces: bool = False) -> bool:
    """Return whether two texts are equal to a chat: line ends, no-break spaces and edges don't count.

    With `spaces`, a no-break space differs from a space.
    """
    if spaces and found.count("\u00a0") != wanted.count("\u00a0"):
        return False
    return normalize(found) == normalize(wanted)


def normalize(text: str) -> str:
    """Return `text` in the form in which it is compared."""
    return text.replace("\r\n", "\n").replace("\u00a0", " ").replace("\u200b", "").strip()


def one_line(text: str) -> str:
    r"""Return `text` on one line, line ends written as `\n`, back-slashes doubled (JSON's way, without
    quotes).
    """
    return json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"')


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
