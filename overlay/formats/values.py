"""The value of an argument that a format gives as raw text: by the tool's schema, else the text itself."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, cast

from .mend import NotJson, loads
from .schema import Resolver, Schema

_INTEGER = re.compile(r"[+-]?\d{1,4000}")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
_BOOLEANS = {"true": True, "false": False}
_EDGE_START = re.compile(r"\r?\n")
_CDATA = re.compile(r"\s*<!\[CDATA\[(.*)\]\]>\s*", re.DOTALL)


def cut_edges(raw: str) -> str:
    """`raw` without one line break at each edge, if both tags stand on lines of their own.

    A model that sets a value apart does so on both sides; a line break on one side alone belongs to the
    value. Indentation before the closing tag stays.
    """
    start = _EDGE_START.match(raw)
    if not start or not raw.rstrip(" \t").endswith("\n"):
        return raw
    raw = raw[start.end() :]
    if raw.endswith("\n"):
        raw = raw[:-2] if raw.endswith("\r\n") else raw[:-1]
    return raw


def unwrap(raw: str) -> str:
    """The text of an XML-like value: CDATA unwrapped, line breaks at both edges cut."""
    found = _CDATA.fullmatch(raw)
    return found[1].replace("]]]]><![CDATA[>", "]]>") if found else cut_edges(raw)


def types(schema: Schema) -> set[str]:
    """The JSON types that `schema` allows, its alternatives included; empty if it says nothing."""
    own = schema.get("type") or Resolver(schema).resolved(schema).get("type", ())
    return {own} if isinstance(own, str) else {str(item) for item in own}


def fitted(value: Any, schema: Schema | None) -> Any:
    """`value` with each string in it that `schema` allows no string for read as what it allows.

    A string stays one where the schema is silent, allows strings, or where the text is nothing it allows.
    """
    if not schema:
        return value
    if isinstance(value, str):
        allowed = types(schema)
        found = typed(value, schema) if allowed and "string" not in allowed else value
        return found if isinstance(found, str) else fitted(found, schema)
    if isinstance(value, dict):
        parts = cast("Mapping[str, Schema]", _part(schema, "properties") or {})
        rest = _part(schema, "additionalProperties")
        items = cast("dict[str, Any]", value).items()
        return {key: fitted(item, parts.get(key, rest)) for key, item in items}
    if isinstance(value, list):
        inner = _part(schema, "items")
        return [fitted(item, inner) for item in cast("list[Any]", value)]
    return value


def _part(schema: Schema, word: str) -> Schema | None:
    part = schema.get(word)
    return cast("Schema", part) if isinstance(part, Mapping) else None


def typed(text: str, schema: Schema | None) -> Any:
    """The value that `text` stands for under `schema`; `text` itself where it fits no allowed type or there
    is none.
    """
    if not schema:
        return text
    allowed = types(schema)
    bare = text.strip()
    if "null" in allowed and bare == "null":
        return None
    if "string" in allowed and not (allowed & {"object", "array"} and bare[:1] in ("{", "[")):
        return text
    if "boolean" in allowed and bare.lower() in _BOOLEANS:
        return _BOOLEANS[bare.lower()]
    if allowed & {"integer", "number"} and _INTEGER.fullmatch(bare):
        return int(bare)
    if "number" in allowed and _NUMBER.fullmatch(bare):
        number = float(bare)
        return number if math.isfinite(number) else text
    if bare[:1] in ("{", "[") and allowed & {"object", "array"}:
        return _structure(text, bare, allowed)
    return text


def _structure(text: str, bare: str, allowed: set[str]) -> Any:
    try:
        value, _ = loads(bare)
    except NotJson:
        return text
    kind = "object" if isinstance(value, dict) else "array"
    return cast("Any", value) if kind in allowed else text


def literal(text: str) -> Any:
    """The JSON value that `text` is, else the text: for formats that print JSON values without quotes."""
    bare = text.strip()
    if bare in ("true", "false", "null") or _JSON_NUMBER.fullmatch(bare) or bare[:1] in ("{", "["):
        try:
            return loads(bare)[0]
        except NotJson:
            return text
    return text
