"""A user at a terminal, played by the test."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from queue import Queue

import click
import pytest


class Keyboard:
    """Lines that the test types; `CODE` in a line is replaced by the code that the terminal shows when the line is read."""

    def __init__(self) -> None:
        self.lines: Queue[str] = Queue()
        self.shown: list[str] = []
        self.news = asyncio.Event()

    def read(self) -> str:
        line = self.lines.get(timeout=30)
        self.lines.task_done()
        return line.replace("CODE", self.code) if "CODE" in line else line

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until `there` is true; it is asked again after each output."""
        while not there():
            self.news.clear()
            await self.news.wait()

    @property
    def code(self) -> str:
        """The code of the question that was printed last."""
        return re.findall(r"the code (\w\w), then Enter", "\n".join(self.shown))[-1]

    def type(self, *lines: str) -> None:
        for line in lines:
            self.lines.put(line)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    """A user at a terminal; it keeps all output."""
    keyboard = Keyboard()

    def echo(text: str, err: bool = False) -> None:
        keyboard.shown.append(text)
        keyboard.news.set()

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(click, "echo", echo)
    return keyboard
