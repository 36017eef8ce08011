"""JSON as people write it in configuration files: with comments and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Any

# A string is matched first, so that what looks like a comment inside of one is left alone.
TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


def loads(text: str) -> Any:
    """The value of a JSON text with `//` and `/* */` comments and trailing commas. Raises ValueError with the
    place.

    Line numbers in errors are those of the text given.
    """
    plain = TOKEN.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text.removeprefix("\ufeff"))
    return json.loads(TRAILING.sub(lambda found: found[1] or " ", plain))
