"""Builds the regular expression that finds openers: a tree with one branch for each character.

A case-insensitive alternation tries each of its literals in full. Here letters are classes (`[tT]`), which
`re` tests before it enters a branch, so it fails at the first character that no opener has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


def any_case(text: str) -> str:
    """Return a pattern for `text` in any case."""
    return "".join(map(_character, text))


def _character(char: str) -> str:
    same = sorted({one for one in (char, char.lower(), char.upper()) if len(one) == 1})
    return f"[{''.join(map(re.escape, same))}]" if len(same) > 1 else re.escape(char)


@dataclass
class _Node:
    """The continuations of a prefix: more characters, or its end (unless `guard` is None) if `guard`
    matches.
    """

    next: dict[str, _Node] = field(default_factory=dict[str, "_Node"])
    guard: str | None = None

    def pattern(self) -> str:
        branches = [_branch(char, node) for char, node in self.next.items()]
        if self.guard is not None:
            branches.append(self.guard)
        return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _branch(char: str, node: _Node) -> str:
    """Return the pattern for `char` and what follows it.

    A text without branches is one group, which `re` compiles twice as fast as classes; `a` keeps it from
    matching letters such as the Kelvin sign.
    """
    rest = ""
    while node.guard is None and len(node.next) == 1:
        ((following, node),) = node.next.items()
        rest += following
    chain = f"(?ai:{re.escape(rest)})" if rest.isascii() and len(rest) > 1 else any_case(rest)
    return _character(char) + chain + node.pattern()


def longest_of(literals: Iterable[str], first: str, guards: Mapping[str, str]) -> str:
    """Return a pattern for the rest, after `first`, of the longest of `literals` (lower case) that matches.

    `guards` maps a literal to the pattern that must match after it.
    """
    root = _Node()
    for literal in literals:
        if literal.startswith(first):
            node = root
            for char in literal[len(first) :]:
                node = node.next.setdefault(char, _Node())
            node.guard = guards.get(literal, "")
    return root.pattern()
