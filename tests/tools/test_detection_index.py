from __future__ import annotations

from overlay.tools import ToolRegistry
from overlay.tools.detection_index import DetectionTools


def add(a: int) -> int:
    """Adds."""
    return a


def test_detection_knows_names_and_parameters() -> None:
    index = DetectionTools(ToolRegistry([add])).index()
    assert list(index) == ["add"]
    assert index.parameters("add")["a"]["type"] == "integer"


def test_without_tools_there_is_nothing_to_know() -> None:
    assert list(DetectionTools(ToolRegistry()).index()) == []


def test_a_function_shown_to_the_model_does_not_change_what_detection_knows() -> None:
    shown = {
        "name": "add",
        "description": "",
        "parameters": {"type": "object"},
        "callback": add,
        "function": {"no": "name"},
    }
    assert list(DetectionTools(ToolRegistry([shown])).index()) == ["add"]


def test_the_index_is_made_again_only_when_the_tools_change() -> None:
    registry = ToolRegistry([add])
    known = DetectionTools(registry)
    first = known.index()
    assert known.index() is first
    registry.enable("add", on=False)
    assert list(known.index()) == []
