"""Resolves references and alternatives in a parameter's JSON Schema, as far as typing needs it.

It reads these keywords, as JSON Schema 2020-12 and its predecessors define them: `type`, `enum`, `const`,
`properties`, `additionalProperties`, `items`, `prefixItems`, `anyOf`, `oneOf`, `allOf`, `$ref` within the
schema, and OpenAPI's `nullable`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import unquote

Schema = Mapping[str, Any]

_DEEPEST = 12
_SAY_MORE = frozenset(["enum", "const", "anyOf", "oneOf", "not", "if"])
MOST_PARTS = 2000  # for one tool: schemas come from servers, and references can multiply
_TYPE_NAMES = {
    "str": "string",
    "bool": "boolean",
    "int": "integer",
    "float": "number",
    "list": "array",
    "dict": "object",
}


def type_of(value: object) -> str:
    """Return the JSON type of a value."""
    return _TYPE_NAMES.get(type(value).__name__, "null")


class Resolver:
    """Resolves the parts of one schema, `root`; after `MOST_PARTS` parts it leaves the rest unrestricted."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._left = MOST_PARTS

    def resolved(self, schema: object, depth: int = 0) -> dict[str, Any]:
        """Return the schema with `type` (one or a list), `properties`, `additionalProperties`, `items`,
        `prefixItems` and `enum` only.

        An absent keyword is unknown: without `type` a value may be of any type. If the schema only describes
        members or items, its type is object or array.
        """
        self._left -= 1
        if not isinstance(schema, Mapping) or depth > _DEEPEST or self._left < 0:
            return {}
        own = cast("Schema", schema)
        types = _own_types(own)
        found = [self._members(own, depth)]
        if "$ref" in own:
            found.append(self.resolved(self._target(own["$ref"]), depth + 1))
            types = _both(types, _types(found[-1]))
        for part in _parts(own, "allOf"):
            found.append(self.resolved(part, depth + 1))
            types = _both(types, _types(found[-1]))
        for word in ("anyOf", "oneOf"):
            parts = [self.resolved(part, depth + 1) for part in _parts(own, word)]
            found += parts
            if parts:
                types = _both(types, _either([_types(part) for part in parts]))
        if types and own.get("nullable") is True:
            types |= {"null"}
        result = _merged(found)
        if types is None and not own.keys() & _SAY_MORE:
            types = {"object"} if "properties" in own else {"array"} if "items" in own else None
        return _typed(result, types)

    def _members(self, own: Schema, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        properties = own.get("properties")
        if isinstance(properties, Mapping):
            items = cast("Mapping[Any, Any]", properties).items()
            result["properties"] = {str(key): self.resolved(part, depth + 1) for key, part in items}
        for word in ("items", "additionalProperties"):
            if isinstance(own.get(word), Mapping):
                result[word] = self.resolved(own[word], depth + 1)
        first = own.get("items") if isinstance(own.get("items"), list) else own.get("prefixItems")
        if isinstance(first, list):
            result["prefixItems"] = [self.resolved(part, depth + 1) for part in cast("list[object]", first)]
        if isinstance(own.get("enum"), list):
            result["enum"] = own["enum"]
        return result

    def _target(self, reference: object) -> object:
        """Return the target of a reference such as `#/$defs/Name`; None if it doesn't exist in this
        schema.
        """
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        found: object = self._root
        if reference[1:2] not in ("", "/"):
            return None
        for step in reference[1:].split("/")[1:]:
            name = unquote(step).replace("~1", "/").replace("~0", "~")
            if isinstance(found, Mapping):
                found = cast("Mapping[str, object]", found).get(name)
            elif isinstance(found, list) and name.isdecimal() and int(name) < len(cast("list[Any]", found)):
                found = cast("list[Any]", found)[int(name)]
            else:
                return None
        return found


def part(schema: Schema | None, key: str | int) -> Schema | None:
    """Return the schema of an object's member `key`, or of the item at a position of a list; None if
    unknown.
    """
    if not schema:
        return None
    found: object
    if isinstance(key, int):
        first = cast("list[object]", schema.get("prefixItems") or [])
        found = first[key] if key < len(first) else schema.get("items")
    else:
        found = cast("Schema", schema.get("properties") or {}).get(key, schema.get("additionalProperties"))
    return cast("Schema", found) if isinstance(found, Mapping) else None


def _parts(schema: Schema, word: str) -> Sequence[object]:
    parts = schema.get(word)
    return cast("list[object]", parts) if isinstance(parts, list) else []


def _own_types(schema: Schema) -> set[str] | None:
    own = schema.get("type")
    if isinstance(own, str):
        return {own}
    if isinstance(own, list) and own:
        return {str(item) for item in cast("list[Any]", own)}
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return {type_of(item) for item in cast("list[Any]", schema["enum"])}
    return {type_of(schema["const"])} if "const" in schema else None


def _types(resolved: Mapping[str, Any]) -> set[str] | None:
    return _own_types({"type": resolved["type"]}) if "type" in resolved else None


def _typed(resolved: dict[str, Any], types: set[str] | None) -> dict[str, Any]:
    return {**resolved, "type": min(types) if len(types) == 1 else sorted(types)} if types else resolved


def _both(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """Return the types that two schemas allow together; an integer is also a number."""
    if one is None or other is None:
        return one if other is None else other
    common = one & other
    if "integer" in one | other and "number" in one | other:
        common |= {"integer"}
    return common or None


def _either(alternatives: list[set[str] | None]) -> set[str] | None:
    """Return the types that one of several schemas allows; None if one of them allows any type."""
    found: set[str] = set()
    for types in alternatives:
        if types is None:
            return None
        found |= types
    return found


def _merged(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the members described in any of `parts`; if two describe the same, allow what either allows."""
    result: dict[str, Any] = {}
    for part in parts:
        for word in ("items", "additionalProperties"):
            if word in part:
                result[word] = _alternative(result[word], part[word]) if word in result else part[word]
        for word in ("prefixItems", "enum"):
            if word in part and len(parts) == 1:
                result[word] = part[word]
        if "properties" in part:
            known = result.setdefault("properties", {})
            for key, schema in part["properties"].items():
                known[key] = _alternative(known[key], schema) if key in known else schema
    return result


def _alternative(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    if one == other:
        return one
    return _typed(_merged([one, other]), _either([_types(one), _types(other)]))
