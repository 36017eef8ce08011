"""Text from tools and servers, made safe for a terminal."""

from __future__ import annotations

import unicodedata

KEPT = {"\n", "\t"}
# Control and format characters: sequences that redraw the screen, marks that turn the reading direction.
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def safe(text: str) -> str:
    r"""`text` with everything that acts and does not show written as `\x1b` or `\u202e`; newlines and tabs
    stay.
    """
    return "".join(
        character
        if character in KEPT or unicodedata.category(character) not in HIDDEN
        else character.encode("unicode_escape").decode()
        for character in text
    )


def one_line(text: str, limit: int) -> str:
    """The first line of `text`, safe, with `…` where something was left out."""
    first = safe(text.strip().partition("\n")[0])
    return first if len(first) <= limit else f"{first[: limit - 1]}…"
