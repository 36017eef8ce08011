"""Asking the person where the page can't draw: in the terminal."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any, Protocol

import click

from overlay.tools import ToolDefinition

NOBODY = "it can harm, and nobody is at the terminal to allow it"


class Approver(Protocol):
    """Asks whether a call may run. Returns None if it may, else the reason that the model is told."""

    async def __call__(self, tool: ToolDefinition, arguments: dict[str, Any]) -> str | None: ...


async def ask_in_terminal(tool: ToolDefinition, arguments: dict[str, Any]) -> str | None:
    """Show the whole call and wait for a word; without a terminal the answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return NOBODY
    where = f" of server {tool.server}" if tool.server else ""
    click.echo(f"\n{tool.name}{where} is asked for with these arguments:", err=True)
    click.echo(json.dumps(arguments, indent=2, ensure_ascii=False), err=True)
    allowed = await asyncio.to_thread(click.confirm, "Run it once?", default=False, err=True)
    return None if allowed else "the person said no"
