"""Words that may not stand in the tree: places of one person's machine, registries' hosts, work left undone.

The patterns are put together from pieces so that they don't find themselves.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.house.tree import files

_TEXT = {
    *(".cfg", ".css", ".html", ".ini", ".js", ".json", ".lock", ".md", ".py", ".sh", ".toml", ".ts", ".txt"),
    *(".yaml", ".yml", ""),
}
_FORBIDDEN = {
    "a place on one machine": re.compile(
        r"(?<![\w.}>-])/(?:work|root|mnt|tmp/(?:venv|wt|briefs))/"
        r"|(?<![\w}>])/(?:home|Users)/(?!(?:someone|you|me)\b)[a-z]|\b[C-Z]:\\Users\\"
    ),
    "a registry's host": re.compile(
        r"://registry\.|\bregistry\.[a-z0-9-]+\.(?:org|com|io|net)\b|\bnpm"
        + r"js\.|\bpy"
        + r"pi\.org|python"
        + r"hosted\.",
        re.IGNORECASE,
    ),
    "work left undone": re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b"),
}


def findings(root: Path) -> list[str]:
    """Each forbidden word, as `file:line: what it is: the line`."""
    found: list[str] = []
    for path in files(root):
        if path.suffix not in _TEXT:
            continue
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            found.extend(
                f"{path.relative_to(root)}:{number}: {what}: {line.strip()[:120]}"
                for what, pattern in _FORBIDDEN.items()
                if pattern.search(line)
            )
    return found
