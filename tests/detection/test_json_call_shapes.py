from typing import Any

import pytest

from overlay.detection.json_call_shapes import NoCall, is_schema, single
from overlay.detection.tool_index import ToolIndex
from tests.support.table import for_each

NONE = ToolIndex()


@for_each(
    ("parameters", "expected"),
    [
        ({"type": "object", "properties": {}}, True),
        ({"type": "object"}, True),
        ({"q": {"type": "string", "description": "x"}}, True),
        ({"type": "object", "id": 5}, False),
        ({"q": "x"}, False),
        ({}, False),
        ("text", False),
    ],
)
def test_a_schema_is_distinguished_from_arguments(parameters: object, expected: bool) -> None:
    assert is_schema(parameters) is expected


@for_each(
    ("found", "why"),
    [
        ({"name": "a b", "arguments": {}}, "no name"),
        ({"name": 5, "arguments": {}}, "no name"),
        ({"name": "f"}, "no arguments"),
        ({"name": "f", "arguments": [1]}, "not an object"),
        ({"name": "f", "arguments": "text"}, "not an object"),
        ({"name": "f", "arguments": {}, "jsonrpc": "2.0"}, "another kind"),
        ({"name": "f", "arguments": {}, "type": "launch"}, "another type"),
        ({"name": "f", "parameters": {"lr": 1}, "layers": 3}, "a record with a name"),
        ({"function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}, "defines a tool"),
    ],
)
def test_an_object_that_is_no_call_is_reported_with_the_reason(found: dict[str, Any], why: str) -> None:
    with pytest.raises(NoCall, match=why):
        single(found, NONE, wrapped=False)


def test_tool_request_comes_before_function_before_flat() -> None:
    found: dict[str, Any] = {
        "name": "flat",
        "arguments": {},
        "function": {"name": "inner", "arguments": {}},
        "tool_request": {"name": "request", "arguments": {}},
    }
    assert single(found, NONE, wrapped=False).name == "request"
    del found["tool_request"]
    assert single(found, NONE, wrapped=False).name == "inner"


def test_the_id_of_the_outer_object_counts() -> None:
    shape = single({"id": "c1", "function": {"name": "f", "arguments": {}}}, NONE, wrapped=False)
    assert shape.call_id == "c1"


def test_a_wrapped_object_needs_a_name_only() -> None:
    assert single({"tool": "f"}, NONE, wrapped=True).arguments == {}


def test_a_wrapped_object_without_a_closer_needs_arguments() -> None:
    with pytest.raises(NoCall):
        single({"name": "f"}, NONE, wrapped=True, strict=True)
