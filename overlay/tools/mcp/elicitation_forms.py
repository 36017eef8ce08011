"""Forms of an elicitation: a flat object of texts, numbers, booleans and choices.

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from overlay.common.json_types import JsonObject, JsonValue, ReadObject, list_in, object_in
from overlay.tools.errors import clip
from overlay.tools.mcp.secret_words import asks_for_secret
from overlay.tools.schema_limits import SchemaRefused, measure

Value = str | int | float | bool | list[str]
Kind = Literal["text", "number", "integer", "boolean", "choice", "choices"]
MAX_FIELDS = 50
MAX_PARTS = 2000
"""Maximum number of words, options and bounds of all fields together."""
MAX_DEPTH = 10
MAX_TEXT = 50_000
MAX_NUMBER = 1e300
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
NO = ("n", "no", "false", "0")
YES = ("y", "yes", "true", "1")


class FormError(ValueError):
    """A form that can't be shown, or a value that does not match it. The message says why
    and what is valid.
    """


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form.

    `options` are (value, label) pairs; `least` and `most` bound a number, a text's length or the number of
    choices; `default` is the initial value, None for none.
    """

    name: str
    kind: Kind
    title: str
    description: str = ""
    required: bool = False
    format: str = ""
    options: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None
    default: Value | None = None

    def check(self, value: Any) -> Value:
        """Return `value` in the form that may be sent. Raises FormError saying what is valid."""
        match self.kind:
            case "boolean":
                return _require(value, isinstance(value, bool), "yes or no")
            case "integer" | "number":
                fits = isinstance(value, int if self.kind == "integer" else int | float)
                kind = "a whole number" if self.kind == "integer" else "a number"
                _require(value, fits and not isinstance(value, bool) and abs(value) < float("inf"), kind)
                return _require(value, self._within(value), f"{kind}{self._bounds()}")
            case "choice":
                return _require(value, value in self._values, f"one of {', '.join(self._values)}")
            case "choices":
                chosen = cast("list[Any]", value) if isinstance(value, list) else [None]
                fits = all(one in self._values for one in chosen) and len(set(chosen)) == len(chosen)
                _require(value, fits, f"some of {', '.join(self._values)}")
                return _require(value, self._within(len(chosen)), f"choices{self._bounds()}")
            case _:
                _require(value, isinstance(value, str), "a text")
                _require(value, self._within(len(value)), f"a text of a length{self._bounds()}")
                what, fits = FORMATS.get(self.format, ("", _anything))
                return _require(value, fits(value), what)

    def parse(self, typed: str) -> Value:
        """Convert what the user typed to a value: y or n, a choice by number or name, several separated by
        commas.

        Raises FormError saying what is valid.
        """
        match self.kind:
            case "boolean":
                word = typed.strip().lower()
                return _require(word in YES, word in YES + NO, "yes or no")
            case "integer" | "number":
                return self.check(_read_number(typed))
            case "choice":
                return self.check(self._chosen(typed))
            case "choices":
                return self.check([self._chosen(one) for one in typed.split(",") if one.strip()])
            case _:
                return self.check(typed)

    @property
    def _values(self) -> list[str]:
        return [value for value, _ in self.options]

    def _chosen(self, typed: str) -> str:
        word = typed.strip()
        if word in self._values:
            return word
        named = [value for value, words in self.options if words.lower() == word.lower()]
        if named:
            return named[0]
        at = int(word) if word.isascii() and word.isdigit() else 0
        return self._values[at - 1] if 1 <= at <= len(self.options) else word

    def _within(self, size: float) -> bool:
        return (self.least is None or size >= self.least) and (self.most is None or size <= self.most)

    def _bounds(self) -> str:
        least = "" if self.least is None else f" of at least {self.least:g}"
        most = "" if self.most is None else f" of at most {self.most:g}"
        return f"{least}{' and' if least and most else ''}{most}"


def fields_of(schema: ReadObject) -> list[Field]:
    """Return the fields of a form, in its order. Raises FormError if the schema is not a flat object."""
    properties = schema.get("properties")
    if schema.get("type", "object") != "object" or not isinstance(properties, dict):
        raise FormError("it is not an object with properties")
    if len(properties) > MAX_FIELDS:
        raise FormError(f"it has {len(properties)} fields, more than {MAX_FIELDS}")
    try:
        measure(properties, depth=MAX_DEPTH, nodes=MAX_PARTS, text=MAX_TEXT)
    except SchemaRefused as error:  # a form too large to read is not shown
        raise FormError(str(error)) from error
    required = list_in(schema.get("required"))
    return [_field(name, object_in(about), name in required) for name, about in properties.items()]


