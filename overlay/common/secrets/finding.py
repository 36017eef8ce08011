"""All that finds a secret, put together.

detect-secrets was tried instead. It gives no place within a line, reads one line at a time (so no key of
many lines and no nesting), takes words for secrets by their entropy, and needs 0.2 s to import.
So the formats stand in a table of ours (`python -m bench secrets` measures it).

The time of every finder grows with the text's length only, because a tool's text is not trusted: a repetition
in a pattern has a bound, or no other match can begin within what it read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

Span = tuple[int, int]
Put = Callable[[str], str]
"""Gives what stands in the place of a secret."""

REDACTED = "[redacted]"
SHORTEST = 4
"""Characters below which a text is not looked at: a secret has more, with what tells that it is one."""


def find(text: str) -> list[Span]:
    """Return where in `text` secrets stand, in order; none reaches into another."""
    if len(text) < SHORTEST:
        return []
    found = sorted(span for finder in _finders() for span in finder(text) if span[0] < span[1])
    joined: list[Span] = []
    for start, end in found:
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


@cache
def _finders() -> tuple[Callable[[str], Iterator[Span]], ...]:
    # Compiling their patterns takes as long as a third of all other imports: not before there is a text.
    from overlay.common.secrets import assignments, commands, key_blocks, tables, tokens, userinfo

    return (
        key_blocks.find,
        tokens.find,
        userinfo.find,
        assignments.find,
        commands.find,
        tables.find,
    )


def hide(text: str, put: Put = lambda _: REDACTED) -> str:
    """Return `text` with `[redacted]`, or what `put` gives, for each secret in it."""
    parts: list[str] = []
    at = 0
    for start, end in find(text):
        parts += [text[at:start], put(text[start:end])]
        at = end
    return "".join([*parts, text[at:]]) if parts else text
