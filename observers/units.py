"""Lengths and splices of texts in UTF-16 units, as JavaScript counts them."""

from __future__ import annotations

PAGE = "utf-16-le"


def length(text: str) -> int:
    """Return the length of `text` in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode(PAGE, "surrogatepass")) // 2


def splice(text: str, at: int, cut: int, new: str) -> str:
    """Return `text` with `new` in place of `cut` units from unit `at` on; surrogate halves are joined."""
    if text.isascii() and new.isascii():
        return text[:at] + new + text[at + cut :]
    units = text.encode(PAGE, "surrogatepass")
    units = units[: at * 2] + new.encode(PAGE, "surrogatepass") + units[(at + cut) * 2 :]
    return units.decode(PAGE, "surrogatepass")


def difference(before: str, after: str) -> tuple[int, int, str]:
    """Return the splice that turns `before` into `after`: units to keep, units to cut, the new text."""
    most = min(len(before), len(after))
    at = _same(before, after, most)
    end = 0
    while end < most - at and before[len(before) - 1 - end] == after[len(after) - 1 - end]:
        end += 1
    gone, new = before[at : len(before) - end], after[at : len(after) - end]
    return length(before[:at]), length(gone), new


def _same(before: str, after: str, most: int) -> int:
    """Return the length in code points of the common prefix, at most `most`, by binary search."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
