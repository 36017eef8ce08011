"""The searches for openers by place: in text, in a code block, at the end of a block without calls."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache

from .regions import SKIPPED
from .registry import OpenerIndex, call_formats

_FENCES = ("```", "~~~")


class OpenerSearches:
    """The searches for tools with these names. Each is built at its first use: that takes tens of
    milliseconds.
    """

    def __init__(self, tools: tuple[str, ...]) -> None:
        self._tools = tools

    @cached_property
    def text(self) -> OpenerIndex:
        """For text outside of code blocks."""
        return OpenerIndex([*call_formats(), *SKIPPED], "``*", (">", *_FENCES), self._tools)

    @cached_property
    def fence(self) -> OpenerIndex:
        """For the content of a code block."""
        return OpenerIndex([*call_formats(), *SKIPPED], "", _FENCES, self._tools)

    @cached_property
    def end_of_fence(self) -> OpenerIndex:
        """For a code block in which no call can begin."""
        return _end_of_fence()

    @cached_property
    def call(self) -> OpenerIndex:
        """For the openers of calls alone, without those of reasoning and results."""
        return OpenerIndex(call_formats(), "", (), self._tools)


@cache
def _end_of_fence() -> OpenerIndex:
    return OpenerIndex([], "", _FENCES)


@lru_cache(64)
def searches_for(tools: tuple[str, ...]) -> OpenerSearches:
    """Return the searches for tools with these names."""
    return OpenerSearches(tools)
