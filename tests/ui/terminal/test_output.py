from __future__ import annotations

import asyncio
import io
import logging
import sys
from collections.abc import Callable

import click
import pytest

from overlay.ui.terminal.output import (
    MAX_HELD,
    Output,
    OutputFailed,
    TerminalHandler,
    echo,
    echo_json,
    logging_to_terminal,
)
from tests.support.keyboard import Keyboard, keyboard
from tests.support.scene import idle

__all__ = ["keyboard"]


def test_control_characters_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    echo("\x1b[2Jé\tx\n日本", err=True)
    assert capsys.readouterr().err == "\\u001b[2Jé\tx\n日本\n"


def test_only_overlays_own_colours_reach_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown: list[str] = []
    monkeypatch.setattr(click, "echo", lambda text, err: shown.append(text))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    echo("\x1bok", colour="green")
    assert shown == ["\x1b[32m\\u001bok\x1b[0m"]


@pytest.mark.parametrize(("wish", "text"), [("1", "ok"), ("", "\x1b[32mok\x1b[0m")])
def test_a_user_who_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch, wish: str, text: str) -> None:
    shown: list[str] = []
    monkeypatch.setattr(click, "echo", lambda text, err: shown.append(text))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setenv("NO_COLOR", wish)
    echo("ok", colour="green")
    assert shown == [text]


def test_a_file_gets_no_colour(capsys: pytest.CaptureFixture[str]) -> None:
    echo("ok", colour="green")
    assert capsys.readouterr().out == "ok\n"


class Full(io.StringIO):
    def write(self, s: str, /) -> int:
        raise OSError(28, "No space left on device")


def test_a_stdout_that_takes_nothing_is_an_error_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(OutputFailed, match="could not be written: No space left on device"):
        echo("x")


def test_a_stderr_that_takes_nothing_ends_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Full())
    echo("x", err=True)


def latin(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    stream = io.TextIOWrapper(raw := io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", stream)
    return lambda: raw.getvalue().decode("latin-1")


def test_characters_that_the_terminal_can_not_encode_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = latin(monkeypatch)
    echo("é…")
    assert shown() == "é\\u2026\n"


def test_json_stays_json_where_the_terminal_can_not_encode_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = latin(monkeypatch)
    echo_json("\U0001f600")
    assert shown() == '"\\ud83d\\ude00"\n'


async def test_a_question_is_shown_again_right_after_what_was_printed(keyboard: Keyboard) -> None:
    output, shows = Output(), iter(["question 1", "question 2"])
    with output.question(lambda: next(shows)):
        output.echo("a server is ready", err=True)
        output.echo("another one is", err=True)
        await idle()
    assert keyboard.shown == ["question 1", "a server is ready", "another one is", "question 2"]


async def test_a_flood_of_lines_is_held_back_so_that_the_question_stays_visible(keyboard: Keyboard) -> None:
    output = Output()
    with output.question(lambda: "question"):
        for at in range(500):
            output.echo(f"line {at}", err=True)
            await asyncio.sleep(0)
        assert keyboard.shown[-1] == "question"
        assert keyboard.shown.count("question") == 2
    assert keyboard.shown[-1] == "line 499"


async def test_lines_held_during_a_question_are_bounded_and_those_left_out_are_counted(
    keyboard: Keyboard,
) -> None:
    output = Output()
    with output.question(lambda: "question"):
        for at in range(MAX_HELD + 3):
            output.echo(f"line {at}", err=True)
    assert keyboard.shown[1:3] == ["(3 lines were left out)", "line 3"]


async def test_lines_for_a_file_are_not_held_during_a_question(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    output = Output()
    with output.question(lambda: "question"):
        output.echo("x", err=True)
        assert keyboard.shown == ["question", "x"]


async def test_a_line_printed_by_another_thread_shows_the_question_again(keyboard: Keyboard) -> None:
    output = Output()
    with output.question(lambda: "question"):
        await asyncio.to_thread(output.echo, "from a thread", err=True)
        await keyboard.until(lambda: len(keyboard.shown) == 3)
    assert keyboard.shown == ["question", "from a thread", "question"]


def record(message: str, *values: object, fault: BaseException | None = None) -> logging.LogRecord:
    info = (type(fault), fault, fault.__traceback__) if fault else None
    return logging.LogRecord("x", logging.WARNING, "f.py", 1, message, values, info)


def test_a_log_record_is_one_line_in_which_nothing_acts(capsys: pytest.CaptureFixture[str]) -> None:
    TerminalHandler().emit(record("from %s", "\x1b[2J\noverlay: all is well\u202e"))
    assert capsys.readouterr().err == "overlay: from \\u001b[2J\\noverlay: all is well\\u202e\n"


def test_an_exceptions_words_stay_inside_the_border(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("\x1b[2J\noverlay: all is well")
    except ValueError as fault:
        TerminalHandler().emit(record("it failed", fault=fault))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "overlay: it failed"
    assert [line for line in lines[1:] if not line.startswith("| ") or "\x1b" in line] == []


def test_a_record_that_can_not_be_written_is_reported_as_logging_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[logging.LogRecord] = []
    handler = TerminalHandler()
    monkeypatch.setattr(handler, "handleError", told.append)
    wrong = record("%d", "x")
    handler.emit(wrong)
    assert told == [wrong]


def test_log_records_of_libraries_go_to_the_terminal_only_while_it_is_set_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with logging_to_terminal():
        logging.getLogger("some.library").warning("a\x1bb")
    assert capsys.readouterr().err == "overlay: a\\u001bb\n"
    assert [one for one in logging.getLogger().handlers if isinstance(one, TerminalHandler)] == []


@pytest.mark.parametrize(
    ("logger", "words", "shown"),
    [
        ("asyncio", "Target page, context or browser has been closed", False),
        ("asyncio", "Connection closed while reading from the driver", False),
        ("asyncio", "something else", True),
        ("overlay.chat.session", "Target page, context or browser has been closed", True),
    ],
)
def test_only_what_playwrights_tasks_say_at_the_end_is_left_out(
    capsys: pytest.CaptureFixture[str], logger: str, words: str, shown: bool
) -> None:
    with logging_to_terminal():
        fault = RuntimeError(words)
        logging.getLogger(logger).error("it failed", exc_info=(RuntimeError, fault, None))
    assert (words in capsys.readouterr().err) is shown
