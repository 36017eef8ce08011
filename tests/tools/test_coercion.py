from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.tools.coercion import MAX_DEPTH, coerce
from overlay.tools.work_limit import TooMuchWork, Work
from tests.support.table import for_each

INT = {"type": "integer"}
NUM = {"type": "number"}
BOOL = {"type": "boolean"}
ANYTHING: dict[str, Any] = {}
MAYBE_INT = {"anyOf": [INT, {"type": "null"}]}


@for_each(
    ("value", "schema", "mended"),
    [
        ("3", INT, 3),
        (" -3\n", INT, -3),
        ("12345678901234567890123", INT, 12345678901234567890123),
        (3.0, INT, 3),
        ("3", NUM, 3),
        ("3.50", NUM, 3.5),
        ("1e3", NUM, 1000.0),
        ("true", BOOL, True),
        ("False", BOOL, False),
        ("null", {"type": "null"}, None),
        ("None", MAYBE_INT, None),
        ("4", MAYBE_INT, 4),
        ("4", {"oneOf": [INT, BOOL]}, 4),
        ("4", {"type": ["integer", "null"]}, 4),
        ("4", {"allOf": [INT, {"minimum": 1}]}, 4),
        ("2", {"enum": [1, 2]}, 2),
        ("2", {"const": 2}, 2),
        ("1.5", {"enum": [1.5, 2.5]}, 1.5),
        ("true", {"enum": [True]}, True),
        ("null", {"const": None}, None),
        ('["a"]', {"type": "array"}, ["a"]),
        ('{"a": 1}', {"type": "object"}, {"a": 1}),
        ('["1", 2]', {"type": "array", "items": INT}, [1, 2]),
        ("[1]", {"const": [1]}, [1]),
        ('{"a": 1}', {"const": {"a": 1}}, {"a": 1}),
    ],
)
def test_a_value_with_one_possible_meaning_is_mended(value: Any, schema: Any, mended: Any):
    result = coerce(value, schema)
    assert result == mended
    assert type(result) is type(mended)


@for_each(
    ("value", "schema"),
    [
        ("0042", INT),
        ("1.5", INT),
        ("3.0", INT),
        ("1,000", INT),
        ("٣", INT),
        ("3", {"type": "string"}),
        ("3", {"type": ["integer", "string"]}),
        ("3", {"anyOf": [INT, {"type": "string"}]}),
        ("3", {"anyOf": [INT, ANYTHING]}),
        ("3", ANYTHING),
        ("3", True),
        ("3", {"allOf": [ANYTHING]}),
        ("3", {"enum": [1, "3"]}),
        ("1e999", NUM),
        ("nan", NUM),
        ("yes", BOOL),
        ("1", BOOL),
        (1, BOOL),
        (1.5, INT),
        (3.0, NUM),
        (42, {"type": "string"}),
        ("[1", {"type": "array"}),
        ("[1]", {"type": "object"}),
        ("a", {"type": "array"}),
        ("[" * 100_000, {"type": "array"}),
        ("3", {"$ref": "other.json"}),
        ("3", {"$ref": "#/$defs/none"}),
        ("none", {"type": "null"}),
    ],
)
def test_an_ambiguous_value_stays_as_it_is(value: Any, schema: Any):
    result = coerce(value, schema)
    assert result == value
    assert type(result) is type(value)


@for_each(
    ("value", "schema", "mended"),
    [
        ({"a": "1"}, {"properties": {"a": INT}}, {"a": 1}),
        ({"a": "1"}, {"properties": {}, "additionalProperties": INT}, {"a": 1}),
        ({"a": "1"}, {"properties": {}, "additionalProperties": False}, {"a": "1"}),
        (["1", "2"], {"prefixItems": [{"type": "string"}], "items": INT}, ["1", 2]),
        ({"a": "1"}, {"anyOf": [{"type": "object", "properties": {"a": INT}}, {"type": "null"}]}, {"a": 1}),
        (
            {"a": "1"},
            {"oneOf": [{"type": "object", "properties": {"a": INT}}, {"type": "object"}]},
            {"a": "1"},
        ),
        (
            {"a": ["1"]},
            {
                "$defs": {"x": {"items": {"$ref": "#/$defs/n"}}, "n": INT},
                "properties": {"a": {"$ref": "#/$defs/x"}},
            },
            {"a": [1]},
        ),
        ({"a": {"a": "1"}}, {"properties": {"a": {"$ref": "#"}}}, {"a": {"a": "1"}}),
    ],
)
def test_the_schema_is_followed_into_objects_lists_and_references(value: Any, schema: Any, mended: Any):
    assert coerce(value, schema) == mended


def test_references_unions_and_values_without_an_end_are_left_unchanged():
    assert coerce("3", {"$ref": "#"}) == "3"

    union: dict[str, Any] = {"anyOf": [{"$ref": "#"}, INT]}
    assert coerce("3", union) == "3"

    value: Any = "3"
    schema: Any = INT
    for _ in range(MAX_DEPTH + 1):
        value, schema = [value], {"items": schema}
    assert coerce(value, schema) == value

    value = {"a": ["1"]}
    coerce(value, {"properties": {"a": {"items": INT}}})
    assert value == {"a": ["1"]}


@given(st.integers())
def test_every_integer_survives_being_written_as_text(number: int):
    assert coerce(str(number), INT) == number


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=9), st.lists, max_leaves=8))
def test_a_value_without_a_type_is_not_changed(value: Any):
    assert coerce(value, {}) == value


def test_each_look_at_a_schema_is_counted():
    schema = {"properties": {"a": {"items": {"anyOf": [INT, BOOL]}}}}
    with pytest.raises(TooMuchWork):
        coerce({"a": ["1"] * 100}, schema, work=Work(100))
