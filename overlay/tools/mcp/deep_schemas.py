"""A list of tools in which one schema is nested too deep: the others can be read all the same.

The reader of JSON refuses a whole message that is nested deeper than 200 levels, and with it each tool in it.
"""

from __future__ import annotations

import re

from pydantic_core import from_json

DEPTH = 150
"""More than a schema may have: what is left of one that was cut is refused."""
LONGEST = 4_000_000
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)


def shallow(message: bytes) -> bytes:
    """The message with `null` in place of what is nested deeper than 150 levels.

    Only for what may be a list of tools, and can't be read because of its depth. A result is never cut.
    """
    if b'"tools"' not in message or len(message) > LONGEST or not _too_deep(message):
        return message
    pieces: list[bytes] = []
    depth = start = kept = 0
    for token in _TOKEN.finditer(message):
        if token[0] in b"[{":
            depth += 1
            if depth == DEPTH + 1:
                start = token.start()
        elif token[0] in b"]}":
            if depth == DEPTH + 1:
                pieces += [message[kept:start], b"null"]
                kept = token.end()
            depth -= 1
    return b"".join([*pieces, message[kept:]])


def _too_deep(message: bytes) -> bool:
    try:
        from_json(message)
    except ValueError as fault:
        return "recursion" in str(fault)
    return False
