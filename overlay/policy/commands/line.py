"""Parses a command line that a shell would not change: plain words with spaces between them."""

from __future__ import annotations

import re

MAX_LINE = 1000
PLAIN = re.compile(r"[A-Za-z0-9_\-./,:=+@ ]+")
"""A line with any other character matches no rule, even if a shell would take it literally: quotes,
backslashes, `$ ` ; & | < > ( ) { } [ ] * ? ! # ~ ^ %`, controls, line ends, tabs, and all outside of ASCII.
"""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")


def plain_words(line: object) -> tuple[str, ...]:
    """Return the words of the line, the program's name first; () if it is not one plain command.

    The program must be a bare name, without a folder. A word such as `NAME=value` is never plain, because a
    shell or the program takes it as a setting, and neither is `@file`, from which programs read options.
    """
    if not isinstance(line, str) or len(line) > MAX_LINE or not PLAIN.fullmatch(line):
        return ()
    words = tuple(line.split())
    if not words or not NAME.fullmatch(words[0]):
        return ()
    if any(word.startswith("@") or ("=" in word and not word.startswith("-")) for word in words):
        return ()
    return words
