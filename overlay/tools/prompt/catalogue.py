"""The names of many tools, grouped by server, in place of their descriptions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from overlay.tools.prompt.budget import FittedText, named
from overlay.tools.prompt.describe import Level, ToolText, describe
from overlay.tools.prompt.model import chars_for_tokens

DESCRIBE = "describe_tools"
LARGE = chars_for_tokens(4_000)
"""Characters of descriptions above which the model gets only the names of a set of tools."""
HEAD = f"""
Of all other tools you see only the names; before you use one, have `{DESCRIBE}` describe it. After a name \
with a dot at its end come the rest of the names: `a.: b, c` are `a.b` and `a.c`.
"""
_BETWEEN = re.compile(r", | and |\n")


def is_large(tools: Sequence[ToolText]) -> bool:
    """Return whether the complete descriptions of the tools are too long for one prompt."""
    return sum(len(describe(tool, Level.FULL)) for tool in tools if tool.name != DESCRIBE) > LARGE


def fit_catalogue(tools: Sequence[ToolText], limit: int) -> FittedText:
    """Return the description of `describe_tools`, and the names of the other tools, in `limit` characters."""
    lines = "".join(describe(tool, Level.FULL) for tool in tools if tool.name == DESCRIBE) + HEAD
    groups: dict[str, list[str]] = {}
    for tool in tools:
        if tool.name != DESCRIBE:
            server, dot, rest = tool.name.partition(".")
            groups.setdefault(server + dot if dot else "", []).append(rest if dot else tool.name)
    omitted: list[str] = []
    for prefix, names in groups.items():
        body = named("", names, limit - len(lines) - len(prefix) - 3)
        there = set(_BETWEEN.split(body))
        omitted += [prefix + name for name in names if name not in there]
        lines += f"\n{prefix}: {body}" if prefix else f"\n{body}"
    return FittedText(lines, [], omitted)
