from __future__ import annotations

import asyncio
import sys

import pytest

from overlay.typed_lines import TypedLines, at_terminal
from tests.scene import idle
from tests.test_approval import Keyboard


@pytest.fixture
def keyboard() -> Keyboard:
    return Keyboard()


async def test_a_line_is_what_was_typed(keyboard: Keyboard) -> None:
    keyboard.type("hello\n")
    assert await TypedLines(keyboard.read).line() == "hello\n"


async def test_questions_take_turns(keyboard: Keyboard) -> None:
    lines, order = TypedLines(keyboard.read), list[str]()

    async def ask(name: str) -> None:
        async with lines.turn():
            order.append(f"{name} asks")
            order.append(f"{name} got {(await lines.line()).strip()}")

    asked = asyncio.gather(ask("a"), ask("b"))
    await idle()
    keyboard.type("1\n", "2\n")
    await asked
    assert order == ["a asks", "a got 1", "b asks", "b got 2"]


async def test_a_line_that_was_begun_for_a_question_that_is_gone_is_known(keyboard: Keyboard) -> None:
    lines = TypedLines(keyboard.read)

    async def ask() -> None:
        async with lines.turn():
            await lines.line()

    first = asyncio.ensure_future(ask())
    await idle()
    first.cancel()
    await idle()
    async with lines.turn() as stale:
        keyboard.type("old\n", "new\n")
        assert (stale, await lines.line(), await lines.line()) == (True, "old\n", "new\n")


async def test_the_first_line_of_a_first_question_is_new(keyboard: Keyboard) -> None:
    async with TypedLines(keyboard.read).turn() as stale:
        assert not stale


@pytest.mark.parametrize("missing", [None, "stdin", "stderr"])
def test_a_terminal_is_one_that_reads_and_shows(monkeypatch: pytest.MonkeyPatch, missing: str | None) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: missing != "stdin")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: missing != "stderr")
    assert at_terminal() is (missing is None)
