from __future__ import annotations

import asyncio

from overlay.ui.terminal.input import TypedLines
from overlay.ui.terminal.output import tell
from overlay.ui.terminal.prompt import NO_ANSWER, NO_CODE, OLD_CODE, TerminalPrompt
from tests.support.keyboard import Keyboard, keyboard
from tests.support.scene import idle

__all__ = ["keyboard"]


def asked(code: str) -> str:
    return f"run_command is asked for\nType a letter and the code {code}, then Enter:"


def yes(line: str) -> str | None:
    return line if line.split()[0] == "y" else None


async def test_an_answer_with_its_code_is_taken_without_it(keyboard: Keyboard) -> None:
    keyboard.type("y CODE  as you  like\n")
    assert await TerminalPrompt(TypedLines(keyboard.read)).choose(asked, yes) == "y as you  like"


async def test_after_anything_printed_the_code_is_old_and_the_whole_question_is_there_again(
    keyboard: Keyboard,
) -> None:
    answer = asyncio.ensure_future(TerminalPrompt(TypedLines(keyboard.read)).choose(asked, yes))
    await idle()
    old = keyboard.code
    tell("something else")
    await idle()
    assert keyboard.shown[-1].startswith("run_command is asked for")
    keyboard.type(f"y {old}\n")
    await keyboard.until(lambda: OLD_CODE in keyboard.shown[-1])
    assert keyboard.shown[-1].startswith("run_command is asked for")
    keyboard.type("y CODE\n")
    assert await answer == "y"


async def test_each_print_has_a_code_of_its_own(keyboard: Keyboard) -> None:
    keyboard.type(*["y\n"] * 50, "y CODE\n")
    await TerminalPrompt(TypedLines(keyboard.read)).choose(asked, yes)
    assert len(set(keyboard.shown)) == 51


async def test_the_prompt_says_what_was_wrong_with_an_answer(keyboard: Keyboard) -> None:
    keyboard.type("y\n", "maybe CODE\n", "y CODE\n")
    await TerminalPrompt(TypedLines(keyboard.read)).choose(asked, yes)
    assert [text.splitlines()[-1] for text in keyboard.shown[1:]] == [NO_CODE, NO_ANSWER]


async def test_at_the_end_of_input_there_is_no_answer(keyboard: Keyboard) -> None:
    keyboard.type("", "")
    prompt = TerminalPrompt(TypedLines(keyboard.read))
    assert await prompt.choose(asked, yes) is None
    assert await prompt.read("Age?", int, ValueError) is None


async def test_a_value_is_asked_for_until_it_fits(keyboard: Keyboard) -> None:
    keyboard.type("x\n", "7\n")
    assert await TerminalPrompt(TypedLines(keyboard.read)).read("Age?", int, ValueError) == 7
    assert keyboard.shown[1].startswith("Age?\n| invalid literal")
