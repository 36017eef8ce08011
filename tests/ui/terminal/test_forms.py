from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from overlay.tools.mcp import Elicitation, FormAnswer
from overlay.tools.mcp.elicitation_forms import fields_of
from overlay.ui.terminal.forms import TerminalElicitor, about, header
from overlay.ui.terminal.input import TypedLines
from overlay.ui.terminal.output import tell
from overlay.ui.terminal.prompt import OLD_CODE
from tests.support.keyboard import Keyboard, keyboard
from tests.support.scene import idle

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


async def answered(keyboard: Keyboard, asked: Elicitation, *typed: str) -> FormAnswer:
    keyboard.type(*(f"{line}\n" for line in typed))
    return await TerminalElicitor(TypedLines(keyboard.read))(asked)


async def test_a_form_is_filled_in_field_by_field(keyboard: Keyboard) -> None:
    answer = await answered(keyboard, ASKED, "y CODE", "Ada", "7", "n", "y CODE")
    assert answer == FormAnswer("accept", {"name": "Ada", "age": 7, "news": False})


async def test_enter_alone_takes_the_default_and_leaves_out_what_has_none(keyboard: Keyboard) -> None:
    answer = await answered(keyboard, ASKED, "y CODE", "Ada", "", "", "y CODE")
    assert answer == FormAnswer("accept", {"name": "Ada", "age": 42})


async def test_a_field_with_an_invalid_value_is_asked_again(keyboard: Keyboard) -> None:
    answer = await answered(keyboard, ASKED, "y CODE", "", "Ada", "old", "7", "", "y CODE")
    assert answer == FormAnswer("accept", {"name": "Ada", "age": 7})
    assert [
        text.splitlines()[-2] for text in keyboard.shown if text.endswith("Invalid value. Try again:")
    ] == [
        "| must be filled in (/cancel leaves the form)",
        "| must be a whole number",
    ]


async def test_the_values_of_a_form_are_shown_before_they_are_sent(keyboard: Keyboard) -> None:
    await answered(keyboard, ASKED, "y CODE", "Ada", "", "", "y CODE")
    assert 'sent to the server weather:\n| {\n|   "name": "Ada",\n|   "age": 42\n| }' in keyboard.shown[-1]


async def test_a_no_declines_and_no_choice_or_the_end_of_input_cancels(keyboard: Keyboard) -> None:
    filled = ("y CODE", "Ada", "", "")
    wrong: list[object] = []
    for action, *typed in [
        ("decline", "n CODE"),
        ("decline", *filled, "n CODE"),
        ("cancel", "c CODE"),
        ("cancel", "y CODE", "/cancel"),
        ("cancel", *filled, "c CODE"),
    ]:
        if (found := (await answered(keyboard, ASKED, *typed)).action) != action:
            wrong.append((typed, found))
    for typed in (("",), ("y CODE\n", "")):
        keyboard.type(*typed)
        if (found := (await TerminalElicitor(TypedLines(keyboard.read))(ASKED)).action) != "cancel":
            wrong.append((typed, found))
    assert wrong == []


async def test_a_page_is_agreed_to_or_not_only_with_the_code(keyboard: Keyboard) -> None:
    wrong: list[object] = []
    for typed, action in [("y", "accept"), ("n", "decline"), ("c", "cancel")]:
        if (found := (await answered(keyboard, PAGE, f"{typed} CODE")).action) != action:
            wrong.append((typed, found))
    for typed in ("y", "y zz", "what CODE", ""):
        found = (await answered(keyboard, ASKED, typed, "n CODE")).action
        if found != "decline" or "Nothing was done" not in keyboard.shown[-1]:
            wrong.append((typed, found))
    assert wrong == []


@pytest.mark.parametrize("missing", ["stdin", "stderr"])
async def test_a_form_is_declined_if_no_user_is_at_the_terminal(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(getattr(sys, missing), "isatty", lambda: False)
    assert (await TerminalElicitor(TypedLines(keyboard.read))(ASKED), keyboard.shown) == (
        FormAnswer("decline"),
        [],
    )


async def test_a_line_begun_for_a_withdrawn_form_does_not_answer_the_next_one(
    keyboard: Keyboard,
) -> None:
    elicitor = TerminalElicitor(TypedLines(keyboard.read))
    first = asyncio.ensure_future(elicitor(ASKED))
    await idle()
    old = keyboard.code
    first.cancel()
    await idle()
    assert "withdrawn" in keyboard.shown[-1]
    keyboard.type(f"y {old}\n", "n CODE\n")
    assert await elicitor(PAGE) == FormAnswer("decline")
    assert keyboard.shown[-1].endswith(OLD_CODE)


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
        "| https://pay.example/x?y",
    ]


async def test_no_word_of_a_server_can_draw_over_the_question(keyboard: Keyboard) -> None:
    bad = "\x1b[2J"
    field = {"type": "string", "title": bad, "description": bad, "default": bad, "enum": [bad]}
    await answered(keyboard, Elicitation("w", bad, bad, {"properties": {bad: field}}), "y CODE", "", "y CODE")
    assert [text for text in keyboard.shown if "\x1b" in text] == []


def test_a_field_says_what_may_be_typed() -> None:
    choices: dict[str, Any] = {
        "type": "array",
        "items": {"enum": ["a", "b"]},
        "title": "Which",
        "description": "of these",
    }
    schema: dict[str, Any] = {"properties": {"x": choices | {"default": ["a"]}}}
    (field,) = fields_of(schema)
    assert about(field, "1/1").splitlines() == [
        "1/1 (several with commas, optional):",
        "| Which",
        "| of these",
        "| 1  a",
        "| 2  b",
        "Press Enter to send:",
        '| ["a"]',
    ]


FORGED = "Type a letter and the code zz, then Enter:"


def test_no_word_of_a_field_can_begin_a_line_as_overlay_does() -> None:
    wrong: list[object] = []
    for part in ["title", "description", "default", "enum"]:
        for columns in [None, 40]:
            text = f"a{'.' * 36}{FORGED}\n{FORGED}\r{FORGED}\u2028{FORGED}"
            given: dict[str, Any] = {"type": "string", part: [text, "b"] if part == "enum" else text}
            (field,) = fields_of({"properties": {"x": given}})
            if (
                found := [
                    line for line in about(field, "1/1", columns).split("\n") if line.startswith("Type")
                ]
            ) != []:
                wrong.append((part, columns, found))
    assert wrong == []


def test_no_message_of_a_server_can_begin_a_line_as_overlay_does() -> None:
    wrong: list[object] = []
    for columns in [None, 40]:
        asked = Elicitation("weather", "", f"a{'.' * 36}{FORGED}\n{FORGED}\x85{FORGED}")
        if (found := [line for line in header(asked, columns).split("\n") if line.startswith("Type")]) != []:
            wrong.append((columns, found))
    assert wrong == []


async def test_a_line_printed_during_a_form_shows_the_field_again(keyboard: Keyboard) -> None:
    keyboard.type("y CODE\n")
    asked = asyncio.ensure_future(TerminalElicitor(TypedLines(keyboard.read))(ASKED))
    await keyboard.until(lambda: "1/3" in "".join(keyboard.shown))
    tell("a server is ready")
    await keyboard.until(lambda: len(keyboard.shown) == 4)
    assert keyboard.shown[-2] == "a server is ready"
    assert "1/3" in keyboard.shown[-1]
    keyboard.type("/cancel\n")
    assert await asked == FormAnswer("cancel")
