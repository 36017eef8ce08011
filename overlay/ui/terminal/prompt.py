"""Asks a question in the terminal; the typed answer must contain the code that was printed last."""

from __future__ import annotations

import secrets
import shutil
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from overlay.common.language import mark, translate
from overlay.common.terminal_text import quoted
from overlay.ui.terminal.input import TypedLines
from overlay.ui.terminal.output import OUTPUT, Output

T = TypeVar("T")
LETTERS = "abcdefghjkmnpqrstuvwxyz"
DIGITS = "23456789"
_CODES: deque[str] = deque(maxlen=100)
"""The most recent codes of all questions: the last one is valid, the others are recognised as old."""
LONG = 1_000
"""The most characters of an error message: it may contain a server's values."""
NO_CODE = mark("Nothing was done: type the code of the question too.")
OLD_CODE = mark("Nothing was done: that code is old. Read the question above, and type its code.")
WRONG = mark("Invalid value. Try again:")
NO_ANSWER = mark("Nothing was done: that is not one of the answers.")


class TerminalPrompt:
    """Asks in the terminal and reads the answer from `lines`; the question is always the last text."""

    def __init__(self, lines: TypedLines, output: Output = OUTPUT) -> None:
        self._lines = lines
        self._output = output
        self._note = ""

    async def choose(self, text: Callable[[str], str], parse: Callable[[str], T | None]) -> T | None:
        """Ask until `parse` accepts an answer, and return it; None at the end of input.

        `text(code)` returns the whole question. The second word of a line must be the code that was printed
        last; `parse` gets the line without the code, and returns None if it is not a valid answer.
        """

        def show() -> str:
            return self._noted(text(_fresh()))

        with self._output.question(show) as again:
            while line := await self._lines.line():
                word, code, rest = _parts(line)
                answer = parse(f"{word} {rest}".strip()) if code == _CODES[-1] else None
                if answer is not None:
                    return answer
                self._note = _refusal(code)
                again()
        return None

    async def read(self, text: str, parse: Callable[[str], T], wrong: type[Exception]) -> T | None:
        """Ask until `parse` doesn't raise `wrong`, and return its value; None at the end of input."""
        with self._output.question(lambda: self._noted(text)) as again:
            while line := await self._lines.line():
                try:
                    return parse(line.strip())
                except wrong as error:
                    self._note = (
                        f"{quoted(translate(str(error)), width=width(), limit=LONG)}\n{translate(WRONG)}"
                    )
                    again()
        return None

    def _noted(self, text: str) -> str:
        note, self._note = self._note, ""
        return f"{text}\n{note}" if note else text


def width() -> int:
    """Return the number of the terminal's columns."""
    return shutil.get_terminal_size().columns


def _refusal(code: str) -> str:
    if code == _CODES[-1]:
        return translate(NO_ANSWER)
    return translate(OLD_CODE if code in _CODES else NO_CODE)


def _fresh() -> str:
    """Return a code that was not printed recently, so that answers with old codes are refused."""
    while (code := secrets.choice(LETTERS) + secrets.choice(DIGITS)) in _CODES:
        pass
    _CODES.append(code)
    return code


def _parts(line: str) -> tuple[str, str, str]:
    """Return the first word, the second word (the code), and the rest."""
    word, _, rest = line.strip().partition(" ")
    code, _, rest = rest.strip().partition(" ")
    return word.lower(), code.lower(), rest.strip()
