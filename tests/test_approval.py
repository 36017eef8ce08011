from __future__ import annotations

import asyncio
import os
import pty
import sys
from dataclasses import replace
from typing import Any

import pytest

from overlay.approval import (
    FEW,
    NOBODY,
    Answer,
    Question,
    TerminalApprover,
    answer_of,
    as_text,
    ask_in_terminal,
    visible,
)
from overlay.policy.model import EVERY_SCOPE
from overlay.tools import ToolDefinition
from overlay.typed_lines import TypedLines
from tests.keyboard import Keyboard, keyboard
from tests.scene import idle

__all__ = ["keyboard"]

TOOL = ToolDefinition("files.wipe", server="files")
QUESTION = Question(TOOL, {"path": "/x"}, "https://chat.example", "site|one")


async def test_a_letter_answers(keyboard: Keyboard) -> None:
    keyboard.type("t\n")
    assert await TerminalApprover(TypedLines(keyboard.read))(QUESTION) == Answer("tool")


async def test_the_end_of_input_is_a_no(keyboard: Keyboard) -> None:
    keyboard.type("")
    assert await TerminalApprover(TypedLines(keyboard.read))(QUESTION) == Answer("deny")


async def test_what_is_no_answer_is_asked_again(keyboard: Keyboard) -> None:
    keyboard.type("\n", "yes\n", "o\n")
    assert await TerminalApprover(TypedLines(keyboard.read))(QUESTION) == Answer("once")
    assert [text.startswith("Run it?") for text in keyboard.shown[1:]] == [True, True]


@pytest.mark.parametrize("missing", ["stdin", "stderr"])
async def test_without_a_terminal_the_answer_is_no_and_says_why(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(getattr(sys, missing), "isatty", lambda: False)
    assert await TerminalApprover(TypedLines(keyboard.read))(QUESTION) == Answer("deny", NOBODY)
    assert keyboard.shown == []


async def test_without_another_reader_it_reads_the_terminal(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "readline", lambda: "c\n")
    assert await TerminalApprover()(QUESTION) == Answer("chat")


async def test_a_question_that_is_withdrawn_says_so(keyboard: Keyboard) -> None:
    asked = asyncio.ensure_future(TerminalApprover(TypedLines(keyboard.read))(QUESTION))
    await idle()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert "withdrawn" in keyboard.shown[-1]
    keyboard.type("x\n")


async def test_what_was_being_typed_for_a_question_that_is_gone_is_no_answer_to_the_next(
    keyboard: Keyboard,
) -> None:
    approver = TerminalApprover(TypedLines(keyboard.read))
    first = asyncio.ensure_future(approver(QUESTION))
    await idle()
    first.cancel()
    await idle()
    second = asyncio.ensure_future(approver(QUESTION))
    await idle()
    keyboard.type("t\n", "n\n")
    assert await second == Answer("deny")
    assert any("typed for a question that is gone" in text for text in keyboard.shown)


async def test_a_line_that_came_between_two_questions_is_no_answer_to_the_second(keyboard: Keyboard) -> None:
    approver = TerminalApprover(TypedLines(keyboard.read))
    first = asyncio.ensure_future(approver(QUESTION))
    await idle()
    first.cancel()
    keyboard.type("t\n")
    await asyncio.to_thread(keyboard.lines.join)
    keyboard.type("n\n")
    assert await approver(QUESTION) == Answer("deny")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("o", Answer("once")),
        (" C \n", Answer("chat")),
        ("tool", Answer("tool")),
        ("arguments", Answer("arguments")),
        ("n", Answer("deny")),
        ("no", Answer("deny")),
        ("n not my  files", Answer("deny", "not my  files")),
        ("No never", Answer("deny", "never")),
        ("y", None),
        ("", None),
        ("once more", None),
        ("ot", None),
    ],
)
def test_letters_words_and_a_reason_are_understood(line: str, answer: Answer | None) -> None:
    assert answer_of(line, EVERY_SCOPE) == answer


