"""Finds the tool that a model's name means, and the error message if there is none."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping

from overlay.tools.definition import ToolDefinition
from overlay.tools.errors import ToolError, clip


def resolve(name: str, tools: Mapping[str, ToolDefinition]) -> str | None:
    """Return the full name of the tool that `name` means: an exact match, or the only server tool with that
    bare name.
    """
    if name in tools:
        return name
    matches = [full for full, tool in tools.items() if tool.server is not None and tool.bare_name == name]
    return matches[0] if len(matches) == 1 else None


def nearest(name: str, known: Collection[str], limit: int = 3) -> list[str]:
    """Return up to `limit` names most similar to `name`, ignoring case and server, best first."""
    forms: dict[str, list[str]] = {}
    for full in known:
        for form in {full.lower(), full.rpartition(".")[2].lower()}:
            forms.setdefault(form, []).append(full)
    wanted = name[:128].lower()
    close = difflib.get_close_matches(wanted, forms, limit, 0.6)
    bare = difflib.get_close_matches(wanted.rpartition(".")[2], forms, limit, 0.6)
    found = dict.fromkeys(full for form in [*close, *bare] for full in forms[form])
    return list(found)[:limit]


def not_found(
    name: str, tools: Mapping[str, ToolDefinition], disabled: Collection[str], retired: Mapping[str, str]
) -> ToolError:
    """Return a tool_not_found error with the reason and the replacement; `tools` are the enabled tools."""
    shown = clip(name, 128)
    if name in retired:
        instead = retired[name]
        return ToolError(
            "tool_not_found",
            f"The tool {shown!r} is retired: use {instead!r}",
            {"replacement": instead, "nearest": [instead]},
        )
    if name in disabled:
        return ToolError(
            "tool_not_found", f"The tool {shown!r} is switched off", {"disabled": True, "nearest": []}
        )
    same = [full for full, tool in tools.items() if tool.bare_name == name]
    if same:
        return ToolError(
            "tool_not_found",
            f"Several servers have a tool {shown!r}: say which, {' or '.join(map(repr, same))}",
            {"nearest": same},
        )
    similar = nearest(name, tools)
    advice = f"did you mean {' or '.join(map(repr, similar))}?" if similar else "none has a name like it"
    return ToolError("tool_not_found", f"There is no tool {shown!r}: {advice}", {"nearest": similar})
