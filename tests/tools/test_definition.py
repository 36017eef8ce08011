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


def test_the_model_is_shown_name_description_and_parameters():
    assert definition().for_ai() == {"name": "t", "description": "d", "parameters": SCHEMA}


def test_a_function_of_its_own_is_shown_as_it_is():
    assert definition(function={"name": "T", "extra": 1}).for_ai() == {"name": "T", "extra": 1}


def test_what_is_shown_can_be_changed_without_changing_the_definition():
    one = definition()
    one.for_ai()["parameters"]["properties"].clear()
    assert one.parameters == SCHEMA


def test_a_shown_function_can_be_changed_without_changing_the_definition():
    one = definition(function={"name": "T"})
    one.for_ai()["name"] = "U"
    assert one.function == {"name": "T"}


def test_the_schema_given_can_be_changed_without_changing_the_definition():
    given: dict[str, Any] = {"type": "object", "properties": {}}
    one = definition(parameters=given)
    given["properties"]["b"] = {}
    assert one.parameters == {"type": "object", "properties": {}}


def test_equal_definitions_have_the_same_fingerprint():
    assert definition().fingerprint == definition(parameters=dict(reversed(SCHEMA.items()))).fingerprint


def test_the_fingerprint_is_a_sha256_in_hex():
    assert len(bytes.fromhex(definition().fingerprint)) == 32


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


def test_the_fingerprint_stays_when_only_the_time_limit_changes():
    assert replace(definition(), timeout=3).fingerprint == definition().fingerprint


@for_each("name", ["", "two words", "a\nb", "-x", "tööl", "x" * 129, "a<b"])
def test_a_name_that_could_mislead_is_refused(name: str):
    with pytest.raises(ToolDefinitionError, match="can't be a tool's name"):
        definition(name=name)


@for_each("name", ["a", "server.read_file", "ns/tool-1:x", "7z", "x" * 128])
def test_a_usual_name_is_taken(name: str):
    assert definition(name=name).name == name


def test_parameters_that_are_not_json_are_refused():
    with pytest.raises(ToolDefinitionError, match="is not JSON"):
        definition(parameters={"default": {1, 2}})


def test_a_tool_without_parameters_takes_an_empty_object():
    assert ToolDefinition("t").parameters == {"type": "object", "properties": {}}


def test_the_bare_name_leaves_the_server_out():
    assert definition(name="files.read.all", server="files").bare_name == "read.all"


def test_the_bare_name_of_a_tool_without_server_is_its_name():
    assert definition(name="files.read").bare_name == "files.read"


def test_detection_knows_the_schema_and_the_fallbacks_and_the_model_is_shown_no_patterns():
    patterns = {"natural_language": [r"highlight (?P<object>[a-z]+)"]}
    definition = ToolDefinition("mark", fallbacks=patterns)
    assert definition.for_detection()["fallbacks"] == patterns
    assert "fallbacks" not in definition.for_ai()


def test_without_fallbacks_detection_is_given_none():
    assert set(ToolDefinition("mark").for_detection()) == {"name", "parameters"}


def test_a_fallback_that_is_no_pattern_is_said():
    with pytest.raises(ToolDefinitionError, match="natural_language of 'mark' is not a valid pattern"):
        ToolDefinition("mark", fallbacks={"natural_language": "(unclosed"})


def test_other_fallbacks_are_another_definition():
    guessing = ToolDefinition("mark", fallbacks={"natural_language": "x"})
    assert ToolDefinition("mark").fingerprint != guessing.fingerprint
