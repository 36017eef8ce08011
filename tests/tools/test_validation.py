from typing import Any

import pytest

from overlay.tools.errors import ToolDefinitionError, ToolError
from overlay.tools.validation import ArgumentCheck

SCHEMA = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["count"],
    "additionalProperties": False,
}


def refusal(schema: dict[str, Any], arguments: dict[str, Any]) -> ToolError:
    with pytest.raises(ToolError) as caught:
        ArgumentCheck("t", schema)(arguments)
    return caught.value


def test_fitting_arguments_pass_after_they_were_mended():
    assert ArgumentCheck("t", SCHEMA)({"count": 1, "tags": ["a"]}) == {"count": 1, "tags": ["a"]}

    assert ArgumentCheck("t", SCHEMA)({"count": "2"}) == {"count": 2}


def test_a_misfit_is_reported_with_its_place_and_reason():
    assert refusal(SCHEMA, {"count": 1, "tags": ["a", 2]}).as_dict() == {
        "code": "tool_invalid",
        "message": "The arguments of 't' do not fit: $.tags[1]: 2 is not of type 'string'",
        "data": {"errors": [{"path": "$.tags[1]", "message": "2 is not of type 'string'"}]},
    }


def test_a_missing_or_unknown_argument_is_named():
    assert refusal(SCHEMA, {}).data["errors"] == [{"path": "$", "message": "'count' is a required property"}]

    errors = refusal(SCHEMA, {"count": 1, "tag": []}).data["errors"]
    assert errors[0]["message"] == "'tag' is not a parameter (did you mean 'tags'?)"

    errors = refusal(SCHEMA, {"count": 1, "zzz": 1}).data["errors"]
    assert errors[0]["message"] == "'zzz' is not a parameter (known are 'count', 'tags')"

    errors = refusal({"type": "object", "additionalProperties": False}, {"a": 1}).data["errors"]
    assert errors[0]["message"] == "'a' is not a parameter (known are none)"


def test_a_property_that_fits_no_schema_or_pattern_is_reported():
    schema = {"type": "object", "properties": {}, "additionalProperties": {"type": "null"}}
    assert refusal(schema, {"a": 1}).data["errors"][0] == {
        "path": "$.a",
        "message": "1 is not of type 'null'",
    }

    schema: dict[str, Any] = {
        "type": "object",
        "patternProperties": {"^x": {}},
        "additionalProperties": False,
    }
    errors = refusal(schema, {"x1": 1, "b": 1}).data["errors"]
    assert errors[0]["message"] == "'b' does not match any of the regexes: '^x'"


def test_a_report_of_many_or_long_misfits_is_short():
    schema = {"type": "object", "additionalProperties": {"type": "null"}}
    fault = refusal(schema, {str(at): 1 for at in range(8)})
    assert len(fault.data["errors"]) == 5
    assert fault.message.endswith("(and 3 more)")

    message = refusal(SCHEMA, {"count": "x" * 10_000}).message
    assert len(message) < 200
    assert message.endswith("is not of type 'integer'")


def test_a_schema_that_is_not_one_is_refused_with_its_place():
    with pytest.raises(ToolDefinitionError, match=r"not valid JSON Schema at \$\.properties\.a\.type"):
        ArgumentCheck("t", {"type": "object", "properties": {"a": {"type": "text"}}})


def test_a_schema_of_an_older_draft_is_read_as_that_draft():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"a": {"type": "array", "items": [{"type": "integer"}]}},
    }
    assert refusal(schema, {"a": ["x"]}).data["errors"][0]["path"] == "$.a[0]"


@pytest.mark.filterwarnings("ignore:Automatically retrieving remote references")
def test_a_reference_to_another_document_is_never_fetched(monkeypatch: pytest.MonkeyPatch):
    fetched: list[Any] = []
    monkeypatch.setattr("urllib.request.urlopen", fetched.append)
    schema = {"type": "object", "properties": {"a": {"$ref": "http://127.0.0.1:9/schema.json"}}}
    fault = refusal(schema, {"a": 1})
    assert "which it does not contain" in fault.message
    assert fetched == []


def test_arguments_nested_too_deeply_are_refused():
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/l"}},
        "$defs": {"l": {"items": {"$ref": "#/$defs/l"}}},
    }
    value: Any = 1
    for _ in range(600):
        value = [value]
    assert "nested too deeply" in refusal(schema, {"a": value}).message
