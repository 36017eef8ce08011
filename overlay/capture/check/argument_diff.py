"""Compares arguments (JSON) and yields each difference with its path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, cast

from overlay.capture.check import text_diff
from overlay.capture.check.model import DiffLine

Change = Literal["missing", "extra", "changed"]
MOST = 30
"""Maximum number of differences reported for one call."""


def places(expected: Any, got: Any, path: str = "") -> Iterator[tuple[str, Change, Any, Any]]:
    """Yield (path, change, expected, got) for each difference; a path looks like `files[2].name`."""
    if isinstance(expected, dict) and isinstance(got, dict):
        mine, theirs = cast("dict[str, Any]", expected), cast("dict[str, Any]", got)
        for key in [*mine, *(key for key in theirs if key not in mine)]:
            inner = f"{path}.{key}" if path else key
            if key not in theirs:
                yield inner, "missing", mine[key], None
            elif key not in mine:
                yield inner, "extra", None, theirs[key]
            else:
                yield from places(mine[key], theirs[key], inner)
    elif isinstance(expected, list) and isinstance(got, list):
        ours, others = cast("list[Any]", expected), cast("list[Any]", got)
        for at in range(max(len(ours), len(others))):
            inner = f"{path}[{at}]"
            if at >= len(others):
                yield inner, "missing", ours[at], None
            elif at >= len(ours):
                yield inner, "extra", None, others[at]
            else:
                yield from places(ours[at], others[at], inner)
    elif _differ(cast("object", expected), cast("object", got)):
        yield path, "changed", expected, got


def _differ(expected: object, got: object) -> bool:
    # True == 1 in Python, but not in JSON.
    return type(expected) is not type(got) or expected != got


def written(value: object) -> str:
    """Return the value as JSON; values that JSON can't represent are converted with `str`."""
    return json.dumps(value, ensure_ascii=False, default=str)


def shown(expected: object, got: object) -> tuple[str, str, list[DiffLine]]:
    """Return two values for display: both shortened, or (for texts of several lines) a diff."""
    if isinstance(expected, str) and isinstance(got, str) and ("\n" in expected or "\n" in got):
        return "", "", text_diff.lines(expected.split("\n"), got.split("\n"))
    short, now = text_diff.around(written(expected), written(got))
    return short, now, []