def check_form(schema: ReadObject, content: Mapping[str, Any]) -> dict[str, Value]:
    """Return `content` in the form that may be sent. Raises FormError naming the field that
    does not match.
    """
    fields = {field.name: field for field in fields_of(schema)}
    for name in content:
        if name not in fields:
            raise FormError(f"{name}: there is no such field")
    checked: dict[str, Value] = {}
    for name, field in fields.items():
        if name in content:
            try:
                checked[name] = field.check(content[name])
            except FormError as error:
                raise FormError(f"{name}: {error}") from error
        elif field.required:
            raise FormError(f"{name}: must be filled in")
    return checked


def secrets_in(schema: ReadObject) -> list[str]:
    """Return the names of fields that seem to ask for a password, key or other secret."""
    properties = object_in(schema.get("properties"))
    return [name for name, about in properties.items() if _is_secret(name, object_in(about))]


def _is_secret(name: str, about: JsonObject) -> bool:
    if about.get("format") == "password" or about.get("writeOnly") is True:
        return True
    return asks_for_secret(name, str(about.get("title", "")), str(about.get("description", "")))


def _field(name: str, about: JsonObject, required: bool) -> Field:
    kind, options = _kind(name, about)
    sizes = {
        "text": ("minLength", "maxLength"),
        "choices": ("minItems", "maxItems"),
    }.get(kind, ("minimum", "maximum"))
    field = Field(
        name=name,
        kind=kind,
        title=str(about.get("title") or name),
        description=str(about.get("description") or ""),
        required=required,
        format=str(about.get("format") or ""),
        options=options,
        least=_number(about.get(sizes[0])),
        most=_number(about.get(sizes[1])),
    )
    try:
        default = None if about.get("default") is None else field.check(about["default"])
    except FormError:
        return field
    return replace(field, default=default)


def _kind(name: str, about: JsonObject) -> tuple[Kind, tuple[tuple[str, str], ...]]:
    match about.get("type"):
        case "boolean" | "integer" | "number" as plain:
            return cast("Kind", plain), ()
        case "string":
            options = _options(about)
            return ("choice" if options else "text"), options
        case "array":
            if options := _options(object_in(about.get("items"))):
                return "choices", options
        case _:
            pass
    raise FormError(f"its field {clip(name, 80)!r} is neither text, number, yes or no, nor a choice")


def _options(about: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return the choices as (value, label): from `enum`, optionally with `enumNames`, or from titled
    constants.
    """
    plain = about.get("enum")
    if isinstance(plain, list):
        values = [str(value) for value in plain]
        labels = [str(label) for label in list_in(about.get("enumNames"))]
        return tuple(zip(values, labels if len(labels) == len(values) else values, strict=True))
    titles = map(object_in, list_in(about.get("oneOf") or about.get("anyOf")))
    return tuple((str(one["const"]), str(one.get("title", one["const"]))) for one in titles if "const" in one)


def _require(value: Any, fits: bool, expected: str) -> Any:
    if not fits:
        raise FormError(f"must be {expected}")
    return value


def _number(value: JsonValue) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= MAX_NUMBER else None


def _read_number(typed: str) -> Any:
    """Return the number that was typed; if it is not a number, the text, which the check then refuses."""
    for read in (int, float):
        with suppress(ValueError):
            return read(typed)
    return typed


def _anything(_: str) -> bool:
    return True


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme and (parts.netloc or parts.path)) and text.isprintable() and " " not in text


def _reads(read: Callable[[str], object]) -> Callable[[str], bool]:
    def fits(text: str) -> bool:
        try:
            read(text)
        except ValueError:
            return False
        return True

    return fits


FORMATS: dict[str, tuple[str, Callable[[str], bool]]] = {
    "email": ("an e-mail address", lambda text: EMAIL.fullmatch(text) is not None),
    "uri": ("an address such as https://example.org", _is_address),
    "date": ("a date such as 2026-11-21", _reads(date.fromisoformat)),
    "date-time": ("a date and time such as 2026-11-21T12:00:00Z", _reads(datetime.fromisoformat)),
}
