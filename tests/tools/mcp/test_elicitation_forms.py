from __future__ import annotations

from typing import Any

import pytest

from overlay.tools.mcp.elicitation_forms import Field, FormError, check_form, fields_of, secrets_in
from tests.support.table import for_each

HEROES = {"oneOf": [{"const": "h1", "title": "Superman"}, {"const": "h2", "title": "Batman"}]}


def form(*, required: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(required)}


def field(**said: Any) -> Field:
    return fields_of({"properties": {"x": said}})[0]


@for_each(
    ("said", "kind", "options"),
    [
        ({"type": "string"}, "text", ()),
        ({"type": "boolean"}, "boolean", ()),
        ({"type": "integer"}, "integer", ()),
        ({"type": "number"}, "number", ()),
        ({"type": "string", "enum": ["a", "b"]}, "choice", (("a", "a"), ("b", "b"))),
        ({"type": "string", "enum": ["a"], "enumNames": ["Ah"]}, "choice", (("a", "Ah"),)),
        ({"type": "string", "enum": ["a"], "enumNames": []}, "choice", (("a", "a"),)),
        ({"type": "string", **HEROES}, "choice", (("h1", "Superman"), ("h2", "Batman"))),
        ({"type": "array", "items": {"enum": ["a"]}}, "choices", (("a", "a"),)),
        ({"type": "array", "items": {"anyOf": [{"const": "a"}, 3, {}]}}, "choices", (("a", "a"),)),
    ],
)
def test_each_kind_of_field_is_known(said: Any, kind: str, options: Any):
    found = field(**said)
    assert found.kind == kind
    assert found.options == options


def test_a_field_has_its_words_and_bounds():
    said = {
        "type": "string",
        "title": "T",
        "description": "D",
        "format": "email",
        "minLength": 2,
        "maxLength": 9,
    }
    found = fields_of(form(required=("x",), x=said))[0]
    assert found == Field("x", "text", "T", "D", required=True, format="email", least=2, most=9)


def test_a_field_without_a_title_is_called_by_its_name():
    assert field(type="string").title == "x"


@for_each(
    ("said", "default"),
    [
        ({"type": "integer", "default": 42}, 42),
        ({"type": "integer", "default": "no"}, None),
        ({"type": "string", "enum": ["a"], "default": "b"}, None),
        ({"type": "boolean", "default": False}, False),
    ],
)
def test_a_default_that_does_not_fit_is_none(said: Any, default: Any):
    assert field(**said).default == default


@for_each(
    "schema",
    [
        {"type": "array"},
        {"type": "object"},
        form(x={"type": "object", "properties": {}}),
        form(x={"type": "array", "items": {"type": "string"}}),
        form(x={"type": "array"}),
        form(x={"type": ["string", "null"]}),
        form(x=3),
        {"properties": {f"x{at}": {"type": "string"} for at in range(51)}},
    ],
)
def test_a_form_that_is_not_flat_is_refused(schema: Any):
    with pytest.raises(FormError):
        fields_of(schema)


def test_a_required_list_that_is_none_requires_nothing():
    assert not fields_of({"properties": {"x": {"type": "string"}}, "required": "x"})[0].required


@for_each(
    ("said", "typed", "value"),
    [
        ({"type": "string"}, "hello", "hello"),
        ({"type": "boolean"}, "Y", True),
        ({"type": "boolean"}, "no", False),
        ({"type": "integer"}, "7", 7),
        ({"type": "number"}, "7", 7),
        ({"type": "number"}, "7.5", 7.5),
        ({"type": "string", **HEROES}, "2", "h2"),
        ({"type": "string", **HEROES}, "batman", "h2"),
        ({"type": "string", **HEROES}, "h1", "h1"),
        ({"type": "string", "enum": ["2", "1"]}, "1", "1"),
        ({"type": "array", "items": {"enum": ["a", "b", "c"]}}, "a, 3,", ["a", "c"]),
        ({"type": "string", "format": "email"}, "a@example.org", "a@example.org"),
        ({"type": "string", "format": "uri"}, "https://example.org/x", "https://example.org/x"),
        ({"type": "string", "format": "date"}, "2026-11-21", "2026-11-21"),
        ({"type": "string", "format": "date-time"}, "2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"),
        ({"type": "string", "format": "unheard-of"}, "x", "x"),
    ],
)
def test_a_typed_text_becomes_a_value(said: Any, typed: str, value: Any):
    assert field(**said).parse(typed) == value


