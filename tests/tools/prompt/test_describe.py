from __future__ import annotations

from typing import Any

from overlay.tools.definition import ToolDefinition
from overlay.tools.prompt.describe import Level, ToolText, describe, tool_text
from tests.support.table import for_each
from tests.tools.prompt.tools import WORDS, definition

LONG = f"{WORDS * 3}\n\nAnd a last line."


def test_in_full_a_tool_is_its_name_its_description_and_its_schema() -> None:
    assert describe(tool_text(definition("a.b", "Says\n\nthis.")), Level.FULL) == (
        '\n## a.b\nSays this.\n{"properties":{"query":{"type":"string","description":"what to look for, in plain words"},'
        '"kind":{"enum":["near","far"],"description":"how far to look"},"limit":{"type":"integer","default":10}},'
        '"required":["query"]}\n'
    )


def test_short_the_description_ends_with_a_sentence() -> None:
    assert describe(tool_text(definition("a", LONG)), Level.SHORT).splitlines()[2] == (WORDS * 2).strip()


def test_plain_the_schema_has_no_words() -> None:
    assert "how far" not in describe(tool_text(definition()), Level.PLAIN)


def test_terse_a_tool_is_a_sentence_and_its_parameters_names_and_types() -> None:
    assert describe(tool_text(definition("a", LONG)), Level.TERSE) == (
        f'\n## a\n{WORDS.strip()}\n(query: string, kind?: "near"|"far", limit?: integer)\n'
    )


def test_each_level_says_no_more_than_the_one_before() -> None:
    sizes = [len(describe(tool_text(definition("a", LONG)), level)) for level in Level]
    assert sizes == sorted(sizes, reverse=True)


def test_a_tool_that_says_nothing_of_itself_has_no_empty_line() -> None:
    assert describe(ToolText("a", "", {}), Level.FULL) == "\n## a\nno parameters\n"


def test_parameters_of_any_name_are_not_left_out() -> None:
    open_ended = ToolText("a", "", {"type": "object", "additionalProperties": True})
    assert describe(open_ended, Level.FULL) == '\n## a\n{"additionalProperties":true}\n'


@for_each("wrapped", [True, False])
def test_what_a_definition_says_for_the_model_is_what_the_model_is_told(wrapped: bool) -> None:
    shown: dict[str, Any] = {
        "name": "other",
        "description": "Shown.",
        "parameters": {"properties": {"x": {}}},
    }
    tool = ToolDefinition(
        "mine", "Own.", function={"type": "function", "function": shown} if wrapped else shown
    )
    assert tool_text(tool) == ToolText("mine", "Shown.", {"properties": {"x": {}}})


def test_without_parameters_there_its_own_are_reported() -> None:
    tool = ToolDefinition("mine", "Own.", function={"name": "mine"})
    assert tool_text(tool) == ToolText("mine", "", tool.parameters)
