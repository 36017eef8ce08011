"""Fits the tools into a space: descriptions are shortened first, then tools are omitted and
listed by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from overlay.tools.prompt.describe import Level, ToolText, describe

LEFT_OUT = "\nNot described here for want of room (ask me about one by its name): "


@dataclass(frozen=True, slots=True)
class FittedText:
    """The tools' sections as one text, and the names of shortened and of omitted tools."""

    text: str
    shortened: list[str] = field(default_factory=list[str])
    omitted: list[str] = field(default_factory=list[str])


def fit_budget(tools: Sequence[ToolText], limit: int) -> FittedText:
    """Return the sections of `tools` in at most `limit` characters.

    Descriptions are shortened first, then descriptions in schemas removed, then schemas reduced to names and
    types; each step begins where it saves most. If that is not enough, tools are omitted from the end, and
    one line names them, as far as it fits.
    """
    texts = {tool.name: describe(tool, Level.FULL) for tool in tools}
    shortened: set[str] = set()
    size = sum(map(len, texts.values()))
    for level in (Level.SHORT, Level.PLAIN, Level.TERSE):
        if size <= limit:
            break
        shorter = {tool.name: describe(tool, level) for tool in tools}
        saved = {name: len(text) - len(shorter[name]) for name, text in texts.items()}
        for name in sorted(texts, key=lambda name: -saved[name]):
            if size <= limit or saved[name] <= 0:
                break
            texts[name] = shorter[name]
            shortened.add(name)
            size -= saved[name]
    described = [tool.name for tool in tools]
    omitted: list[str] = []
    names = 0
    while described and size + (len(LEFT_OUT) + names - 1 if omitted else 0) > limit:
        name = described.pop()
        omitted.insert(0, name)
        size -= len(texts[name])
        names += len(name) + 2
    text = "".join(texts[name] for name in described) + named(LEFT_OUT, omitted, limit - size)
    return FittedText(text, [name for name in described if name in shortened], omitted)


def named(start: str, names: Sequence[str], limit: int) -> str:
    """Return one line with `start`, as many names as fit, and the number of the others.

    Returns "" if there are no names, or if not even the number fits.
    """
    if not names:
        return ""
    for count in range(len(names), -1, -1):
        line = f"{start}{_joined(names[:count], len(names) - count)}\n"
        if len(line) <= limit:
            return line
    return ""


def _joined(names: Sequence[str], limit: int) -> str:
    if not limit:
        return ", ".join(names)
    return f"{', '.join(names)} and {limit} more" if names else f"{limit} tools"
