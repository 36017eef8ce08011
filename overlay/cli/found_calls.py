"""Calls that were found in a text, as a line for a reader: for `detect` and `scan` on a terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from overlay.common.terminal_text import inline, json_text, name, one_line
from overlay.detection import ToolCall

LONGEST = 400
PRINTED = "Print JSON lines on a terminal too."


@dataclass(frozen=True, slots=True)
class InFile:
    """The place of a call, if several files are read."""

    file: str
    """The file."""


def for_reader() -> bool:
    """Return whether the output goes to a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def call_line(call: ToolCall, place: str) -> str:
    """Return the place, the tool, the arguments, and why the call can't run if so."""
    state = "" if call.complete else f"  ({inline(call.error or 'incomplete')})"
    guessed = "" if call.confidence == "structured" else f"  ({call.confidence})"
    where = f"{inline(place)}: " if place else ""
    arguments = one_line(json_text(call.arguments), LONGEST)
    return f"{where}{name(call.name)} {arguments}{guessed}{state}"
