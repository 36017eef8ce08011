"""Converts an argument given as raw text to the type in the tool's schema; without a schema it stays text."""

from __future__ import annotations

import math
import re
from typing import Any, cast

from .lenient_json import InvalidJson, loads
from .nested_elements import element_value
from .schema_types import Resolver, Schema, part

_INTEGER = re.compile(r"[+-]?\d{1,4000}")
_WHOLE = re.compile(r"[+-]?\d{1,4000}\.0{1,30}")  # JSON Schema counts such a number as an integer
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
_BOOLEANS = {"true": True, "false": False}
_COMPOSED = frozenset(["$ref", "allOf", "anyOf", "oneOf", "enum", "const"])
_EDGE_START = re.compile(r"\r?\n")
_CDATA = re.compile(r"\s*<!\[CDATA\[(.*)\]\]>\s*", re.DOTALL)


def cut_edges(raw: str) -> str:
    """Return `raw` without one line break at each edge, if it has one at both.

    A model that prints a value on separate lines adds a line break on both sides; a line break on only one
    side belongs to the value. The indent of the closing tag stays.
    """
    start = _EDGE_START.match(raw)
    if not start or not raw.rstrip(" \t").endswith("\n"):
        return raw
    raw = raw[start.end() :]
    if raw.endswith("\n"):
        raw = raw[:-2] if raw.endswith("\r\n") else raw[:-1]
    return raw


def unwrap(raw: str) -> str:
    """Return the text of an XML-like value: without its CDATA wrapper and the line breaks at both edges."""
    if raw and raw[0] != "<" and not raw[0].isspace():
        return raw
    found = _CDATA.fullmatch(raw)
    return found[1].replace("]]]]><![CDATA[>", "]]>") if found else cut_edges(raw)


def types(schema: Schema) -> set[str]:
    """Return the JSON types that `schema` and its alternatives allow; empty if any type is allowed."""
    raw = schema.keys() & _COMPOSED
    own = (Resolver(schema).resolved(schema) if raw else schema).get("type", ())
    return {own} if isinstance(own, str) else {str(item) for item in own}


def fitted(value: Any, schema: Schema | None) -> Any:
    """Return `value` with its strings typed by `schema`, where the schema doesn't allow a string.

    A string stays if the schema gives no type or allows strings, or if its text fits no allowed type.
    """
    if not schema:
        return value
    if isinstance(value, str):
        allowed = types(schema)
        found = typed(value, schema) if allowed and ("string" not in allowed or "enum" in schema) else value
        return found if isinstance(found, str) else fitted(found, schema)
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {key: fitted(item, part(schema, key)) for key, item in items}
    if isinstance(value, list):
        return [fitted(item, part(schema, place)) for place, item in enumerate(cast("list[Any]", value))]
    return value


def typed(text: str, schema: Schema | None) -> Any:
    """Return `text` as a value of a type that `schema` allows.

    Returns `text` itself if it fits none of these types or there is no schema.
    """
    if not schema:
        return text
    allowed = types(schema)
    bare = text.strip()
    if "null" in allowed and bare == "null":
        return None
    if "string" in allowed and "enum" in schema:
        return _of_enum(text, bare, cast("list[Any]", schema["enum"]))
    if "string" in allowed and not (allowed & {"object", "array"} and bare[:1] in ("{", "[")):
        return text
    if "boolean" in allowed and bare.lower() in _BOOLEANS:
        return _BOOLEANS[bare.lower()]
    if allowed & {"integer", "number"} and _INTEGER.fullmatch(bare):
        return int(bare)
    if "integer" in allowed and _WHOLE.fullmatch(bare):
        return int(bare.partition(".")[0])
    if "number" in allowed and _NUMBER.fullmatch(bare):
        number = float(bare)
        return number if math.isfinite(number) else text
    if bare[:1] in ("{", "[") and allowed & {"object", "array"}:
        return _structure(text, bare, allowed)
    if bare[:1] == "<" and allowed & {"object", "array"}:
        return element_value(bare, schema, typed, text)
    return text


def _of_enum(text: str, bare: str, known: list[Any]) -> Any:
    """Return the number in `known` that `text` means; the text if there is none or `known` has the text."""
    if text in known or not _JSON_NUMBER.fullmatch(bare):
        return text
    number = float(bare)
    return next((one for one in known if type(one) in (int, float) and one == number), text)


def _structure(text: str, bare: str, allowed: set[str]) -> Any:
    try:
        value, _ = loads(bare)
    except InvalidJson:
        return text
    kind = "object" if isinstance(value, dict) else "array"
    return cast("Any", value) if kind in allowed else text


def literal(text: str) -> Any:
    """Return `text` read as JSON, otherwise `text`: for formats that print JSON values without quotes."""
    bare = text.strip()
    if bare in ("true", "false", "null") or _JSON_NUMBER.fullmatch(bare) or bare[:1] in ("{", "["):
        try:
            return loads(bare)[0]
        except InvalidJson:
            return text
    return text
