"""Combines all finders of secrets.

Why not detect-secrets: it gives no position within a line, reads one line at a time (so it misses keys of
several lines and nested texts), reports words because of their entropy, and takes 0.2 s to import. So overlay
has its own table of formats (`python -m bench secrets` measures it).

A tool's text is not trusted, so the time of every finder grows only linearly with the text: a repetition in a
pattern has a bound, or no other match can begin within what it read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

Span = tuple[int, int]
Put = Callable[[str], str]
"""Returns the replacement of a secret."""

REDACTED = "[redacted]"
SHORTEST = 4
"""Minimum characters of a text to search; a secret with its name or format is longer."""


def find(text: str) -> list[Span]:
    """Return the spans of the secrets in `text`, in order and without overlaps."""
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
    # Compiling these patterns takes a third as long as all other imports, so it waits for the first text.
    from overlay.common.secrets import apart, assignments, commands, key_blocks, tokens, userinfo

    return (
        key_blocks.find,
        tokens.find,
        userinfo.find,
        assignments.find,
        commands.find,
        apart.find_apart,
        apart.find_in_tables,
    )


def hide(text: str, replacement: Put = lambda _: REDACTED) -> str:
    """Return `text` with `[redacted]`, or what `replacement` returns for it, in place of each secret."""
    parts: list[str] = []
    at = 0
    for start, end in find(text):
        parts += [text[at:start], replacement(text[start:end])]
        at = end
    return "".join([*parts, text[at:]]) if parts else text
