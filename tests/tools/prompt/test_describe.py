from __future__ import annotations

from typing import Any

from overlay.tools.definition import ToolDefinition
from overlay.tools.prompt.describe import Level, ToolText, describe, tool_text
from tests.support.table import for_each
from tests.tools.prompt.tools import WORDS, definition

LONG = f"{WORDS * 3}\n\nAnd a last line."


def test_a_tool_is_described_in_full_short_plain_and_terse_form() -> None:
    assert describe(tool_text(definition("a.b", "Says\n\nthis.")), Level.FULL) == (
        '\n## a.b\nSays this.\n{"properties":{"query":{"type":"string","description":"what to look for, in plain words"},'
        '"kind":{"enum":["near","far"],"description":"how far to look"},"limit":{"type":"integer","default":10}},'
        '"required":["query"]}\n'
    )

    assert describe(tool_text(definition("a", LONG)), Level.SHORT).splitlines()[2] == (WORDS * 2).strip()

    assert "how far" not in describe(tool_text(definition()), Level.PLAIN)

    assert describe(tool_text(definition("a", LONG)), Level.TERSE) == (
        f'\n## a\n{WORDS.strip()}\n(query: string, kind?: "near"|"far", limit?: integer)\n'
    )

    sizes = [len(describe(tool_text(definition("a", LONG)), level)) for level in Level]
    assert sizes == sorted(sizes, reverse=True)


def test_a_tool_without_a_description_and_with_odd_parameters_is_described() -> None:
    assert describe(ToolText("a", "", {}), Level.FULL) == "\n## a\nno parameters\n"

    open_ended = ToolText("a", "", {"type": "object", "additionalProperties": True})
    assert describe(open_ended, Level.FULL) == '\n## a\n{"additionalProperties":true}\n'

    tool = ToolDefinition("mine", "Own.", function={"name": "mine"})
    assert tool_text(tool) == ToolText("mine", "", tool.parameters)


@for_each("wrapped", [True, False])
def test_the_model_is_told_the_definitions_own_words_for_it(wrapped: bool) -> None:
    shown: dict[str, Any] = {
        "name": "other",
        "description": "Shown.",
        "parameters": {"properties": {"x": {}}},
    }
    tool = ToolDefinition(
        "mine", "Own.", function={"type": "function", "function": shown} if wrapped else shown
    )
    assert tool_text(tool) == ToolText("mine", "Shown.", {"properties": {"x": {}}})
