"""A person at a terminal, played by the test."""

from __future__ import annotations

import sys
from queue import Queue

import click
import pytest


class Keyboard:
    """Lines that are typed when the test says so."""

    def __init__(self) -> None:
        self.lines: Queue[str] = Queue()
        self.shown: list[str] = []

    def read(self) -> str:
        line = self.lines.get(timeout=30)
        self.lines.task_done()
        return line

    def type(self, *lines: str) -> None:
        for line in lines:
            self.lines.put(line)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    """A person at a terminal; what is shown to them."""
    keyboard = Keyboard()

    def echo(text: str, err: bool = False) -> None:
        assert err
        keyboard.shown.append(text)

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(click, "echo", echo)
    return keyboard
