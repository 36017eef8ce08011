"""What the text before a code block says about the call in it, for pages, which draw code blocks apart."""

from __future__ import annotations

from typing import Literal

from .announcements import LOOK_BACK, announces_example, connects_examples
from .regions import open_region

Surroundings = Literal["answer", "example", "reasoning", "result"]
OBJECT = "\ufffc"
"""Replaces a code block in the text of its message."""


def surroundings_of(before: str) -> Surroundings:
    """Return what a code block is in, by the text of its message before it; `OBJECT` is an earlier block.

    The rules are those of a whole text: a region that is open (regions.py), and an announcement, which counts
    for each block until ordinary words follow one (announcements.py). The time grows with the text.
    """
    region = open_region(before)
    if region:
        return region
    end = len(before)
    while end >= 0:
        begin = before.rfind(OBJECT, 0, end) + 1
        if announces_example(before[max(begin, end - LOOK_BACK) : end]):
            return "example"
        if begin == 0 or not connects_examples(before[begin:end]):
            break
        end = begin - 1
    return "answer"
