"""Tools for the tests of instructions."""

from __future__ import annotations

from typing import Any

from overlay.tools.definition import ToolDefinition

WORDS = "Looks something up in the great catalogue of all things that there are. It takes its time. "


def definition(name: str = "look_up", description: str = WORDS, **properties: Any) -> ToolDefinition:
    """Return a tool; without `properties` it has one required and two optional parameters."""
    given = properties or {
        "query": {"type": "string", "title": "Query", "description": "what to look for, in plain words"},
        "kind": {"enum": ["near", "far"], "description": "how far to look"},
        "limit": {"type": "integer", "default": 10},
    }
    schema = {"type": "object", "title": "T", "properties": given, "required": list(given)[:1]}
    return ToolDefinition(name, description, schema)


def many(count: int) -> list[ToolDefinition]:
    """Return as many tools as a large server has."""
    return [definition(f"catalogue.look_up_number_{at}", WORDS * 3) for at in range(count)]
