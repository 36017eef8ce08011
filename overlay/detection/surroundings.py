"""Reads what the text before a code block says about the call in it: pages draw code blocks apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from .announcements import LOOK_BACK, announces_example, connects_examples
from .enclosing_tags import follow_tags
from .regions import OpenRegion, region_after

Surroundings = Literal["answer", "enclosed", "example", "reasoning", "result"]
OBJECT = "\ufffc"
"""Replaces a code block in the text of its message."""


class _Place(NamedTuple):
    """The context at a place of a message: the open region, whether an example goes on, and the open tags."""

    region: OpenRegion | None = None
    example: bool = False
    tags: tuple[str, ...] = ()

    def after(self, words: str) -> _Place:
        """Return what holds after `words`, the text from one code block to the next."""
        example = announces_example(words[-LOOK_BACK:]) or (self.example and connects_examples(words))
        tags = dict.fromkeys(self.tags)
        if "<" in words or "-->" in words:
            follow_tags(words, tags)
        return _Place(region_after(words, self.region), example, tuple(tags))

    @property
    def surroundings(self) -> Surroundings:
        if self.region:
            return self.region.kind
        return "example" if self.example else "enclosed" if self.tags else "answer"


def surroundings_of(before: str) -> Surroundings:
    """Return what a code block is in, by the text of its message before it; `OBJECT` is an earlier block.

    The rules are those of a whole text: a region that is open (regions.py), an announcement, which counts for
    each block until ordinary words follow one (announcements.py), and another tag (enclosing_tags.py). The
    time grows with the text.
    """
    return MessageSurroundings().of_block(before.count(OBJECT), lambda _: before)


class MessageSurroundings:
    """The same for each code block of a message that grows; each part of its text is read once.

    Positions are in the units in which `length` counts.
    """

    def __init__(self, length: Callable[[str], int] = len) -> None:
        self._length = length
        self._places = [_Place()]  # the start, and the place of each block
        self._ends = [0]

    def changed(self, at: int) -> None:
        """Forget the text from position `at` on."""
        while self._ends[-1] > at:
            self._ends.pop()
            self._places.pop()

    def of_block(self, number: int, text_from: Callable[[int], str]) -> Surroundings:
        """Return what block `number` (from 0) is in, or the end of the text if there are fewer blocks.

        `text_from` returns the text from a position on.
        """
        if number + 1 < len(self._places):
            return self._places[number + 1].surroundings
        *parts, rest = text_from(self._ends[-1]).split(OBJECT)
        for words in parts:
            self._places.append(self._places[-1].after(words))
            self._ends.append(self._ends[-1] + self._length(words) + 1)
        if number + 1 < len(self._places):
            return self._places[number + 1].surroundings
        return self._places[-1].after(rest).surroundings
