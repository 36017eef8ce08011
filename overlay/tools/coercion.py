"""Converts argument values of the wrong type where the schema makes the meaning certain: "3" for an integer
becomes 3.

A value is changed only if its own type is not allowed and exactly one conversion is.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any, cast

from overlay.common.json_types import object_in
from overlay.tools.schema_limits import resolved
from overlay.tools.work_limit import OWN_STEPS, Work, length

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,300})(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,4})?")
MAX_DEPTH = 40


def coerce(value: Any, schema: Any, *, work: Work | None = None) -> Any:
    """Return `value` with all unambiguous conversions applied, as a new value.

    Strings become integers, numbers, booleans, null, arrays or objects only if they are written as JSON (or
    as Python's `True`/`False`/`None`) and the schema allows no string; `3.0` becomes 3 for an integer.
    Everything else is returned unchanged for the validator to check. Each visit of a schema is a step of
    `work`; raises TooMuchWork.
    """
    return _coerce(value, schema, _Root(schema, work or Work(OWN_STEPS)), 0)


def _coerce(value: Any, schema: Any, root: _Root, depth: int) -> Any:
    if depth > MAX_DEPTH:
        return value
    node = root.resolve(schema)
    if isinstance(value, str):
        value = _from_string(value, _kinds(node, root, depth))
    elif isinstance(value, float) and value.is_integer():
        allowed = _kinds(node, root, depth)
        value = int(value) if allowed is not None and allowed <= {"integer", "null"} else value
    if isinstance(value, dict):
        return _coerce_object(cast("dict[str, Any]", value), node, root, depth)
    if isinstance(value, list):
        return _coerce_array(cast("list[Any]", value), node, root, depth)
    return value


def _coerce_object(value: dict[str, Any], node: Any, root: _Root, depth: int) -> dict[str, Any]:
    inner = _only_branch(node, root, "object")
    properties = object_in(inner.get("properties"))
    extra = inner.get("additionalProperties")
    return {
        key: _coerce(item, properties.get(key, extra), root, depth + 1)
        if key in properties or extra
        else item
        for key, item in value.items()
    }


def _coerce_array(value: list[Any], node: Any, root: _Root, depth: int) -> list[Any]:
    inner = _only_branch(node, root, "array")
    first = cast("list[Any]", inner.get("prefixItems") or [])
    item_schema = inner.get("items")
    return [
        _coerce(item, first[at] if at < len(first) else item_schema, root, depth + 1)
        for at, item in enumerate(value)
    ]


def _from_string(text: str, allowed: set[str] | None) -> Any:
    if allowed is None or "string" in allowed:
        return text
    stripped = text.strip()
    if allowed & {"integer", "number"}:
        if INTEGER.fullmatch(stripped):
            return int(stripped)
        if "number" in allowed and NUMBER.fullmatch(stripped) and math.isfinite(float(stripped)):
            return float(stripped)
    if "boolean" in allowed and stripped.lower() in ("true", "false"):
        return stripped.lower() == "true"
    if "null" in allowed and stripped in ("null", "None"):
        return None
    if allowed & {"object", "array"} and stripped[:1] in ("{", "["):
        try:
            parsed: Any = json.loads(stripped)
        except (ValueError, RecursionError):
            return text
        return parsed if _kind_of(parsed) in allowed else text
    return text


def _kinds(node: Any, root: _Root, depth: int) -> set[str] | None:
    """Return the JSON types a schema allows; None if it does not say, so that nothing is converted."""
    node = root.resolve(node)
    if not isinstance(node, dict) or depth > MAX_DEPTH:
        return None
    schema = cast("dict[str, Any]", node)
    root.work.spend((length(schema.get("enum")) + length(schema.get("type"))) // 10)
    declared = schema.get("type")
    if isinstance(declared, str):
        return {declared}
    if isinstance(declared, list):
        return set(cast("list[str]", declared))
    if isinstance(schema.get("enum"), list):
        return {_kind_of(item) for item in cast("list[Any]", schema["enum"])}
    if "const" in schema:
        return {_kind_of(schema["const"])}
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            branch_kinds = [_kinds(branch, root, depth + 1) for branch in cast("list[Any]", schema[key])]
            known = [kinds for kinds in branch_kinds if kinds is not None]
            return {kind for kinds in known for kind in kinds} if len(known) == len(branch_kinds) else None
    if isinstance(schema.get("allOf"), list):
        branch_kinds = [_kinds(branch, root, depth + 1) for branch in cast("list[Any]", schema["allOf"])]
        known = [kinds for kinds in branch_kinds if kinds is not None]
        return {kind for kind in known[0] if all(kind in kinds for kinds in known)} if known else None
    return None


def _only_branch(node: Any, root: _Root, kind: str) -> dict[str, Any]:
    """Return the only branch of a union with this type, the node itself if it is not a
    union, otherwise {}.
    """
    schema = object_in(root.resolve(node))
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            branches = [object_in(root.resolve(branch)) for branch in cast("list[Any]", schema[key])]
            fitting = [branch for branch in branches if kind in (_kinds(branch, root, 0) or {kind})]
            return fitting[0] if len(fitting) == 1 else {}
    return schema


@dataclass(frozen=True, slots=True)
class _Root:
    """The root schema, in which references are resolved."""

    schema: Any
    work: Work

    def resolve(self, node: Any) -> Any:
        """Follow `$ref` inside the schema. Return None for a reference that leads elsewhere."""
        for _ in range(MAX_DEPTH):
            self.work.spend()
            reference = object_in(node).get("$ref")
            if not isinstance(reference, str):
                return node
            node = resolved(reference, self.schema)
        return None


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(cast("type[Any]", type(value)), "object")
