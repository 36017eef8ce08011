from dataclasses import replace
from typing import Any

import pytest

from overlay.tools.definition import ToolDefinition, ToolHints
from overlay.tools.errors import ToolDefinitionError
from tests.support.table import for_each

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def definition(**changed: Any) -> ToolDefinition:
    given: dict[str, Any] = {"name": "t", "description": "d", "parameters": SCHEMA}
    return ToolDefinition(**(given | changed))


def test_the_model_is_shown_name_description_and_parameters_or_a_function_of_its_own():
    assert definition().for_ai() == {"name": "t", "description": "d", "parameters": SCHEMA}

    assert definition(function={"name": "T", "extra": 1}).for_ai() == {"name": "T", "extra": 1}


def test_a_change_to_a_shown_or_given_part_does_not_change_the_definition():
    one = definition()
    one.for_ai()["parameters"]["properties"].clear()
    assert one.parameters == SCHEMA

    one = definition(function={"name": "T"})
    one.for_ai()["name"] = "U"
    assert one.function == {"name": "T"}

    given: dict[str, Any] = {"type": "object", "properties": {}}
    one = definition(parameters=given)
    given["properties"]["b"] = {}
    assert one.parameters == {"type": "object", "properties": {}}


def test_the_fingerprint_is_a_hash_of_what_the_tool_is_without_its_time_limit():
    assert definition().fingerprint == definition(parameters=dict(reversed(SCHEMA.items()))).fingerprint

    assert len(bytes.fromhex(definition().fingerprint)) == 32

    assert replace(definition(), timeout=3).fingerprint == definition().fingerprint

    guessing = ToolDefinition("mark", fallbacks={"natural_language": "x"})
    assert ToolDefinition("mark").fingerprint != guessing.fingerprint


@for_each(
    "changed",
    [
        {"name": "u"},
        {"description": "e"},
        {"parameters": {"type": "object"}},
        {"server": "s"},
        {"hints": ToolHints(destructive=True)},
        {"function": {"name": "t"}},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_the_fingerprint_changes_with_what_the_tool_is(changed: dict[str, Any]):
    assert definition(**changed).fingerprint != definition().fingerprint


@for_each("name", ["", "two words", "a\nb", "-x", "tööl", "x" * 129, "a<b"])
def test_a_name_that_could_mislead_is_refused(name: str):
    with pytest.raises(ToolDefinitionError, match="can't be a tool's name"):
        definition(name=name)


@for_each("name", ["a", "server.read_file", "ns/tool-1:x", "7z", "x" * 128])
def test_a_usual_name_is_taken(name: str):
    assert definition(name=name).name == name


def test_parameters_are_an_object_in_json():
    with pytest.raises(ToolDefinitionError, match="is not JSON"):
        definition(parameters={"default": {1, 2}})

    assert ToolDefinition("t").parameters == {"type": "object", "properties": {}}


def test_the_bare_name_leaves_the_server_out():
    assert definition(name="files.read.all", server="files").bare_name == "read.all"

    assert definition(name="files.read").bare_name == "files.read"


def test_detection_gets_the_fallbacks_and_the_model_does_not():
    patterns = {"natural_language": [r"highlight (?P<object>[a-z]+)"]}
    definition = ToolDefinition("mark", fallbacks=patterns)
    assert definition.for_detection()["fallbacks"] == patterns
    assert "fallbacks" not in definition.for_ai()

    assert set(ToolDefinition("mark").for_detection()) == {"name", "parameters"}

    with pytest.raises(ToolDefinitionError, match="natural_language of 'mark' is not a valid pattern"):
        ToolDefinition("mark", fallbacks={"natural_language": "(unclosed"})
