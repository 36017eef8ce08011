from __future__ import annotations

import asyncio
import os
import pty
import re
import sys
from dataclasses import replace
from typing import Any

import click
import pytest

from overlay.policy.model import EVERY_SCOPE
from overlay.tools import ToolDefinition
from overlay.ui.terminal.approver import (
    LONG,
    NO_USER,
    Answer,
    Question,
    TerminalApprover,
    answer_of,
    as_text,
    ask_in_terminal,
)
from overlay.ui.terminal.input import TypedLines
from overlay.ui.terminal.prompt import NO_ANSWER, NO_CODE, OLD_CODE
from tests.support.keyboard import Keyboard, keyboard
from tests.support.scene import idle

__all__ = ["keyboard"]

TOOL = ToolDefinition("files.wipe", server="files")
CODE = "k7"
QUESTION = Question(TOOL, {"path": "/x"}, "https://chat.example", "site|one")


async def test_a_letter_with_the_code_answers_and_the_end_of_input_is_a_no(keyboard: Keyboard) -> None:
    wrong: list[object] = []
    for typed, answer in [
        ("t CODE\n", Answer("tool")),
        ("n CODE not my  files\n", Answer("deny", "not my  files")),
        ("", Answer("deny")),
    ]:
        keyboard.type(typed)
        if (found := await TerminalApprover(TypedLines(keyboard.read))(QUESTION)) != answer:
            wrong.append((typed, found))
    assert wrong == []


async def test_an_invalid_answer_is_refused_and_the_whole_question_is_asked_again(keyboard: Keyboard) -> None:
    wrong: list[object] = []
    for line, why in [
        ("\n", NO_CODE),
        ("o\n", NO_CODE),
        ("o zz\n", NO_CODE),
        ("yes CODE\n", NO_ANSWER),
        ("CODE o\n", NO_CODE),
    ]:
        keyboard.shown.clear()
        keyboard.type(line, "o CODE\n")
        answer = await TerminalApprover(TypedLines(keyboard.read))(QUESTION)
        again = keyboard.shown[1]
        asked = "The model wants to run files.wipe of server files" in again
        if answer != Answer("once") or not again.endswith(why) or not asked:
            wrong.append((line, answer, again))
    assert wrong == []


