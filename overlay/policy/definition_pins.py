"""What a tool was when it was allowed, so that a person can read what has changed."""

from __future__ import annotations

import difflib
import json
from dataclasses import asdict
from typing import Any

from overlay.policy.fingerprint_store import FingerprintStore
from overlay.tools.definition import ToolDefinition

CHANGED = "The tool's definition changed since you allowed it:"
FORGOTTEN = "The tool's definition changed since you allowed it; what it was before is not kept any more."


def keep(kept: FingerprintStore, tool: ToolDefinition) -> None:
    """Keep the definition under its fingerprint."""
    kept.put(tool.fingerprint, described(tool))


def difference(kept: FingerprintStore, before: str, tool: ToolDefinition) -> tuple[str, ...]:
    """Return, for people, what is not as it was under the fingerprint `before`: a unified diff in lines."""
    known = kept.get(before)
    if known is None:
        return (FORGOTTEN,)
    lines = difflib.unified_diff(
        _lines(known), _lines(described(tool)), "when you allowed it", "now", lineterm=""
    )
    return (CHANGED, *lines)


def described(tool: ToolDefinition) -> dict[str, Any]:
    """Return all that decides what the tool is, as JSON."""
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