@pytest.mark.parametrize("line", ["t", "tool", "c"])
def test_what_is_not_on_offer_is_no_answer(line: str) -> None:
    assert answer_of(line, ("once", "deny")) is None


def test_the_whole_question_is_shown() -> None:
    question = replace(
        QUESTION,
        arguments={"path": "x" * 5000, "deep": {"er": [1, "é"]}},
        reason="It can harm.",
        warnings=("It changed:", "-a", "+b"),
        preview="--- old",
    )
    text = as_text(question)
    for part in ("files.wipe of server files is asked for on https://chat.example", "It can harm.", "+b"):
        assert part in text
    assert ("x" * 5000 in text, '"é"' in text, "What it would do:\n| --- old" in text) == (True, True, True)


def test_a_tool_of_overlays_own_names_no_server() -> None:
    assert "server" not in as_text(replace(QUESTION, tool=ToolDefinition("wipe")))


def test_only_what_is_on_offer_is_shown_as_an_answer() -> None:
    lines = as_text(replace(QUESTION, offers=("once", "deny"))).splitlines()
    assert [line[2] for line in lines if line.startswith("  ") and line[3:5] == "  "] == ["o", "n"]


@pytest.mark.parametrize("part", ["arguments", "reason", "warnings", "preview", "site"])
def test_no_part_of_a_question_can_draw_over_it(part: str) -> None:
    text: Any = "\x1b[2J"
    put: dict[str, Any] = {"arguments": {"path": text}, "warnings": (text,)}
    assert "\x1b" not in as_text(replace(QUESTION, **{part: put.get(part, text)}))


@pytest.mark.parametrize(
    "hidden",
    [
        "\x1b",
        "\x9b",
        "\r",
        "\x08",
        "\u202e",
        "\u200b",
        "\u2066",
        "\ufeff",
        "\x7f",
        "\ud800",
        "\xad",
        "\u3164",
        "\t",
        "\xa0",
    ],
)
def test_nothing_in_an_argument_can_draw_over_the_question_or_hide(hidden: str) -> None:
    assert visible(f"a{hidden}b") == f"a\\u{ord(hidden):04x}b"


def test_ordinary_text_is_shown_as_it_is() -> None:
    assert visible('{\n  "a": "é \U0001f600"\n}') == '{\n  "a": "é \U0001f600"\n}'


async def test_what_was_typed_before_the_question_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = pty.openpty()
    terminal = os.fdopen(there, "r")
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    os.write(here, b"t\n")
    asked = asyncio.ensure_future(ask_in_terminal(QUESTION))
    await idle()
    os.write(here, b"n\n")
    assert await asked == Answer("deny")
    terminal.close()
    os.close(here)


def test_characters_beyond_the_first_plane_that_hide_are_shown_too() -> None:
    assert visible("a\U000e0041\U000e0101") == "a\\ue0041\\ue0101"


def test_a_preview_can_not_pass_for_the_question_itself() -> None:
    text = as_text(replace(QUESTION, preview="x\nRun it? Type a letter and Enter:"))
    assert [line for line in text.splitlines() if line.startswith("Run it?")] == [
        "Run it? Type a letter and Enter:"
    ]


async def test_in_the_terminal_one_question_is_asked_at_a_time(keyboard: Keyboard) -> None:
    ask = TerminalApprover(TypedLines(keyboard.read))
    first = asyncio.ensure_future(ask(QUESTION))
    second = asyncio.ensure_future(ask(replace(QUESTION, arguments={"path": "/y"})))
    await idle()
    assert len([text for text in keyboard.shown if "is asked for" in text]) == 1
    keyboard.type("o\n")
    assert await first == Answer("once")
    keyboard.type("n\n")
    assert await second == Answer("deny")


def test_however_many_kinds_of_unseen_signs_there_are_each_is_written_out() -> None:
    signs = "".join(chr(code) for code in range(0xE0100, 0xE0100 + FEW + 1))
    assert visible(f"a{signs}\n") == "a" + "".join(f"\\u{ord(sign):04x}" for sign in signs) + "\n"
