"""Cuts too deeply nested schemas out of a tool list, so that the other tools can be read.

The JSON parser refuses a whole message nested deeper than 200 levels, and with it all its tools.
"""

from __future__ import annotations

import re

from pydantic_core import from_json

DEPTH = 150
"""Greater than a schema's maximum depth, so a schema that was cut is refused later."""
LONGEST = 4_000_000
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)


def shallow(message: bytes) -> bytes:
    """Return the message with `null` in place of values nested deeper than 150 levels.

    Only messages that may be a tool list and that are nested too deep to parse are changed. Results are never
    cut.
    """
    if b'"tools"' not in message or len(message) > LONGEST or not _too_deep(message):
        return message
    pieces: list[bytes] = []
    depth = start = copied = 0
    for token in _TOKEN.finditer(message):
        if token[0] in b"[{":
            depth += 1
            if depth == DEPTH + 1:
                start = token.start()
        elif token[0] in b"]}":
            if depth == DEPTH + 1:
                pieces += [message[copied:start], b"null"]
                copied = token.end()
            depth -= 1
    return b"".join([*pieces, message[copied:]])


def _too_deep(message: bytes) -> bool:
    try:
        from_json(message)
    except ValueError as error:
        return "recursion" in str(error)
    return False
