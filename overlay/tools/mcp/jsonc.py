"""JSON with comments and trailing commas, as used in configuration files."""

from __future__ import annotations

import json
import re
from typing import Any

# Strings are matched first, so that a comment marker inside a string is ignored.
TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


def loads(text: str) -> Any:
    """Parse a JSON text with `//` and `/* */` comments and trailing commas.

    Raises ValueError with line and column in the given text.
    """
    plain = TOKEN.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text.removeprefix("\ufeff"))
    return json.loads(TRAILING.sub(lambda found: found[1] or " ", plain))
