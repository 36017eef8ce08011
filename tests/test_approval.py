from __future__ import annotations

import sys
from typing import Any

import click
import pytest

from overlay.approval import NOBODY, REFUSED, ask_in_terminal, visible
from overlay.tools import ToolDefinition

TOOL = ToolDefinition("files.wipe", server="files")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A person at a terminal; what is shown to them."""
    shown: list[str] = []

    def echo(text: str, err: bool = False) -> None:
        assert err
        shown.append(text)

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(click, "echo", echo)
    return shown


def answering(monkeypatch: pytest.MonkeyPatch, answer: bool | BaseException) -> None:
    def confirm(*_: Any, **options: Any) -> bool:
        assert options["default"] is False
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr(click, "confirm", confirm)


async def test_a_yes_allows(terminal: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, True)
    assert await ask_in_terminal(TOOL, {"path": "/x"}) is None


@pytest.mark.parametrize("answer", [False, click.Abort()], ids=["no", "closed"])
async def test_a_no_and_a_closed_terminal_refuse(
    terminal: list[str], monkeypatch: pytest.MonkeyPatch, answer: bool | BaseException
) -> None:
    answering(monkeypatch, answer)
    assert await ask_in_terminal(TOOL, {}) == REFUSED


async def test_tool_server_and_every_argument_are_shown_in_full(
    terminal: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, False)
    await ask_in_terminal(TOOL, {"path": "x" * 5000, "deep": {"er": [1, "é"]}})
    assert "files.wipe of server files is asked for" in terminal[0]
    assert "x" * 5000 in terminal[1]
    assert '"é"' in terminal[1]


async def test_a_tool_of_overlays_own_names_no_server(
    terminal: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, False)
    await ask_in_terminal(ToolDefinition("wipe"), {})
    assert "server" not in terminal[0]


@pytest.mark.parametrize("missing", ["stdin", "stderr"])
async def test_without_a_terminal_the_answer_is_no(
    terminal: list[str], monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(getattr(sys, missing), "isatty", lambda: False)
    answering(monkeypatch, True)
    assert (await ask_in_terminal(TOOL, {}), terminal) == (NOBODY, [])


@pytest.mark.parametrize(
    "hidden", ["\x1b", "\x9b", "\r", "\x08", "\u202e", "\u200b", "\u2066", "\ufeff", "\x7f", "\ud800"]
)
def test_nothing_in_an_argument_can_draw_over_the_question_or_hide(hidden: str) -> None:
    assert visible(f"a{hidden}b") == f"a\\u{ord(hidden):04x}b"


def test_ordinary_text_is_shown_as_it_is() -> None:
    assert visible('{\n  "a": "é \U0001f600"\n}') == '{\n  "a": "é \U0001f600"\n}'