@pytest.mark.parametrize("missing", ["stdin", "stderr"])
async def test_without_a_terminal_the_answer_is_no_and_says_why(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(getattr(sys, missing), "isatty", lambda: False)
    assert await TerminalApprover(TypedLines(keyboard.read))(QUESTION) == Answer("deny", NO_USER)
    assert keyboard.shown == []


async def test_the_approver_reads_the_terminal_by_default(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "readline", lambda: f"c {keyboard.code}\n")
    assert await TerminalApprover()(QUESTION) == Answer("chat")


async def test_a_question_that_is_withdrawn_says_so(keyboard: Keyboard) -> None:
    asked = asyncio.ensure_future(TerminalApprover(TypedLines(keyboard.read))(QUESTION))
    await idle()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert "withdrawn" in keyboard.shown[-1]
    keyboard.type("x\n")


async def test_a_line_begun_for_a_withdrawn_question_does_not_answer_the_next_question(
    keyboard: Keyboard,
) -> None:
    approver = TerminalApprover(TypedLines(keyboard.read))
    first = asyncio.ensure_future(approver(QUESTION))
    await idle()
    old = keyboard.code
    first.cancel()
    await idle()
    second = asyncio.ensure_future(approver(QUESTION))
    await idle()
    keyboard.type(f"t {old}\n", "n CODE\n")
    assert await second == Answer("deny")
    assert keyboard.shown[-1].endswith(OLD_CODE)


async def test_a_line_that_came_between_two_questions_is_no_answer_to_the_second(keyboard: Keyboard) -> None:
    approver = TerminalApprover(TypedLines(keyboard.read))
    first = asyncio.ensure_future(approver(QUESTION))
    await idle()
    first.cancel()
    keyboard.type("t CODE\n")
    await asyncio.to_thread(keyboard.lines.join)
    keyboard.type("n CODE\n")
    assert await approver(QUESTION) == Answer("deny")


def test_letters_words_and_a_reason_are_understood() -> None:
    wrong: list[object] = []
    for line, answer in [
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
    ]:
        if (found := answer_of(line, EVERY_SCOPE)) != answer:
            wrong.append((line, found))
    assert wrong == []


def test_an_answer_that_is_not_offered_is_not_accepted() -> None:
    wrong = [
        (line, found)
        for line in ["t", "tool", "c"]
        if (found := answer_of(line, ("once", "deny"))) is not None
    ]
    assert wrong == []


def test_a_command_can_be_allowed_for_a_day_or_for_good() -> None:
    wrong: list[object] = []
    lines: dict[str, Any] = {"d": "command_today", "f": "command_always", "command_today": "command_today"}
    for line, scope in lines.items():
        if (found := answer_of(line, ("once", scope, "deny"))) != Answer(scope):
            wrong.append((line, found))
        if (found := answer_of(line, EVERY_SCOPE)) is not None:
            wrong.append((line, scope, found))
    assert wrong == []


def test_the_answers_that_allow_a_command_show_all_of_it() -> None:
    command = f"`git status` (/usr/bin/git) in /home/ann/{'x' * 2000}"
    question = replace(QUESTION, offers=("once", "command_today", "command_always", "deny"), command=command)
    text = as_text(question, CODE)
    assert f"d {CODE}  until midnight: {command} on https://chat.example\n" in text
    assert f"f {CODE}  always: {command} on https://chat.example\n" in text


def test_invisible_characters_of_a_folders_name_are_escaped() -> None:
    question = replace(QUESTION, offers=("command_always", "deny"), command="`ls` in /a\n\u202e\x1b[2K")
    assert "in /a\\n\\u202e\\u001b[2K on" in as_text(question, CODE)


def test_the_whole_question_is_shown() -> None:
    question = replace(
        QUESTION,
        arguments={"path": "x" * 5000, "deep": {"er": [1, "é"]}},
        reason="It can harm.",
        warnings=("It changed:", "-a", "+b"),
        preview="--- old",
    )
    text = as_text(question, CODE)
    for part in (
        "The model wants to run files.wipe of server files on https://chat.example",
        "It can harm.",
        "+b",
    ):
        assert part in text
    assert "x" * 5000 in text
    assert '"é"' in text
    assert "What it would do:\n| --- old" in text


def test_a_tool_of_overlays_own_names_no_server() -> None:
    assert "server" not in as_text(replace(QUESTION, tool=ToolDefinition("wipe")), CODE)


def test_only_the_offered_answers_are_shown() -> None:
    lines = as_text(replace(QUESTION, offers=("once", "deny")), CODE).splitlines()
    assert [line[2] for line in lines if line[3:6] == f" {CODE}"] == ["o", "n"]


def test_no_part_of_a_question_can_draw_over_it() -> None:
    wrong: list[object] = []
    for part in ["arguments", "reason", "warnings", "preview", "site"]:
        text: Any = "\x1b[2J"
        put: dict[str, Any] = {"arguments": {"path": text}, "warnings": (text,)}
        if not ("\x1b" not in as_text(replace(QUESTION, **{part: put.get(part, text)}), CODE)):
            wrong.append(part)
    assert wrong == []


def test_no_part_of_a_question_can_begin_a_line_as_overlay_does() -> None:
    wrong: list[object] = []
    for part in ["arguments", "reason", "warnings", "preview"]:
        for columns in [None, 40]:
            forged = "Run it? Type a letter and the code zz, then Enter:"
            text: Any = f"x{' ' * 33}{forged}\n{forged}"
            put: dict[str, Any] = {"arguments": {text: text}, "warnings": (text,)}
            lines = as_text(
                replace(QUESTION, **{part: put.get(part, text)}), CODE, columns=columns
            ).splitlines()
            if (found := [line for line in lines if line.startswith("Run it?")]) != []:
                wrong.append((part, columns, found))
    assert wrong == []


def test_a_long_argument_is_cut_in_the_middle_and_can_be_asked_for() -> None:
    question = replace(QUESTION, arguments={"path": "x" * 50_000})
    text = as_text(question, CODE, limit=LONG)
    assert len(text) < LONG + 2_000
    assert "(30,016 characters are left out here)" in text
    assert f"  s {CODE}  show everything first" in text


async def test_all_of_a_long_argument_is_shown_when_that_is_typed(keyboard: Keyboard) -> None:
    keyboard.type("s CODE\n", "n CODE\n")
    question = replace(QUESTION, arguments={"path": "x" * 50_000})
    await TerminalApprover(TypedLines(keyboard.read))(question)
    assert [text.count("x") >= 50_000 for text in keyboard.shown] == [False, True]


def test_right_to_left_letters_are_shown_in_their_order_too() -> None:
    text = as_text(replace(QUESTION, arguments={"path": "/home/\u05d0\u05d1/1"}), CODE)
    assert '"path": "/home/\\u05d0\\u05d1/1"' in text


async def test_text_typed_before_the_question_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = pty.openpty()
    terminal = os.fdopen(there, "r")
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown: list[str] = []
    monkeypatch.setattr(click, "echo", lambda text, err: shown.append(text))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    os.write(here, b"n typed early\n")
    asked = asyncio.ensure_future(ask_in_terminal(QUESTION))
    await idle()
    code = re.findall(r"the code (\w\w)", shown[-1])[0]
    os.write(here, f"n {code}\n".encode())
    assert await asked == Answer("deny")
    assert len(shown) == 1
    terminal.close()
    os.close(here)


async def test_in_the_terminal_one_question_is_asked_at_a_time(keyboard: Keyboard) -> None:
    ask = TerminalApprover(TypedLines(keyboard.read))
    first = asyncio.ensure_future(ask(QUESTION))
    second = asyncio.ensure_future(ask(replace(QUESTION, arguments={"path": "/y"})))
    await idle()
    assert len([text for text in keyboard.shown if "The model wants to run" in text]) == 1
    keyboard.type("o CODE\n")
    assert await first == Answer("once")
    keyboard.type("n CODE\n")
    assert await second == Answer("deny")


def test_the_question_begins_with_the_word_that_the_user_chose() -> None:
    text = as_text(replace(QUESTION, word="blue heron"), "k7")
    assert text.lstrip().startswith("Your word: blue heron\n")


def test_a_question_mentions_no_word_if_the_user_chose_none() -> None:
    assert "Your word" not in as_text(QUESTION, "k7")
