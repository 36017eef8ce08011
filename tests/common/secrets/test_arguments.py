from __future__ import annotations

from typing import Any

import pytest

from overlay.common.secrets import REDACTED
from overlay.common.secrets.arguments import redact
from tests.support.table import for_each

SECRET: dict[str, Any] = {"type": "string", "writeOnly": True}
PLAIN: dict[str, Any] = {"type": "string"}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@for_each("mark", [{"writeOnly": True}, {"format": "password"}])
def test_an_argument_that_the_schema_calls_secret_is_taken_out(mark: dict[str, Any]) -> None:
    assert redact({"a": "x", "b": "y"}, of(a=mark, b=PLAIN)) == {"a": REDACTED, "b": "y"}


@for_each("value", [7, True, ["x"], {"x": "y"}, ""])
def test_a_secret_of_any_type_is_taken_out(value: Any) -> None:
    assert redact({"a": value}, of(a=SECRET)) == {"a": REDACTED}


def test_a_secret_that_is_not_given_stays_not_given() -> None:
    assert redact({"a": None}, of(a=SECRET)) == {"a": None}


@for_each(
    "schema",
    [
        pytest.param(of(a=of(b=SECRET)), id="in an object"),
        pytest.param({"allOf": [of(a=of(b=SECRET))]}, id="allOf"),
        pytest.param(of(a={"anyOf": [PLAIN, of(b=SECRET)]}), id="anyOf"),
        pytest.param(of(a={"oneOf": [of(b=SECRET), PLAIN]}), id="oneOf"),
        pytest.param({"if": PLAIN, "then": of(a=of(b=SECRET))}, id="then"),
        pytest.param({"else": of(a=of(b=SECRET))}, id="else"),
        pytest.param({"$defs": {"x": of(b=SECRET)}, "properties": {"a": {"$ref": "#/$defs/x"}}}, id="$ref"),
        pytest.param(
            {"$defs": {"a/b~c": SECRET}, "properties": {"a": of(b={"$ref": "#/$defs/a~1b~0c"})}},
            id="$ref with escapes",
        ),
        pytest.param({"x": [of(b=SECRET)], "properties": {"a": {"$ref": "#/x/0"}}}, id="$ref into a list"),
        pytest.param(of(a={"patternProperties": {"^b": SECRET}}), id="patternProperties"),
        pytest.param(of(a={"patternProperties": {"(": SECRET}}), id="a pattern that is none"),
        pytest.param(of(a={"additionalProperties": SECRET}), id="additionalProperties"),
        pytest.param(of(a={"unevaluatedProperties": SECRET}), id="unevaluatedProperties"),
    ],
)
def test_a_secret_is_found_wherever_the_schema_says_it(schema: dict[str, Any]) -> None:
    assert redact({"a": {"b": "x"}}, schema) == {"a": {"b": REDACTED}}


@for_each(
    ("schema", "kept"),
    [
        pytest.param({"items": SECRET}, [], id="all items"),
        pytest.param({"prefixItems": [PLAIN, SECRET]}, [0, 2], id="one of the first"),
        pytest.param({"prefixItems": [PLAIN], "items": SECRET}, [0], id="those after the first"),
        pytest.param({"items": [PLAIN, SECRET]}, [0, 2], id="as before 2020-12"),
        pytest.param({"items": [PLAIN], "additionalItems": SECRET}, [0], id="additionalItems"),
        pytest.param({"items": True}, [0, 1, 2], id="nothing said"),
    ],
)
def test_a_secret_is_found_in_a_list(schema: dict[str, Any], kept: list[int]) -> None:
    wanted = [letter if at in kept else REDACTED for at, letter in enumerate("abc")]
    assert redact({"a": ["a", "b", "c"]}, of(a=schema)) == {"a": wanted}


def test_additional_properties_are_not_the_named_ones() -> None:
    schema = {"properties": {"a": PLAIN}, "additionalProperties": SECRET}
    assert redact({"a": "x", "b": "y"}, schema) == {"a": "x", "b": REDACTED}


@for_each("reference", ["#/nowhere", "#/a/b/c", "https://example.org/x", 7, "#/x/9", "#/x/y"])
def test_a_reference_that_leads_nowhere_is_passed_over(reference: Any) -> None:
    schema = {"a": "text", "x": [PLAIN], "properties": {"a": {"$ref": reference}}}
    assert redact({"a": "x"}, schema) == {"a": "x"}


def test_a_schema_that_refers_to_itself_comes_to_an_end() -> None:
    schema = {"properties": {"next": {"$ref": "#"}, "code": SECRET}}
    assert redact({"next": {"next": {"code": "x"}}}, schema) == {"next": {"next": {"code": REDACTED}}}


def test_an_argument_nested_too_deep_is_taken_out() -> None:
    value: Any = "deep"
    for _ in range(200):
        value = [value]
    found = redact(value, {})
    while isinstance(found, list):
        (found,) = found  # pyright: ignore[reportUnknownVariableType]
    assert found == REDACTED


def test_texts_are_looked_through_by_their_looks() -> None:
    assert redact({"a": ["password=hunter"]}, {}) == {"a": [f"password={REDACTED}"]}


def test_a_secret_in_a_name_is_taken_out_too() -> None:
    assert redact({"password=hunter": 1}, {}) == {f"password={REDACTED}": 1}


def test_an_argument_is_secret_by_its_name_even_if_the_schema_does_not_say_so() -> None:
    assert redact({"user": "me", "apiKey": "x", "password": ""}, of(apiKey=PLAIN)) == {
        "user": "me",
        "apiKey": REDACTED,
        "password": "",
    }


def test_numbers_and_flags_are_no_secrets() -> None:
    value = {"max_tokens": 7, "password": True, "x": 1.5, "y": None}
    assert redact(value, {}) == value


def test_the_given_arguments_are_not_changed() -> None:
    value = {"a": {"b": ["password=hunter"]}}
    redact(value, {})
    assert value == {"a": {"b": ["password=hunter"]}}


@for_each(
    ("value", "hidden"),
    [
        (["curl", "-u", "ann:kite77x", "https://x.example"], ["curl", "-u", REDACTED, "https://x.example"]),
        (["tool", "--password", "kite77x", "-v"], ["tool", "--password", REDACTED, "-v"]),
        (["mysql", "-pkite77x", "shop"], ["mysql", f"-p{REDACTED}", "shop"]),
        ({"name": "X-Api-Key", "value": "kite"}, {"name": "X-Api-Key", "value": REDACTED}),
        ({"passwords": ["kite", "tree"]}, {"passwords": REDACTED}),
        ({"pin": 482913}, {"pin": REDACTED}),
    ],
)
def test_a_secret_is_known_by_its_neighbour(value: Any, hidden: Any) -> None:
    assert redact(value, {}) == hidden


@for_each(
    "value",
    [
        ["-u", "ann", "--all"],
        ["password", "user"],
        {"name": "size", "value": "big"},
        {"pin": 7, "tokens": [1]},
    ],
)
def test_a_value_beside_a_plain_word_stays(value: Any) -> None:
    assert redact(value, {}) == value
