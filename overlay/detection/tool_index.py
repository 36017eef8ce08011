"""The tools as detection uses them: names, parameter schemas, and the patterns declared for the fallbacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from .schema_types import Resolver, Schema

_LABEL = re.compile(r"\s*`*json$", re.IGNORECASE)
_NAMESPACE = re.compile(r"^default_api[.:]")


class ToolIndex:
    """An index of tool definitions: `{"name", "parameters", "fallbacks"}` or OpenAI's `{"function": {…}}`.
    Make it once if several detectors read for the same tools.

    Raises `ValueError` naming the position of an entry that is not a mapping or has no name.
    """

    def __init__(self, tools: Sequence[Mapping[str, Any]] | None = None) -> None:
        self.given = tools is not None and len(tools) > 0
        self._definitions: dict[str, Schema] = {}
        self._parameters: dict[str, dict[str, Schema]] = {}
        for place, tool in enumerate(tools or ()):
            definition = _definition(tool, place)
            self._definitions[str(definition["name"])] = definition

    def __contains__(self, name: object) -> bool:
        return name in self._definitions

    def __iter__(self) -> Iterator[str]:
        return iter(self._definitions)

    def own_name(self, name: str) -> str:
        """Return `name` without the namespace that Gemini and Gemma put before each tool (`default_api.`)."""
        own = _NAMESPACE.sub("", name, count=1)
        return name if name in self else own

    def unglued(self, name: str) -> tuple[str, bool]:
        """Return `name` without the label of its code block (`json`), and whether that was glued to it.

        A name that a tool has, or that may be one since no tools are given, stays.
        """
        own = _LABEL.sub("", name)
        if name in self or own == name or not own:
            return name, False
        glued = name[len(own)] not in " \t"
        return (name, False) if glued and own not in self else (own, glued)

    def definition(self, name: str) -> Schema:
        """Return the definition of `name`, empty if there is none."""
        return self._definitions.get(name, {})

    def parameters(self, name: str) -> dict[str, Schema]:
        """Return the parameters of `name`, each with its resolved schema; empty if the tool is unknown."""
        if name not in self._definitions:
            return {}
        if name not in self._parameters:
            schema = self._schema(name)
            self._parameters[name] = Resolver(schema).resolved(schema).get("properties", {})
        return self._parameters[name]

    def takes_nothing(self, name: str) -> bool:
        """Return whether `name` is a tool that can be called without arguments."""
        return name in self._definitions and not self._schema(name).get("required")

    def _schema(self, name: str) -> Schema:
        definition = self.definition(name)
        schema = definition.get("parameters") or definition.get("inputSchema")
        return cast("Schema", schema) if isinstance(schema, Mapping) else {}


def _definition(tool: object, place: int) -> Schema:
    inner: object = tool
    if isinstance(tool, Mapping):
        function = cast("Schema", tool).get("function")
        if isinstance(function, Mapping):
            inner = cast("object", function)
    if not isinstance(inner, Mapping):
        raise ValueError(f"tools[{place}] is not a mapping; give name, description and parameters")
    definition = cast("Schema", inner)
    if not isinstance(definition.get("name"), str) or not definition["name"]:
        raise ValueError(f"tools[{place}] has no name")
    return definition
