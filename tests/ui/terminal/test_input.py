from __future__ import annotations

import asyncio
import sys

import pytest

from overlay.ui.terminal.input import TypedLines, at_terminal, in_foreground
from tests.support.keyboard import Keyboard
from tests.support.scene import idle


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


async def test_a_line_that_is_typed_while_nothing_is_asked_is_nobodys(keyboard: Keyboard) -> None:
    keyboard.type("p\n")
    assert await TypedLines(keyboard.read).idle_line() == "p\n"


async def test_a_typed_line_goes_to_a_question_before_an_idle_reader(keyboard: Keyboard) -> None:
    lines = TypedLines(keyboard.read)
    idly = asyncio.ensure_future(lines.idle_line())
    await idle()
    async with lines.turn() as stale:
        keyboard.type("yes\n")
        assert (stale, await lines.line()) == (False, "yes\n")
    keyboard.type("p\n")
    assert await idly == "p\n"


async def test_an_idle_reader_waits_until_the_question_has_ended(keyboard: Keyboard) -> None:
    lines = TypedLines(keyboard.read)
    async with lines.turn():
        idly = asyncio.ensure_future(lines.idle_line())
        await idle()
        keyboard.type("yes\n", "p\n")
        assert await lines.line() == "yes\n"
    assert await idly == "p\n"


async def test_a_line_typed_just_before_a_question_is_no_answer_to_it(keyboard: Keyboard) -> None:
    lines = TypedLines(keyboard.read)
    idly = asyncio.ensure_future(lines.idle_line())
    await idle()
    reading = lines._reading  # pyright: ignore[reportPrivateUsage]
    assert reading
    idly.cancel()
    keyboard.type("o\n", "yes\n")
    await reading
    async with lines.turn() as stale:
        assert (stale, await lines.line()) == (False, "yes\n")


async def test_a_line_begun_for_a_question_that_is_gone_stays_one_while_nothing_is_asked(
    keyboard: Keyboard,
) -> None:
    lines = TypedLines(keyboard.read)

    async def ask() -> None:
        async with lines.turn():
            await lines.line()

    first = asyncio.ensure_future(ask())
    await idle()
    first.cancel()
    idly = asyncio.ensure_future(lines.idle_line())
    await idle()
    async with lines.turn() as stale:
        assert stale
    idly.cancel()
    keyboard.type("")


def test_a_process_without_a_terminal_is_not_in_the_foreground(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> int:
        raise OSError

    monkeypatch.setattr(sys.stdin, "fileno", none)
    assert not in_foreground()


@pytest.mark.parametrize("group", [7, 8])
def test_the_foreground_is_the_group_that_the_terminal_says(
    monkeypatch: pytest.MonkeyPatch, group: int
) -> None:
    monkeypatch.setattr(sys.stdin, "fileno", lambda: 0)
    monkeypatch.setattr("os.tcgetpgrp", lambda _: 7)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setattr("os.getpgrp", lambda: group)
    assert in_foreground() is (group == 7)
