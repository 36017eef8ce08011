from overlay.detection.schema_types import Resolver
from tests.support.table import for_each


def resolved(schema: dict[str, object]) -> dict[str, object]:
    return Resolver(schema).resolved(schema)


@for_each(
    ("schema", "types"),
    [
        ({"type": "integer"}, "integer"),
        ({"type": ["integer", "null"]}, ["integer", "null"]),
        ({"enum": [1, 2]}, "integer"),
        ({"const": True}, "boolean"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, ["integer", "null"]),
        ({"oneOf": [{"const": "a"}, {"const": 1}]}, ["integer", "string"]),
        ({"allOf": [{"type": ["string", "integer"]}, {"type": "integer"}]}, "integer"),
        ({"allOf": [{"type": "number"}, {"type": "integer"}]}, "integer"),
        ({"type": "integer", "nullable": True}, ["integer", "null"]),
        ({"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"type": "array"}}}, "array"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "object"}}}, "object"),
    ],
)
def test_types_are_found_through_alternatives_and_references(
    schema: dict[str, object], types: object
) -> None:
    assert resolved(schema)["type"] == types


@for_each(
    "schema",
    [
        {},
        {"anyOf": [{"type": "integer"}, {}]},
        {"$ref": "https://example.org/schema.json"},
        {"$ref": "#/$defs/none"},
        {"$ref": "#"},
        {"allOf": [{"type": "string"}, {"type": "integer"}]},
    ],
)
def test_a_type_that_a_schema_leaves_open_is_not_known(schema: dict[str, object]) -> None:
    assert "type" not in resolved(schema)


def test_members_of_alternatives_are_known_together() -> None:
    one = {"type": "object", "properties": {"k": {"type": "integer"}, "a": {"type": "string"}}}
    other = {"type": "object", "properties": {"k": {"type": "null"}}}
    found = resolved({"anyOf": [one, other]})
    assert found["properties"] == {"k": {"type": ["integer", "null"]}, "a": {"type": "string"}}


def test_a_schema_that_multiplies_is_read_up_to_a_limit() -> None:
    definitions: dict[str, object] = {"d40": {"type": "integer"}}
    for level in range(40):
        inner = {"$ref": f"#/$defs/d{level + 1}"}
        definitions[f"d{level}"] = {"anyOf": [inner, inner], "properties": {"x": inner, "y": inner}}
    assert "type" not in resolved({"$ref": "#/$defs/d0", "$defs": definitions})


def test_a_schema_that_holds_itself_is_read_up_to_a_depth() -> None:
    schema: dict[str, object] = {"type": "object", "properties": {"next": {"$ref": "#"}}}
    assert resolved(schema)["type"] == "object"
