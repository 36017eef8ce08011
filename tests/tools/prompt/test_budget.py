from __future__ import annotations

from overlay.tools.prompt.budget import LEFT_OUT, fit_budget, named
from overlay.tools.prompt.describe import Level, describe, tool_text
from tests.tools.prompt.tools import WORDS, definition, many

SMALL, LARGE = tool_text(definition("small", "Small.")), tool_text(definition("large", WORDS * 9))


def size(level: Level) -> int:
    return len(describe(SMALL, level)) + len(describe(LARGE, level))


def test_tools_that_fit_the_budget_are_described_in_full() -> None:
    fitted = fit_budget([SMALL, LARGE], size(Level.FULL))
    assert fitted.text == describe(SMALL, Level.FULL) + describe(LARGE, Level.FULL)
    assert fitted.shortened == []
    assert fitted.omitted == []


def test_the_longest_description_is_shortened_first_and_no_more_than_need_be() -> None:
    fitted = fit_budget([SMALL, LARGE], size(Level.FULL) - 1)
    assert fitted.text == describe(SMALL, Level.FULL) + describe(LARGE, Level.SHORT)
    assert fitted.shortened == ["large"]


def test_schemas_lose_their_words_before_they_go_and_tools_are_left_out_last() -> None:
    assert fit_budget([SMALL, LARGE], size(Level.PLAIN)).text == describe(SMALL, Level.PLAIN) + describe(
        LARGE, Level.PLAIN
    )
    assert fit_budget([SMALL, LARGE], size(Level.TERSE)).text == describe(SMALL, Level.TERSE) + describe(
        LARGE, Level.TERSE
    )

    line = f"{LEFT_OUT}large\n"
    fitted = fit_budget([SMALL, LARGE], len(describe(SMALL, Level.TERSE)) + len(line))
    assert fitted.text == describe(SMALL, Level.TERSE) + line
    assert fitted.shortened == ["small"]
    assert fitted.omitted == ["large"]


def test_all_of_three_hundred_tools_are_there_or_named() -> None:
    tools = [tool_text(tool) for tool in many(300)]
    fitted = fit_budget(tools, 20_000)
    assert len(fitted.text) <= 20_000
    assert len(fitted.omitted) > 20
    assert [tool.name for tool in tools if tool.name not in fitted.text] == []


def test_where_not_even_the_names_fit_their_number_is_reported() -> None:
    fitted = fit_budget([tool_text(tool) for tool in many(300)], 200)
    assert len(fitted.omitted) == 300
    assert fitted.text.endswith(" and 296 more\n")
    assert len(fitted.text) <= 200


def test_names_are_listed_as_far_as_there_is_room_and_counted_otherwise() -> None:
    assert [named("> ", ["a", "bb"], room) for room in (8, 7, 0)] == ["> a, bb\n", "", ""]

    assert named("> ", ["a" * 50, "b" * 50], 20) == "> 2 tools\n"

    assert named("> ", [], 100) == ""

    assert fit_budget([SMALL], 0).text == ""