@for_each(
    ("said", "typed", "wanted"),
    [
        ({"type": "boolean"}, "maybe", "yes or no"),
        ({"type": "integer"}, "7.5", "a whole number"),
        ({"type": "integer"}, "x", "a whole number"),
        (
            {"type": "integer", "minimum": 1, "maximum": 5},
            "6",
            "a whole number of at least 1 and of at most 5",
        ),
        ({"type": "number", "minimum": 1}, "0", "a number of at least 1"),
        ({"type": "number"}, "inf", "a number"),
        ({"type": "number"}, "nan", "a number"),
        ({"type": "string", **HEROES}, "3", "one of h1, h2"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "c", "some of a, b"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "a,a", "some of a, b"),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}, "a,b", "choices of at most 1"),
        ({"type": "string", "minLength": 3}, "ab", "a text of a length of at least 3"),
        ({"type": "string", "format": "email"}, "a@b", "an e-mail address"),
        ({"type": "string", "format": "uri"}, "example", "an address such as"),
        ({"type": "string", "format": "uri"}, "https://[::1", "an address such as"),
        ({"type": "string", "format": "date"}, "21.11.2026", "a date such as"),
        ({"type": "string", "format": "date-time"}, "noon", "a date and time such as"),
    ],
)
def test_a_text_that_does_not_fit_is_reported_with_one_that_would(said: Any, typed: str, wanted: str):
    with pytest.raises(FormError, match=f"^must be {wanted}"):
        field(**said).parse(typed)


@for_each(
    ("said", "value"),
    [
        ({"type": "string"}, 3),
        ({"type": "boolean"}, 1),
        ({"type": "integer"}, True),
        ({"type": "array", "items": {"enum": ["a"]}}, "a"),
        ({"type": "string", "enum": ["a"]}, ["a"]),
    ],
)
def test_a_value_of_another_type_does_not_fit(said: Any, value: Any):
    with pytest.raises(FormError):
        field(**said).check(value)


def test_a_form_that_fits_is_given_back():
    schema = form(required=("a",), a={"type": "string"}, b={"type": "integer"})
    assert check_form(schema, {"a": "x"}) == {"a": "x"}


@for_each(
    ("content", "why"),
    [
        ({}, "a: must be filled in"),
        ({"a": 3}, "a: must be a text"),
        ({"a": "x", "c": 1}, "c: there is no such field"),
    ],
)
def test_a_form_that_does_not_fit_names_the_field(content: Any, why: str):
    with pytest.raises(FormError, match=f"^{why}$"):
        check_form(form(required=("a",), a={"type": "string"}), content)


@for_each(
    ("name", "said"),
    [
        ("password", {}),
        ("pass_phrase", {}),
        ("x", {"title": "API key"}),
        ("x", {"title": "Your PIN"}),
        ("github_token", {}),
        ("x", {"format": "password"}),
        ("x", {"writeOnly": True}),
    ],
)
def test_a_field_that_asks_for_a_secret_is_known(name: str, said: Any):
    assert secrets_in({"properties": {name: {"type": "string", **said}}}) == [name]


@for_each(
    "schema", [form(city={"type": "string"}, spinning={"type": "boolean"}), {}, {"properties": {"x": 3}}]
)
def test_a_field_without_a_secret_word_asks_for_no_secret(schema: Any):
    assert secrets_in(schema) == []
