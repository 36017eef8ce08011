"""How much a test tries of what it could try without an end: all of it in CI (`CI` is set), a part of it elsewhere."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("CI"))


def some(full: int, few: int) -> int:
    """How many to try: `full` in CI, `few` elsewhere."""
    return full if FULL else few
