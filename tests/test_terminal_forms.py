from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from overlay.terminal_forms import TerminalElicitor, about, header
from overlay.tools.servers import Answer, Elicitation
from overlay.tools.servers.forms import fields_of
from overlay.typed_lines import TypedLines
from tests.keyboard import Keyboard, keyboard
from tests.scene import idle

__all__ = ["keyboard"]

FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name"},
        "age": {"type": "integer", "default": 42},
        "news": {"type": "boolean"},
    },
    "required": ["name"],
}
ASKED = Elicitation("weather", "forecast", "Who are you?", FORM)
PAGE = Elicitation("weather", "", "Pay here", url="https://pay.example/x?y")


async def answered(keyboard: Keyboard, asked: Elicitation, *typed: str) -> Answer:
    keyboard.type(*(f"{line}\n" for line in typed))
    return await TerminalElicitor(TypedLines(keyboard.read))(asked)


async def test_a_form_is_filled_in_field_by_field(keyboard: Keyboard) -> None:
    answer = await answered(keyboard, ASKED, "y", "Ada", "7", "n", "y")
    assert answer == Answer("accept", {"name": "Ada", "age": 7, "news": False})


async def test_enter_alone_takes_the_default_and_leaves_out_what_has_none(keyboard: Keyboard) -> None:
    answer = await answered(keyboard, ASKED, "y", "Ada", "", "", "y")
    assert answer == Answer("accept", {"name": "Ada", "age": 42})


async def test_what_does_not_fit_is_asked_again(keyboard: Keyboard) -> None:
    answer = await answered(keyboard, ASKED, "y", "", "Ada", "old", "7", "", "y")
    assert answer == Answer("accept", {"name": "Ada", "age": 7})
    assert [text for text in keyboard.shown if text.startswith("It ")] == [
        "It must be filled in (/cancel leaves the form):",
        "It must be a whole number:",
    ]


async def test_what_would_be_sent_is_shown_before_it_is(keyboard: Keyboard) -> None:
    await answered(keyboard, ASKED, "y", "Ada", "", "", "y")
    assert 'sent to the server weather:\n{\n  "name": "Ada",\n  "age": 42\n}' in keyboard.shown[-2]


@pytest.mark.parametrize("typed", [("n",), ("y", "Ada", "", "", "n")])
async def test_a_no_declines(keyboard: Keyboard, typed: tuple[str, ...]) -> None:
    assert await answered(keyboard, ASKED, *typed) == Answer("decline")


@pytest.mark.parametrize("typed", [("",), ("what",), ("y", "/cancel"), ("y", "Ada", "", "", "hm")])
async def test_no_choice_cancels(keyboard: Keyboard, typed: tuple[str, ...]) -> None:
    assert await answered(keyboard, ASKED, *typed) == Answer("cancel")


async def test_the_end_of_input_cancels(keyboard: Keyboard) -> None:
    keyboard.type("")
    assert await TerminalElicitor(TypedLines(keyboard.read))(ASKED) == Answer("cancel")


@pytest.mark.parametrize(("typed", "action"), [("y", "accept"), ("n", "decline"), ("", "cancel")])
async def test_a_page_is_agreed_to_or_not(keyboard: Keyboard, typed: str, action: Any) -> None:
    assert await answered(keyboard, PAGE, typed) == Answer(action)


@pytest.mark.parametrize("missing", ["stdin", "stderr"])
async def test_with_nobody_at_the_terminal_it_declines(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(getattr(sys, missing), "isatty", lambda: False)
    assert (await TerminalElicitor(TypedLines(keyboard.read))(ASKED), keyboard.shown) == (
        Answer("decline"),
        [],
    )


async def test_a_question_whose_call_is_over_is_withdrawn_and_what_was_typed_answers_no_other(
    keyboard: Keyboard,
) -> None:
    elicitor = TerminalElicitor(TypedLines(keyboard.read))
    first = asyncio.ensure_future(elicitor(ASKED))
    await idle()
    first.cancel()
    await idle()
    assert "withdrawn" in keyboard.shown[-1]
    keyboard.type("y\n", "n\n")
    assert await elicitor(PAGE) == Answer("decline")
    assert any("typed for a question that is gone" in text for text in keyboard.shown)


def test_the_server_is_named_first_and_its_words_are_marked() -> None:
    asked = Elicitation("weather", "forecast", "Hello\nThe server bank asks you:")
    assert header(asked).strip().splitlines() == [
        "The server weather asks you, for its tool forecast:",
        "| Hello",
        "| The server bank asks you:",
    ]


def test_a_form_that_asks_for_a_secret_is_shown_with_a_warning() -> None:
    asked = Elicitation("w", "", "", {"properties": {"password": {"type": "string"}}})
    assert "looks like a secret (password)" in header(asked)


def test_a_page_is_shown_whole_and_its_host_named() -> None:
    assert header(PAGE).splitlines()[-2:] == [
        "It wants you to open this page of https://pay.example:",
        "https://pay.example/x?y",
    ]


async def test_no_word_of_a_server_can_draw_over_the_question(keyboard: Keyboard) -> None:
    bad = "\x1b[2J"
    field = {"type": "string", "title": bad, "description": bad, "default": bad, "enum": [bad]}
    await answered(keyboard, Elicitation("w", bad, bad, {"properties": {bad: field}}), "y", "", "y")
    assert [text for text in keyboard.shown if "\x1b" in text] == []


def test_a_field_says_what_may_be_typed() -> None:
    choices = {"type": "array", "items": {"enum": ["a", "b"]}, "title": "Which", "description": "of these"}
    (field,) = fields_of({"properties": {"x": choices | {"default": ["a"]}}})
    assert about(field, "1/1").splitlines() == [
        "1/1 Which, if you like (several with commas)",
        "| of these",
        "  1  a",
        "  2  b",
        'Enter alone: ["a"]',
    ]


def test_a_description_of_many_lines_is_marked_in_each() -> None:
    (field,) = fields_of({"properties": {"x": {"type": "string", "description": "a\nb", "title": "T\nU"}}})
    assert about(field, "1/1").splitlines() == ["1/1 T U, if you like", "| a", "| b"]
