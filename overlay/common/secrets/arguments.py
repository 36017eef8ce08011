"""Removes secrets from arguments: values that a schema or name marks as secret or that look like secrets.

The schema's keywords are JSON Schema's `writeOnly` (2019-09 and later, section "writeOnly") and
`"format": "password"` (OpenAPI 3.1, "Data Type Format").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from overlay.common.json_types import JsonValue, ReadObject, list_in
from overlay.common.secrets.finding import REDACTED, find, hide
from overlay.common.secrets.names import is_secret_name, tier_of

Schema: TypeAlias = ReadObject
_ALL_OF_IT = ("allOf", "anyOf", "oneOf")
_CONDITIONS = ("if", "then", "else", "not")
_DEPTH = 100
_NAMING, _HOLDING = ("name", "key", "header"), ("value", "text")
_WORDS = 2000
"""Maximum number of words of a list that is read as a command line."""
_SMALL = 999
"""Numbers up to this are treated as counts, whatever their name is."""


def redact(value: Any, schema: Mapping[str, Any], text: Callable[[str], str] = hide) -> JsonValue:
    """Return a copy of the JSON value `value` without its secrets; `text` removes those of each text in it.

    `schema` is the JSON Schema of the whole value. If it has alternatives (`anyOf`, …) and one of them is
    secret, the value is secret. Only references within the schema itself are followed.
    """
    return _Redaction(schema, text).of(value, [schema], 0)


class _Redaction:
    def __init__(self, root: Schema, text: Callable[[str], str]) -> None:
        self._root = root
        self._text = text

    def of(self, value: JsonValue | ReadObject, schemas: list[Schema], depth: int) -> JsonValue:
        each_schema = list(self._ways(schemas))
        secret = any(one.get("writeOnly") is True or one.get("format") == "password" for one in each_schema)
        if (secret and value is not None) or depth > _DEPTH:
            return REDACTED
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            line = _on_command_line(value, self._text)
            each = [
                self.of(item, list(_of_item(each_schema, at)), depth + 1) for at, item in enumerate(value)
            ]
            return [kept if kept == REDACTED else line[at] for at, kept in enumerate(each)] if line else each
        if isinstance(value, Mapping):
            named = _named_value(value)
            return {
                self._text(key): REDACTED if key == named else self._member(key, item, each_schema, depth)
                for key, item in value.items()
            }
        return value

    def _member(self, key: str, value: JsonValue, applied: list[Schema], depth: int) -> JsonValue:
        if isinstance(value, str) and value and is_secret_name(key, value):
            return REDACTED
        if _holds_only_secrets(key, value):
            return REDACTED
        return self.of(value, list(_of_member(applied, key)), depth + 1)

    def _ways(self, schemas: list[Schema]) -> Iterator[Schema]:
        """Yield the schemas and all subschemas that apply to the same value, each once."""
        seen: set[int] = set()
        waiting = list(schemas)
        while waiting:
            schema = waiting.pop()
            if id(schema) in seen:
                continue
            seen.add(id(schema))
            yield schema
            for key in _ALL_OF_IT:
                waiting += _schemas(schema.get(key))
            for key in _CONDITIONS:
                waiting += _schemas([schema.get(key)])
            for key in ("$ref", "$dynamicRef"):
                waiting += _schemas([self._referred(schema.get(key))])

    def _referred(self, reference: JsonValue) -> JsonValue | Schema:
        """Return the target of a reference within the schema (RFC 6901), None for any other reference."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        found: JsonValue | Schema = self._root
        for part in reference[1:].split("/")[1:]:
            step = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, Mapping):
                found = found.get(step)
            elif isinstance(found, list) and step.isdigit() and int(step) < len(found):
                found = found[int(step)]
            else:
                return None
        return found


def _of_member(schemas: list[Schema], key: str) -> Iterator[Schema]:
    for schema in schemas:
        named = _mapping(schema.get("properties"))
        matching = [
            schema
            for pattern, schema in _mapping(schema.get("patternProperties")).items()
            if _fits(pattern, key)
        ]
        yield from _schemas([named.get(key), *matching])
        if key not in named and not matching:
            yield from _schemas([schema.get("additionalProperties"), schema.get("unevaluatedProperties")])


def _of_item(schemas: list[Schema], at: int) -> Iterator[Schema]:
    for schema in schemas:
        # Before 2020-12 a list under `items` is what `prefixItems` is now.
        plain = schema.get("items")
        listed = list_in(schema.get("prefixItems", plain))
        if at < len(listed):
            yield from _schemas([listed[at]])
        else:
            yield from _schemas([plain, schema.get("additionalItems"), schema.get("unevaluatedItems")])


def _holds_only_secrets(key: str, value: JsonValue) -> bool:
    """Return whether a name marks a number or a list as secret: `pin: 482913`, `passwords: ["…"]`."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return abs(value) > _SMALL and tier_of(key) in ("sure", "code")
    items = list_in(value)
    return bool(items) and all(isinstance(item, str) for item in items) and tier_of(key) == "sure"


def _named_value(members: ReadObject) -> str | None:
    """Return the key of a value that its neighbour names as secret: `{"name": "X-Api-Key", "value": "…"}`."""
    texts = {key: value for key, value in members.items() if isinstance(value, str)}
    name = next((texts[word] for word in _NAMING if word in texts), None)
    value_key = next((word for word in _HOLDING if word in texts), None)
    if name is None or value_key is None or not is_secret_name(name, texts[value_key]):
        return None
    return value_key


def _on_command_line(items: list[JsonValue], text: Callable[[str], str]) -> list[str] | None:
    """Return the words of a command line without the values of secret options; None for any other list."""
    words = cast("list[str]", items)
    if not 1 < len(items) <= _WORDS or not all(isinstance(item, str) for item in items):
        return None
    if not any(word.startswith(("-", "/")) for word in words):
        return None
    line, places = " ".join(words), find(" ".join(words))
    at, hidden = 0, list[str]()
    for word in words:
        inside = [(max(start, at), min(end, at + len(word))) for start, end in places]
        is_secret = any(start < end and (start, end) == (at, at + len(word)) for start, end in inside)
        cut = [(start, end) for start, end in inside if start < end]
        plain = line[at : at + len(word)]
        for start, end in reversed(cut):
            plain = plain[: start - at] + REDACTED + plain[end - at :]
        hidden.append(REDACTED if is_secret else text(plain))
        at += len(word) + 1
    return hidden


def _fits(pattern: str, key: str) -> bool:
    try:
        return re.search(pattern, key) is not None
    except re.error:
        return True


def _mapping(value: JsonValue) -> ReadObject:
    return value if isinstance(value, Mapping) else {}


def _schemas(values: JsonValue | list[JsonValue | Schema]) -> list[Schema]:
    """Return the schemas that are objects; `true` and `false` are valid schemas too, but mark no secret."""
    listed = values if isinstance(values, list) else []
    return [cast("Schema", value) for value in listed if isinstance(value, Mapping)]
