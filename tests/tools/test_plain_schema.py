"""Arguments that fit a plain schema are checked directly, with the same result as the full check."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.tools.errors import ToolError
from overlay.tools.validation import MAX_PLAIN, ArgumentCheck, plain_schema
from overlay.tools.work_limit import OWN_STEPS, STEPS
from tests.support.table import for_each

NAMES = st.sampled_from(["a", "b", "text", "é"])
KINDS = st.sampled_from(["string", "integer", "number", "boolean"])
NUMBERS = st.one_of(
    st.integers(),
    st.floats(),
    st.sampled_from([10**400, -(10**5000), 3.0, 1e300, float("inf"), float("nan"), True, False]),
)
TEXTS = st.one_of(
    st.text("a1 é\ud800😀", max_size=5),
    st.sampled_from(["3", " -3 ", "1e400", "9" * 5000, "true", "None", "null", "[1]", '{"a": 1}', "\ud800"]),
)
SCALARS: list[Any] = [True, False, None, 0, 1, 1.0, 1.5, "1", "true", ""]
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(SCALARS), NUMBERS, TEXTS, st.lists(NUMBERS, max_size=2), st.dictionaries(NAMES, TEXTS)
)
RIGHT: dict[str, st.SearchStrategy[Any]] = {
    "string": TEXTS,
    "integer": st.integers(),
    "number": NUMBERS,
    "boolean": st.booleans(),
}
MORE: list[dict[str, Any]] = [{}, {}, {}, {"default": 1}, {"description": "what"}, {"minimum": 1}]
CLOSED: list[dict[str, Any]] = [{}, {"additionalProperties": False}, {"additionalProperties": True}]
DRAFT: list[dict[str, Any]] = [{}, {"$schema": "http://json-schema.org/draft-07/schema#"}]
EVERYTHING = {"minProperties": 0}
"""Says nothing, but PlainSchema does not know that: such a schema has the full check."""


@st.composite
def given_calls(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A schema, and arguments of which most have the type that it asks for."""
    kinds = draw(st.dictionaries(NAMES, KINDS))
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: {"type": kind, **draw(st.sampled_from(MORE))} for name, kind in kinds.items()},
        "required": [name for name in kinds if draw(st.booleans())],
        **draw(st.sampled_from(CLOSED)),
        **draw(st.sampled_from(DRAFT)),
    }
    arguments = {
        name: draw(draw(st.sampled_from([RIGHT[kind], st.sampled_from(SCALARS), VALUES])))
        for name, kind in kinds.items()
        if draw(st.sampled_from([True, True, False]))
    }
    return schema, arguments | draw(st.sampled_from([{}, {}, {"b": 1}, {"other": "1"}]))


def answer(check: ArgumentCheck, arguments: dict[str, Any]) -> object:
    """The answer or the error of a check; `repr`, so that 1 differs from 1.0 and nan equals nan."""
    try:
        return str(sorted((name, shown(value)) for name, value in check(arguments).items()))
    except ToolError as error:
        return error.as_dict()


def shown(value: Any) -> str:
    return hex(value) if type(value) is int else repr(value)


@given(given_calls(), st.sampled_from([STEPS, OWN_STEPS]))
def test_the_direct_check_and_the_full_check_say_the_same(
    given: tuple[dict[str, Any], dict[str, Any]], steps: int
):
    schema, arguments = given
    direct = ArgumentCheck("t", schema, steps=steps)
    full = ArgumentCheck("t", schema | EVERYTHING, steps=steps)
    assert answer(direct, arguments) == answer(full, arguments)


@for_each("kind", RIGHT)
def test_the_direct_check_takes_the_values_that_the_full_check_takes(kind: str):
    schema = {"type": "object", "properties": {"a": {"type": kind}}}
    for value in SCALARS:
        assert answer(ArgumentCheck("t", schema), {"a": value}) == answer(
            ArgumentCheck("t", schema | EVERYTHING), {"a": value}
        )


def test_a_fitting_call_is_checked_without_the_full_check(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(ArgumentCheck, "_check")
    check = ArgumentCheck("t", {"type": "object", "properties": {"a": {"type": "string"}}})
    assert check({"a": "b"}) == {"a": "b"}


@for_each(
    "inner",
    [
        {"type": "string", "pattern": "a"},
        {"type": "integer", "minimum": 1},
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}]},
        {"$ref": "#"},
        {"type": "array"},
        {"type": "string", "enum": ["a"]},
        {},
        True,
    ],
)
def test_a_parameter_that_says_more_than_a_plain_type_needs_the_full_check(inner: object):
    assert plain_schema({"type": "object", "properties": {"a": inner}}) is None


@for_each(
    "more",
    [
        {"anyOf": [{"required": ["a"]}]},
        {"minProperties": 1},
        {"type": ["object", "null"]},
        {"$schema": "http://json-schema.org/draft-04/schema#"},
        {"properties": {f"p{n}": {"type": "string"} for n in range(MAX_PLAIN + 1)}},
    ],
)
def test_a_schema_that_says_more_than_its_parameters_needs_the_full_check(more: dict[str, Any]):
    assert plain_schema({"type": "object", "properties": {}, **more}) is None


def test_the_arguments_that_come_back_are_a_copy():
    arguments = {"a": "b"}
    check = ArgumentCheck("t", {"type": "object", "properties": {"a": {"type": "string"}}})
    assert check(arguments) is not arguments


def test_a_number_that_is_too_long_to_be_shown_is_reported_beside_another_fault():
    check = ArgumentCheck("t", {"type": "object", "properties": {}, "required": ["b"]})
    with pytest.raises(ToolError, match="A number in the arguments of 't' is too large"):
        check({"a": 10**5000})
