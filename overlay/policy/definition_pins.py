"""Stored tool definitions, by fingerprint, so that the user can see what changed since a permission was
given.
"""

from __future__ import annotations

import difflib
import json
from dataclasses import asdict
from typing import Any

from overlay.common.language import mark
from overlay.policy.fingerprint_store import SnapshotStore
from overlay.tools.definition import ToolDefinition

CHANGED = mark("The tool's definition changed since you allowed it:")
FORGOTTEN = mark(
    "The tool's definition changed since you allowed it; what it was before is not kept any more."
)


def keep(store: SnapshotStore, tool: ToolDefinition) -> None:
    """Store the definition under its fingerprint."""
    store.put(tool.fingerprint, described(tool))


def difference(store: SnapshotStore, before: str, tool: ToolDefinition) -> tuple[str, ...]:
    """Return a unified diff, in lines, from the definition with fingerprint `before` to that of `tool`."""
    known = store.get(before)
    if known is None:
        return (FORGOTTEN,)
    lines = difflib.unified_diff(
        _lines(known), _lines(described(tool)), "when you allowed it", "now", lineterm=""
    )
    return (CHANGED, *lines)


def described(tool: ToolDefinition) -> dict[str, Any]:
    """Return everything that determines what the tool does, as JSON."""
    return {
        "name": tool.name,
        "server": tool.server,
        "description": tool.description.splitlines(),
        "parameters": tool.parameters,
        "hints": asdict(tool.hints),
        "function": tool.function,
    }


def _lines(definition: dict[str, Any]) -> list[str]:
    return json.dumps(definition, indent=2, sort_keys=True, ensure_ascii=False).splitlines()
