"""Measures how texts that overlay reads become longer than they ever were."""

from __future__ import annotations


class TextGrowth:
    """The greatest length so far of each text, by its document and its unit."""

    def __init__(self) -> None:
        self._longest: dict[tuple[int, int], int] = {}

    def add(self, document: int, unit: int, length: int) -> int:
        """Note that a text has this length; return by how many characters it is longer than ever before."""
        before = self._longest.get((document, unit), 0)
        self._longest[document, unit] = max(before, length)
        return max(0, length - before)
