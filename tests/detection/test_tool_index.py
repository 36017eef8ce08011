from typing import Any

import pytest

from overlay.detection.tool_index import ToolIndex
from tests.support.table import for_each

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}, "odd": True}}


@for_each(
    "tool",
    [
        {"name": "f", "parameters": SCHEMA},
        {"name": "f", "inputSchema": SCHEMA},
        {"type": "function", "function": {"name": "f", "parameters": SCHEMA}},
    ],
)
def test_a_definition_gives_its_parameters(tool: dict[str, Any]) -> None:
    index = ToolIndex([tool])
    assert index.given
    assert "f" in index
    assert list(index) == ["f"]
    assert index.parameters("f") == {"a": {"type": "string"}, "odd": {}}


@for_each("parameters", [None, {}, [], {"properties": []}])
def test_a_definition_without_a_schema_has_no_parameters(parameters: object) -> None:
    assert ToolIndex([{"name": "f", "parameters": parameters}]).parameters("f") == {}


def test_an_unknown_tool_has_no_definition() -> None:
    assert ToolIndex(None).definition("f") == {}


@for_each("tool", ["f", {"description": "nameless"}, {"name": ""}, {"function": {"name": 1}}])
def test_an_entry_that_defines_no_tool_is_refused_with_its_place(tool: Any) -> None:
    with pytest.raises(ValueError, match=r"tools\[1\]"):
        ToolIndex([{"name": "f"}, tool])
