from typing import Any

from overlay.detection.argument_types import cut_edges, literal, typed, types, unwrap
from tests.support.table import for_each

SCHEMAS: list[tuple[dict[str, Any], set[str]]] = [
    ({"type": "string"}, {"string"}),
    ({"type": ["integer", "null"]}, {"integer", "null"}),
    ({"anyOf": [{"type": "array"}, {"oneOf": [{"type": "null"}]}]}, {"array", "null"}),
    (
        {"enum": ["a", 1, True, None, 2.5, [], {}]},
        {"string", "integer", "boolean", "null", "number", "array", "object"},
    ),
    ({"description": "anything"}, set()),
    ({"anyOf": ["odd"]}, set()),
]


@for_each(("schema", "expected"), SCHEMAS)
def test_a_schema_gives_the_types_of_its_values(schema: dict[str, object], expected: set[str]) -> None:
    assert types(schema) == expected


@for_each(
    ("text", "schema", "expected"),
    [
        ("x", None, "x"),
        ("x", {}, "x"),
        (" 5 ", {"type": "integer"}, 5),
        ("-1e3", {"type": "number"}, -1000.0),
        ("1e999", {"type": "number"}, "1e999"),
        ("5", {"type": ["string", "integer"]}, "5"),
        ("null", {"type": ["integer", "null"]}, None),
        ("none", {"type": ["string", "null"]}, "none"),
        ("FALSE", {"type": "boolean"}, False),
        ("yes", {"type": "boolean"}, "yes"),
        ("[1,]", {"type": "array"}, [1]),
        ('{"a": 1}', {"type": "array"}, '{"a": 1}'),
        ("{no}", {"type": "object"}, "{no}"),
        ("[1]", {"type": ["string", "array"]}, [1]),
        ("1" * 5000, {"type": "integer"}, "1" * 5000),
    ],
)
def test_a_value_is_what_its_schema_allows(
    text: str, schema: dict[str, object] | None, expected: object
) -> None:
    assert typed(text, schema) == expected


@for_each(
    ("text", "expected"),
    [
        ("5", 5),
        ("true", True),
        ("null", None),
        ("[1]", [1]),
        ("{no}", "{no}"),
        ("x", "x"),
        ("0042", "0042"),
        ("1e5", 1e5),
    ],
)
def test_a_literal_is_its_json_value(text: str, expected: object) -> None:
    assert literal(text) == expected


@for_each(
    ("raw", "expected"),
    [("\nx\n", "x"), ("\r\nx\r\n", "x"), ("x", "x"), ("\n", ""), ("\n\n", ""), ("x\r", "x\r")],
)
def test_one_line_break_is_cut_at_each_edge(raw: str, expected: str) -> None:
    assert cut_edges(raw) == expected


@for_each(
    ("raw", "expected"),
    [
        ("<![CDATA[a]]>", "a"),
        ("\n <![CDATA[\na\n]]> \n", "\na\n"),
        ("<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b"),
        ("a <![CDATA[b]]>", "a <![CDATA[b]]>"),
    ],
)
def test_cdata_is_unwrapped(raw: str, expected: str) -> None:
    assert unwrap(raw) == expected
