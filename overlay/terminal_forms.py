"""What a server asks the person in the middle of a call, asked in the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import click

from overlay.approval import visible
from overlay.tools.servers import Answer, Elicitation, Elicitor
from overlay.tools.servers.forms import Field, FormError, Value, fields_of
from overlay.tools.servers.signin.addresses import origin
from overlay.typed_lines import TERMINAL, TypedLines, at_terminal

T = TypeVar("T")
CANCEL = "/cancel"
_STALE = "That was typed for a question that is gone. Answer this one:"
_WITHDRAWN = "(the call is over: the question is withdrawn)"
_NOW = "y  {yes}\nn  no\nAnything else leaves it open. Type a letter and Enter:"


class _Left(Exception):
    """The person made no choice."""


class TerminalElicitor:
    """Shows a form field by field on stderr and reads from `lines`; nothing is sent before a last yes.

    With nobody at the terminal it declines. A page is named, and never opened.
    """

    def __init__(self, lines: TypedLines = TERMINAL) -> None:
        self._lines = lines

    async def __call__(self, elicitation: Elicitation) -> Answer:
        if not at_terminal():
            return Answer("decline")
        async with self._lines.turn() as self._stale:
            over = False
            try:
                answer = await self._ask(elicitation)
                over = True
            except _Left:
                over = True
                return Answer("cancel")
            finally:
                if not over:
                    click.echo(_WITHDRAWN, err=True)
        return answer

    async def _ask(self, asked: Elicitation) -> Answer:
        _say(header(asked))
        if asked.url is not None:
            return Answer("accept" if await self._yes("I go there myself") else "decline")
        fields = fields_of(asked.schema)
        if not await self._yes("fill it in"):
            return Answer("decline")
        content: dict[str, Value] = {}
        for at, field in enumerate(fields, 1):
            value = await self._fill(field, f"{at}/{len(fields)}")
            if value is not None:
                content[field.name] = value
        _say(
            f"This would be sent to the server {asked.server}:",
            json.dumps(content, indent=2, ensure_ascii=False),
        )
        return Answer("accept", content) if await self._yes("send it") else Answer("decline")

    async def _fill(self, field: Field, place: str) -> Value | None:
        """The field's value, None for one that is left out. Raises _Left."""
        _say(about(field, place))

        def read(typed: str) -> Value | None:
            if typed:
                return field.parse(typed)
            if field.default is None and field.required:
                raise FormError(f"must be filled in ({CANCEL} leaves the form)")
            return field.default

        return await self._read(read)

    async def _yes(self, yes: str) -> bool:
        _say(_NOW.format(yes=yes))

        def read(typed: str) -> bool:
            if typed.lower() not in ("y", "n"):
                raise _Left
            return typed.lower() == "y"

        return await self._read(read)

    async def _read(self, parse: Callable[[str], T]) -> T:
        while True:
            line = await self._lines.line()
            if not line or line.strip() == CANCEL:
                raise _Left
            if self._stale:
                self._stale = False
                _say(_STALE)
                continue
            try:
                return parse(line.strip())
            except FormError as fault:
                _say(f"It {fault}:")


ask_forms_in_terminal: Elicitor = TerminalElicitor()


def header(asked: Elicitation) -> str:
    """What is asked, the server first; every line of its own words is marked as such."""
    tool = f", for its tool {asked.tool}" if asked.tool else ""
    quoted = "\n".join(f"| {line}" for line in asked.message.split("\n"))
    parts = [f"\nThe server {asked.server} asks you{tool}:", quoted, *asked.warnings]
    if asked.url is not None:
        parts += [f"It wants you to open this page of {origin(asked.url)}:", asked.url]
    return "\n".join(parts)


def about(field: Field, place: str) -> str:
    """One field with what may be typed."""
    kinds = {"boolean": " (y or n)", "choices": " (several with commas)"}
    title = " ".join(field.title.split())
    lines = [f"{place} {title}{'' if field.required else ', if you like'}{kinds.get(field.kind, '')}"]
    if field.description:
        lines += [f"| {line}" for line in field.description.split("\n")]
    lines += [f"  {at}  {' '.join(words.split())}" for at, (_, words) in enumerate(field.options, 1)]
    if field.default is not None:
        lines.append(f"Enter alone: {json.dumps(field.default, ensure_ascii=False)}")
    return "\n".join(lines)


def _say(*parts: str) -> None:
    click.echo(visible("\n".join(parts)), err=True)
