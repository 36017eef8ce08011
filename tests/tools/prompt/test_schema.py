from __future__ import annotations

import json
from typing import Any

from overlay.tools.prompt.schema import compact, signature
from tests.support.table import for_each

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Arguments",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "title": {"type": "string", "title": "Title", "description": "of\n the  book"},
        "kinds": {"type": "array", "items": {"enum": ["a", "b"], "title": "K"}},
        "deep": {"anyOf": [{"$ref": "#/$defs/D"}, {"type": "null"}], "default": {"title": "kept"}},
    },
    "required": ["title"],
    "$defs": {"D": {"type": "object", "title": "D", "properties": {"n": {"type": "integer", "maximum": 3}}}},
}


def test_a_schema_keeps_its_rules_and_loses_its_ornaments() -> None:
    assert json.loads(compact(SCHEMA, descriptions=True)) == {
        "properties": {
            "title": {"type": "string", "description": "of the book"},
            "kinds": {"type": "array", "items": {"enum": ["a", "b"]}},
            "deep": {"anyOf": [{"$ref": "#/$defs/D"}, {"type": "null"}], "default": {"title": "kept"}},
        },
        "required": ["title"],
        "$defs": {"D": {"type": "object", "properties": {"n": {"type": "integer", "maximum": 3}}}},
    }

    properties = json.loads(compact(SCHEMA, descriptions=False))["properties"]
    assert properties["title"] == {"type": "string"}

    schema = {"type": "object", "properties": {"description": {"type": "string"}}}
    assert json.loads(compact(schema, descriptions=False)) == {
        "properties": {"description": {"type": "string"}}
    }

    assert compact({"type": "object", "description": {"a": 1}}, descriptions=True) == "{}"


def test_a_schema_or_type_without_end_is_reported_to_some_depth() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(500):
        schema = {"type": "object", "properties": {"a": schema}}
    assert len(compact(schema, descriptions=True)) < 1500

    schema = {
        "properties": {"a": {"$ref": "#/$defs/L"}},
        "$defs": {"L": {"type": "array", "items": {"$ref": "#/$defs/L"}}},
    }
    assert signature(schema, 400) == "(a?: any[][][][])"


@for_each(
    ("part", "said"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer", "title": "x"}, "integer"),
        ({"type": ["string", "null"]}, "string|null"),
        ({"enum": ["a", 1, None]}, '"a"|1|null'),
        ({"enum": list(range(7)), "type": "integer"}, "integer"),
        ({"type": "array", "items": {"type": "number"}}, "number[]"),
        ({"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "null"}]}}, "(number|null)[]"),
        ({"type": "array"}, "any[]"),
        ({"oneOf": [{"type": "string"}, {"type": "string"}]}, "string"),
        ({"anyOf": []}, "any"),
        ({"$ref": "#/$defs/D"}, "boolean"),
        ({"$ref": "#/definitions/E"}, "object"),
        ({"$ref": "#/$defs/gone"}, "any"),
        ({"$ref": "https://elsewhere.example/x"}, "any"),
        ({"type": "object"}, "object"),
        ({}, "any"),
        (True, "any"),
    ],
)
def test_a_type_is_reported_in_a_word(part: Any, said: str) -> None:
    schema: dict[str, Any] = {
        "properties": {"a": part},
        "$defs": {"D": {"type": "boolean"}},
        "definitions": {"E": {"properties": {}}},
    }
    assert signature(schema, 400) == f"(a?: {said})"


def test_parameters_are_listed_on_one_line_with_the_required_ones_first() -> None:
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["b"]}
    assert signature(schema, 400) == "(b: string, a?: string)"

    schema = {"properties": {f"parameter_{at}": {"type": "string"} for at in range(9)}}
    text = signature(schema, 80)
    assert text == "(parameter_0?: string, parameter_1?: string, parameter_2?: string, … 6 more)"
    assert len(text) <= 80

    assert signature({"properties": {"a\n# b": {"type": "string"}}}, 400) == "(a # b?: string)"

    schema = {"type": "object", "additionalProperties": {"type": "string", "title": "X"}}
    assert compact(schema, descriptions=True) == '{"additionalProperties":{"type":"string"}}'
