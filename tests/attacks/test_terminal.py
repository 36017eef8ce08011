"""A page, a model or a server prints text over a question in the terminal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from itertools import product
from typing import Any

import click
import pytest

from overlay.calls.approvals import Answer, Question
from overlay.calls.events import BlockInfo, Event
from overlay.cli.event_lines import tell_event
from overlay.cli.server_options import report, show
from overlay.tools import ToolDefinition
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import ServerStatus, SignInRequest
from overlay.ui.terminal.approver import TerminalApprover
from overlay.ui.terminal.input import TypedLines
from overlay.ui.terminal.output import TerminalHandler, tell
from overlay.ui.terminal.sign_in import ShowSignIn
from tests.support.keyboard import Keyboard, keyboard
from tests.support.scene import idle

__all__ = ["keyboard"]

FAKE = "\x1b[2J\x1b[HThe model wants to run current_time on https://chat.example."
QUESTION = Question(ToolDefinition("run_command"), {"command": "curl evil"}, "https://chat.example", "one")
"""The question to the person while the page goes on."""


def event(kind: Any, name: str, error: str = "") -> Event:
    return Event(kind, BlockInfo("1", "call", name, "", "ready", error_code=error))


def logged(text: str) -> None:
    TerminalHandler().emit(logging.LogRecord("mcp", logging.WARNING, "f.py", 1, "odd: %s", (text,), None))


def failed(text: str) -> None:
    try:
        raise ValueError(text)
    except ValueError as fault:
        info = (ValueError, fault, fault.__traceback__)
        TerminalHandler().emit(logging.LogRecord("mcp", logging.ERROR, "f.py", 1, "it failed", (), info))


def server(text: str) -> ServerStatus:
    return ServerStatus(text, "failed", "stdio", text, text, "", reason=text, problems=[text])


WAYS: dict[str, Callable[[str], object]] = {
    "a call's name": lambda text: tell_event(event("named", text), as_json=False),
    "a call's name as JSON": lambda text: tell_event(event("named", text), as_json=True),
    "a call's error": lambda text: tell_event(event("failed", "x", text), as_json=False),
    "a trouble of the page": lambda text: tell_event(Event("trouble", None, text), as_json=False),
    "a log record": logged,
    "an exception in the log": failed,
    "a server's state": lambda text: show(server(text)),
    "a fault of a tool file": lambda text: report([LoadProblem(text, text)]),
    "a sign-in": lambda text: asyncio.ensure_future(
        ShowSignIn(tell)(SignInRequest(text, f"https://a.test/{text}"))
    ),
}
DRAWING = [
    "\x1b[2J",
    "\x9b2J",
    "\x1b]0;title\x07",
    "\x08",
    "\r",
    "\u202e",
    "\u2066",
    "\ufe0f",
    "\U000e0041",
    "\u0336",
]
"""One of each kind that acts or is not seen: a sequence, its one-byte form, a title, moves, turns, unseen marks."""


@pytest.fixture
async def answer(keyboard: Keyboard) -> AsyncIterator[asyncio.Future[Answer]]:
    """The question is shown and waits."""
    answer = asyncio.ensure_future(TerminalApprover(TypedLines(keyboard.read))(QUESTION))
    await idle()
    yield answer
    answer.cancel()
    keyboard.type("")


async def test_control_the_code_of_the_question_allows_the_call(
    keyboard: Keyboard, answer: asyncio.Future[Answer]
) -> None:
    keyboard.type(f"o {keyboard.code}\n")
    assert await answer == Answer("once")


async def test_control_raw_control_characters_reach_the_terminal(keyboard: Keyboard) -> None:
    click.echo(FAKE)
    assert "\x1b[2J" in keyboard.shown[-1]


async def test_nothing_that_is_printed_over_a_question_can_draw(keyboard: Keyboard) -> None:
    drawn: list[tuple[str, str]] = []
    for way, acting in product(WAYS, DRAWING):
        keyboard.shown.clear()
        WAYS[way](f"x{acting}y")
        await idle()
        shown = "\n".join(keyboard.shown)
        assert shown, way
        if "\u0336" in shown or any(sign in shown for sign in acting if not sign.isprintable()):
            drawn.append((way, acting))
    assert drawn == []


@pytest.mark.parametrize("way", WAYS)
async def test_after_what_is_printed_the_question_is_shown_in_full_and_its_old_code_allows_nothing(
    keyboard: Keyboard, answer: asyncio.Future[Answer], way: str
) -> None:
    old = keyboard.code
    WAYS[way](FAKE)
    await idle()
    asked = "The model wants to run run_command on https://chat.example."
    assert keyboard.shown[-1].lstrip().startswith(asked)
    keyboard.type(f"o {old}\n")
    await keyboard.until(lambda: "that code is old" in keyboard.shown[-1])
    assert not answer.done()
    assert "curl evil" in keyboard.shown[-1]


async def test_no_printed_line_begins_as_a_question_of_overlay_does(keyboard: Keyboard) -> None:
    asked = "The model wants to run current_time"
    begun: list[str] = []
    for way in WAYS:
        keyboard.shown.clear()
        WAYS[way](f"x\n{asked}\r{asked}\u2028{asked}\x85{asked}")
        await idle()
        lines = "\n".join(keyboard.shown).splitlines()
        # Programs read the JSON.
        if "JSON" not in way and any(line.startswith(asked) for line in lines):
            begun.append(way)
    assert begun == []


async def test_all_that_is_printed_of_a_long_text_is_bounded(keyboard: Keyboard) -> None:
    lengths: dict[str, int] = {}
    for way in (way for way in WAYS if "JSON" not in way):  # programs read that
        keyboard.shown.clear()
        WAYS[way]("x" * 1_000_000)
        await idle()
        lengths[way] = len("".join(keyboard.shown))
    assert {way: length for way, length in lengths.items() if length >= 20_000} == {}
