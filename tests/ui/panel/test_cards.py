from __future__ import annotations

import json

from overlay.calls.approvals import Question
from overlay.policy import Policy
from overlay.tools import ToolDefinition, ToolHints
from overlay.ui.panel.cards import DWELL, LONGEST, brief, card_of, pretty
from overlay.ui.panel.questions import OpenQuestion, Questions
from tests.ui.panel.room import question


def asked(**more: object) -> OpenQuestion:
    return Questions().add(question(**more))  # type: ignore[arg-type]


async def test_the_arguments_are_there_to_the_last_character() -> None:
    arguments = {"text": "x" * 200_000, "list": list(range(5000))}
    assert json.loads(card_of(asked(arguments=arguments)).arguments) == arguments


async def test_nothing_hides_in_any_text() -> None:
    wrong: list[object] = []
    for hidden in ["\u202e", "\u200b", "\u3164", "\x1b", "\u2028"]:
        card = card_of(
            asked(arguments={hidden: hidden}, reason=hidden, warnings=(hidden, "b"), preview=f"a\n{hidden}")
        )
        if not (
            hidden not in card.model_dump_json() + "".join(card.warnings) + card.arguments + card.preview
        ):
            wrong.append(hidden)
        if f"\\u{ord(hidden):04x}" not in card.arguments:
            wrong.append(hidden)
    assert wrong == []


async def test_a_card_says_what_the_tool_may_do() -> None:
    assert card_of(asked()).about == [
        "can delete or overwrite",
        "can send data off this machine",
        "reads your own data",
        "returns text that others wrote",
    ]


async def test_the_hints_of_a_tools_author_do_not_make_a_card_harmless() -> None:
    harmless = ToolDefinition("files.wipe", server="files", hints=ToolHints(read_only=True))
    everything = Policy().effects_of(harmless)
    card = card_of(Questions().add(Question(harmless, {}, "", "", effects=everything)))
    assert card.danger
    assert len(card.about) == 4


async def test_a_card_offers_what_the_question_does_and_deny_always_stands_last() -> None:
    assert card_of(asked(offers=("once", "deny"))).offers == ["once"]


async def test_a_cards_buttons_wait_half_a_second() -> None:
    assert (card_of(asked()).dwell, DWELL) == (500, 500)


async def test_two_questions_have_nothing_in_common() -> None:
    first, second = card_of(asked()), card_of(asked())
    assert len({first.id, second.id, first.nonce, second.nonce}) == 4


def test_json_is_shown_on_several_lines() -> None:
    assert pretty({"a": 1}) == '{\n  "a": 1\n}'


def test_arguments_that_are_no_json_are_shown_as_written() -> None:
    assert "object" in pretty({"a": object})


def test_one_line_is_cut_off_where_it_gets_long() -> None:
    assert (brief({"a": "b"}), len(brief({"a": "b" * 1000}))) == ('{"a": "b"}', 301)


def described(text: str) -> OpenQuestion:
    """A question about a server's tool with this description."""
    tool = ToolDefinition("files.wipe", text, server="files")
    return Questions().add(Question(tool, {}, "", ""))


async def test_a_card_has_the_tools_own_description() -> None:
    assert card_of(described("  Deletes a file.\n")).says == "Deletes a file."


async def test_a_long_description_does_not_push_the_arguments_away() -> None:
    assert len(card_of(described("x" * 50_000)).says) == LONGEST + 1


async def test_nothing_hides_in_a_description() -> None:
    assert card_of(described("safe\u202e\u200b")).says == "safe\\u202e\\u200b"
