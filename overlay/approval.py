"""Asking the person where the page can't draw: in the terminal."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, Protocol

import click

from overlay.tools import ToolDefinition
from overlay.tools.running import in_thread

NOBODY = "it can harm, and nobody is at the terminal to allow it"
REFUSED = "the person said no"
_UNSEEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


class Approver(Protocol):
    """Asks whether a call may run. Returns None if it may, else the reason that the model is told."""

    async def __call__(self, tool: ToolDefinition, arguments: dict[str, Any]) -> str | None: ...


async def ask_in_terminal(tool: ToolDefinition, arguments: dict[str, Any]) -> str | None:
    """Show the whole call and wait for a word; without a terminal the answer is no, and so is closing it.

    The question waits in a thread that never keeps overlay from ending.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return NOBODY
    where = f" of server {tool.server}" if tool.server else ""
    click.echo(visible(f"\n{tool.name}{where} is asked for with these arguments:"), err=True)
    click.echo(visible(json.dumps(arguments, indent=2, ensure_ascii=False)), err=True)
    try:
        allowed = await in_thread(lambda: click.confirm("Run it once?", default=False, err=True))
    except click.Abort:
        return REFUSED
    return None if allowed else REFUSED


def visible(text: str) -> str:
    r"""Return `text` with every character that moves the cursor, turns the text round or hides written as
    `\uXXXX`.

    A model's argument must not be able to draw over the question.
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
