from typing import Any

import pytest

from overlay.detection import detect
from overlay.detection.fallbacks import fallback_calls
from overlay.detection.tool_index import ToolIndex
from tests.detection.helpers import streamed
from tests.support.table import for_each

TOOL: dict[str, Any] = {
    "name": "highlight_object",
    "parameters": {"type": "object", "properties": {"object": {"type": "string"}}},
    "fallbacks": {
        "detection_json": "object",
        "natural_language": [
            r"(?:highlight|highlighting|point out)\s+(?:the\s+|your\s+)?(?P<object>[a-z ]+)"
        ],
        "completion_phrase": r"(?:the\s+)?([a-z ]+)\s+(?:are|is)\s+now\s+highlighted",
    },
}


def guess(text: str, tool: dict[str, Any] = TOOL) -> list[tuple[str, dict[str, Any], str]]:
    calls = detect(text, [tool], fallbacks=True)
    return [(call.format, call.arguments, call.confidence) for call in calls]


@for_each(
    ("text", "kind", "thing"),
    [
        ('[{"box_2d": [182, 110, 808, 882], "label": "headphones"}]', "detection_json", "headphones"),
        ('```json\n[{"label": "cup"}]\n```', "detection_json", "cup"),
        ("I'll highlight the cup for you.", "natural_language", "cup"),
        ("highlighting your laptop", "natural_language", "laptop"),
        ("The headphones are now highlighted!", "completion_phrase", "headphones"),
    ],
)
def test_a_declared_fallback_finds_its_call(text: str, kind: str, thing: str) -> None:
    assert guess(text) == [(kind, {"object": thing}, "fallback")]


def test_fallbacks_are_off_unless_switched_on() -> None:
    assert detect("I'll highlight the cup", [TOOL]) == []


def test_a_tool_that_declares_none_has_none() -> None:
    assert guess("I'll highlight the cup", {"name": "highlight_object"}) == []


def test_a_structured_call_leaves_no_room_for_a_guess() -> None:
    text = "I'll highlight the cup.\nTOOL_CALL: highlight_object\nOBJECT: cup"
    assert [call.format for call in detect(text, [TOOL], fallbacks=True)] == ["tool_call_lines"]


def test_json_comes_before_prose() -> None:
    text = 'I\'ll highlight the mug: [{"label": "cup"}]'
    assert guess(text) == [("detection_json", {"object": "cup"}, "fallback")]


@for_each(
    "text",
    [
        "> I'll highlight the cup\n",
        "`highlight the cup`",
        "```\nhighlight the cup\n```\n",
        "<think>highlight the cup</think>",
        "```\nhighlight the cup",
    ],
)
def test_only_prose_is_searched_for_phrases(text: str) -> None:
    assert guess(text) == []


def test_deltas_change_no_guess() -> None:
    _, calls = streamed("I'll highlight the cup now.", 1, [TOOL], fallbacks=True)
    assert [call.arguments for call in calls] == [{"object": "cup"}]


@for_each("text", ["[{broken", '[{"label": 5}]', '[{"label": " "}]', "[{}]", "[[]]"])
def test_a_list_without_a_label_is_no_detection(text: str) -> None:
    assert guess(text) == []


def test_a_line_tool_needs_its_definition_only() -> None:
    tool = {
        "name": "measure_distance",
        "parameters": {
            "type": "object",
            "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
        },
    }
    [call] = detect("TOOL_CALL: measure_distance\nFROM: cup\nTO: door", [tool])
    assert call.arguments == {"from": "cup", "to": "door"}


def test_a_phrase_that_names_nothing_is_no_call() -> None:
    tool = {**TOOL, "fallbacks": {"natural_language": ["highlight (?P<object>[. ]+)", "nothing"]}}
    assert guess("highlight ...", tool) == []


@for_each("fallbacks", ["text", {"magic": "x"}])
def test_a_declaration_of_another_kind_is_refused(fallbacks: object) -> None:
    with pytest.raises(ValueError, match="tool f: fallbacks must be"):
        fallback_calls("x", ToolIndex([{"name": "f", "fallbacks": fallbacks}]))


def test_an_invalid_pattern_of_a_fallback_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a valid pattern"):
        fallback_calls("x", ToolIndex([{"name": "f", "fallbacks": {"natural_language": "("}}]))


def test_guesses_that_share_text_count_once() -> None:
    tools = [{**TOOL, "name": name} for name in ("a", "b")]
    assert [one.name for one in fallback_calls("highlight the cup", ToolIndex(tools))] == ["a"]
