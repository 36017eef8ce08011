"""Shortens a tool's JSON Schema for the prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from overlay.common.json_types import JsonObject, JsonValue, ReadObject, list_in
from overlay.tools.prompt.text import one_line

Node: TypeAlias = ReadObject
DEPTH = 20
CHOICES = 6
BRANCHES = 10
SHORTEST = 5
"""Minimum characters of a parameter in a signature."""
_SILENT = frozenset(
    ["title", "$schema", "$id", "$comment", "examples", "deprecated", "readOnly", "writeOnly"]
)
_NAMED = frozenset(["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"])
_VALUES = frozenset(["enum", "const", "default", "required", "type", "format", "pattern"])
_SHORT = {"integer": "integer", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def compact(schema: Mapping[str, Any], *, descriptions: bool) -> str:
    """Return the schema as one line of JSON without titles, `$schema` and the like; descriptions are
    optional.

    It also omits that the schema is an object and allows no other arguments. Other rules of validity are
    kept, except below a depth of 20.
    """
    short = _compact(schema, descriptions, 0)
    short.pop("type", None)
    return json.dumps(short, ensure_ascii=False, separators=(",", ":"))


def _compact(node: Node, descriptions: bool, depth: int) -> JsonObject:
    short: JsonObject = {}
    for key, value in node.items():
        if key in _SILENT or (key == "additionalProperties" and value is False):
            continue
        if key == "description":
            if descriptions and isinstance(value, str) and value.strip():
                short[key] = one_line(value)
        elif key in _VALUES or depth > DEPTH:
            short[key] = value if depth <= DEPTH else {}
        elif key in _NAMED and isinstance(value, Mapping):
            named = value
            short[key] = {name: _part(part, descriptions, depth + 1) for name, part in named.items()}
        else:
            short[key] = _part(value, descriptions, depth + 1)
    return short


def _part(value: JsonValue, descriptions: bool, depth: int) -> JsonValue:
    if isinstance(value, Mapping):
        return _compact(value, descriptions, depth)
    if isinstance(value, list):
        return [_part(each, descriptions, depth) for each in value]
    return value


def signature(schema: Mapping[str, Any], limit: int) -> str:
    """Return the parameters' names and types, `(path: string, lines?: integer)`, in at most `limit`
    characters.

    `?` marks an optional parameter; those that do not fit are counted at the end.
    """
    properties = _mapping(schema.get("properties"))
    required = list_in(schema.get("required"))
    ordered = sorted(properties.items(), key=lambda item: item[0] not in required)
    parts = [
        f"{one_line(str(name))}{'' if name in required else '?'}: {_type(_mapping(part), schema, 0)}"
        for name, part in ordered[: limit // SHORTEST]
    ]
    while len(text := _listed(parts, len(properties) - len(parts))) > limit and parts:
        parts.pop()
    return text


def _listed(parts: list[str], limit: int) -> str:
    return f"({', '.join([*parts, f'… {limit} more'] if limit else parts)})"


def _type(node: Node, root: Node, depth: int) -> str:
    node = _resolved(node, root)
    choices = node.get("enum")
    if isinstance(choices, list) and 0 < len(choices) <= CHOICES:
        return one_line("|".join(json.dumps(choice, ensure_ascii=False) for choice in choices))
    kind = node.get("type")
    if isinstance(kind, list):
        return "|".join(dict.fromkeys(map(str, kind)))
    for key in ("anyOf", "oneOf"):
        branches = node.get(key)
        if isinstance(branches, list) and depth < 3:
            every = branches
            # Schemas come from servers: limit the branches, which multiply with each level.
            found = [_type(_mapping(each), root, depth + 1) for each in every[:BRANCHES]]
            found += ["…"] if len(every) > BRANCHES else []
            return "|".join(dict.fromkeys(found)) or "any"
    if kind == "array":
        inner = _type(_mapping(node.get("items")), root, depth + 1) if depth < 3 else "any"
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return _SHORT.get(str(kind), "object" if kind == "object" or "properties" in node else "any")


def _resolved(node: Node, root: Node) -> Node:
    """Return the target of `#/$defs/X`; other nodes unchanged."""
    reference = node.get("$ref")
    for section in ("$defs", "definitions"):
        start = f"#/{section}/"
        if isinstance(reference, str) and reference.startswith(start):
            return _mapping(_mapping(root.get(section)).get(reference.removeprefix(start)))
    return node


def _mapping(value: JsonValue) -> Node:
    return value if isinstance(value, Mapping) else {}
