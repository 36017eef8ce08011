"""The form in which the user changes a call's arguments before it runs.

The page script sends back only texts. Which fields there are and what a text means is decided here, from the
tool's schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from observers.block_view import FormField
from overlay.common.json_types import JsonObject, JsonValue, ReadObject, list_in, object_in
from overlay.common.language import Phrase, mark
from overlay.common.secrets.arguments import redact
from overlay.tools.result import as_text

Kind = Literal["text", "number", "boolean", "choice", "json", "kept"]
MAX_FIELDS = 100
MAX_TEXT = 20_000
"""Characters of a value that can be edited; a longer one stays as it is."""
MAX_CHOICES = 200
MAX_TOLD = 500
"""Characters of a changed value that the notice for the model shows."""
MAX_HINT = 300
MAX_DEPTH = 50


class EditError(ValueError):
    """A text that is not a value of its field. The message says which one and what is valid."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Arguments that the user changed: those that the model `printed`, and the ones that run instead."""

    printed: dict[str, Any]
    arguments: dict[str, Any]

    @property
    def changed(self) -> list[str]:
        """The names of the arguments that were changed, added or left out."""
        names = dict.fromkeys((*self.printed, *self.arguments))
        return [name for name in names if not _same(self.printed, self.arguments, name)]

    def notice(self, schema: ReadObject) -> str:
        """Return one line for the model about the arguments that ran, without secrets."""
        ran = object_in(redact({name: self.arguments.get(name) for name in self.changed}, schema))
        parts = [f"{name} = {_short(ran[name])}" for name in ran if name in self.arguments]
        parts += [f"{name} left out" for name in self.changed if name not in self.arguments]
        return f"[The user changed the arguments before this call ran: {'; '.join(parts)}]"


def fields_of(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> list[FormField]:
    """Return one field for each argument and each parameter of the schema, in the schema's order."""
    properties = object_in(schema.get("properties"))
    required = list_in(schema.get("required"))
    names = list(dict.fromkeys((*properties, *arguments)))[:MAX_FIELDS]
    return [_field(name, object_in(properties.get(name)), arguments, name in required) for name in names]


def edited(
    schema: Mapping[str, Any], arguments: Mapping[str, Any], values: Mapping[str, str]
) -> dict[str, Any]:
    """Return `arguments` with the user's `values` in place of those that were changed.

    An empty text leaves an optional argument out, unless the argument was given as a text. Raises EditError.
    """
    known = {field.key: field for field in fields_of(schema, arguments)}
    result = dict(arguments)
    for key, text in values.items():
        field = known.get(key)
        if field is None or field.kind == "kept":
            raise EditError(Phrase(mark("{} can't be changed here"), repr(key[:80])))
        if len(text) > MAX_TEXT:
            raise EditError(Phrase(mark("{}: at most {} characters"), key, f"{MAX_TEXT:,}"))
        if text == field.value and key in arguments:
            continue
        if not text and not field.required and (field.kind != "text" or key not in arguments):
            result.pop(key, None)
            continue
        result[key] = _value(field, text, object_in(object_in(schema.get("properties")).get(key)))
    return result


def _field(key: str, schema: JsonObject, arguments: ReadObject, required: bool) -> FormField:
    options = _options(schema)
    value = arguments.get(key)
    text = as_text(value) if key in arguments else ""
    kind = _kind(schema, value, options)
    if key in arguments and kind == "json" and not isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False, indent=2)
    if len(text) > MAX_TEXT or not _encodes(key + text):
        kind, text = "kept", text[:200].encode("utf-8", "replace").decode()
    hint = schema.get("description")
    return FormField(
        key=key,
        kind=kind,
        value=text,
        required=required,
        choices=[as_text(option) for option in options] if kind == "choice" else [],
        hint=hint[:MAX_HINT] if isinstance(hint, str) and _encodes(hint) else "",
    )


def _kind(schema: JsonObject, value: JsonValue, options: list[JsonValue]) -> Kind:
    json_type = _only_branch(schema).get("type")
    if options and (value is None or value in options):
        return "choice"
    if json_type == "boolean" and (value is None or isinstance(value, bool)):
        return "boolean"
    if json_type in ("integer", "number") and (value is None or isinstance(value, int | float)):
        return "number"
    if json_type == "string" and (value is None or isinstance(value, str)):
        return "text"
    return "text" if json_type is None and isinstance(value, str) else "json"


def _value(field: FormField, text: str, schema: JsonObject) -> JsonValue:
    """Return what the text means. The tool's schema is checked later, as for each call."""
    if not _encodes(text):
        raise EditError(Phrase(mark("{}: it contains a broken character"), field.key))
    match field.kind:
        case "text":
            return text
        case "choice":
            found = [option for option in _options(schema) if as_text(option) == text]
            if not found:
                raise EditError(
                    Phrase(mark("{}: choose one of {}"), field.key, ", ".join(field.choices)[:400])
                )
            return found[0]
        case _:
            value = _json(field.key, text)
            if field.kind == "number" and (isinstance(value, bool) or not isinstance(value, int | float)):
                raise EditError(Phrase(mark("{}: write a number"), field.key))
            if field.kind == "boolean" and not isinstance(value, bool):
                raise EditError(Phrase(mark("{}: choose true or false"), field.key))
            return value


def _json(key: str, text: str) -> JsonValue:
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise EditError(Phrase(mark("{}: this is not valid JSON ({})"), key, str(error)[:400])) from error
    if _depth(value) > MAX_DEPTH:
        raise EditError(Phrase(mark("{}: it is nested too deeply"), key))
    return value


def _no_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")


def _depth(value: JsonValue) -> int:
    level: list[JsonValue] = [value]
    depth = 0
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [inner for each in level for inner in _members(each)]
    return depth


def _members(value: JsonValue) -> Iterable[JsonValue]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _only_branch(schema: JsonObject) -> JsonObject:
    """Return the schema itself, or its only branch that is not null, as Python's `str | None` gives it."""
    kind, branches = schema.get("type"), schema.get("anyOf")
    if isinstance(kind, list):
        kinds = [one for one in kind if one != "null"]
        return {**schema, "type": kinds[0] if len(kinds) == 1 else "any"}
    if isinstance(branches, list):
        found = [object_in(one) for one in branches]
        real = [one for one in found if one.get("type") != "null"]
        return real[0] if len(real) == 1 else {"type": "any"}
    return schema if "$ref" not in schema else {"type": "any"}


def _options(schema: JsonObject) -> list[JsonValue]:
    found = list_in(_only_branch(schema).get("enum"))
    return found if len(found) <= MAX_CHOICES and len({as_text(one) for one in found}) == len(found) else []


def _encodes(text: str) -> bool:
    """Return whether the text has no lone surrogates."""
    return text.isascii() or text.encode("utf-8", "replace").decode() == text


def _same(first: ReadObject, second: ReadObject, name: str) -> bool:
    if (name in first) != (name in second):
        return False
    a, b = first.get(name), second.get(name)
    return a == b and type(a) is type(b)


def _short(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_TOLD else f"{text[:MAX_TOLD]}… ({len(text):,} characters)"
