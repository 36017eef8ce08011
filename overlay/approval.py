"""Asking a person where the page can't draw: what is asked, what may be answered, and the terminal."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any, Protocol

import click

from overlay.policy import Scope
from overlay.policy.model import EVERY_SCOPE
from overlay.tools import ToolDefinition
from overlay.typed_lines import TERMINAL, TypedLines, at_terminal

NOBODY = "a person must allow it, and nobody is at the terminal"
REFUSED = "the person said no"
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that show nothing, though they count as printable."""
FEW = 64
"""So many replacements in a row are quicker than one by one, which takes seconds for megabytes."""
_LETTERS: dict[str, Scope] = {"o": "once", "c": "chat", "t": "tool", "a": "arguments", "n": "deny"}
_WORDS: dict[Scope, str] = {
    "once": "once",
    "chat": "in this chat, until overlay ends",
    "tool": "always this tool on {site}",
    "arguments": "always with exactly these arguments on {site}",
    "deny": "no (n REASON tells the model why)",
}
_STALE = "That was typed for a question that is gone. Answer this one:"
_WITHDRAWN = "(the question is withdrawn: it was answered elsewhere, or the call left the page)"


@dataclass(frozen=True, slots=True)
class Question:
    """One call a person is to decide on.

    `arguments` are those it would run with, whole; `site` is the origin of the page it stands in; `reason`
    why it is asked, one sentence; `warnings` lines, such as what changed about the tool; `preview` plain
    text, such as the diff a write would make; `offers` the answers that may be given.
    """

    tool: ToolDefinition
    arguments: dict[str, Any]
    site: str
    conversation: str
    reason: str = ""
    warnings: tuple[str, ...] = ()
    preview: str = ""
    offers: tuple[Scope, ...] = EVERY_SCOPE


@dataclass(frozen=True, slots=True)
class Answer:
    """How far the yes reaches; for `deny`, `reason` is what the model is told ("": the person said no)."""

    scope: Scope
    reason: str = ""


class Approver(Protocol):
    """Asks a person. Cancelled while it asks: the call left the page, and the question goes too."""

    async def __call__(self, question: Question, /) -> Answer: ...


class TerminalApprover:
    """Asks in the terminal, one question at a time: the whole call is written to stderr, a line is read from
    `lines`.

    A line that was begun while an earlier question stood is no answer to the next.
    """

    def __init__(self, lines: TypedLines = TERMINAL) -> None:
        self._lines = lines

    async def __call__(self, question: Question) -> Answer:
        if not at_terminal():
            return Answer("deny", NOBODY)
        async with self._lines.turn() as stale:
            click.echo(as_text(question), err=True)
            try:
                while True:
                    line = await self._lines.line()
                    if not line:
                        return Answer("deny")
                    answer = None if stale else answer_of(line, question.offers)
                    if answer is not None:
                        return answer
                    click.echo(_STALE if stale else _choices(question), err=True)
                    stale = False
            except asyncio.CancelledError:
                click.echo(_WITHDRAWN, err=True)
                raise


ask_in_terminal: Approver = TerminalApprover()


def answer_of(line: str, offers: tuple[Scope, ...]) -> Answer | None:
    """Return what a typed line answers: a letter or a word of those on offer; None if it is neither.

    After `n` or `no` comes the reason, if any.
    """
    word, _, rest = line.strip().partition(" ")
    word = word.lower()
    scope = _LETTERS.get(word) or next((scope for scope in offers if scope == word), None)
    if word == "no":
        scope = "deny"
    if scope is None or scope not in offers or (rest and scope != "deny"):
        return None
    return Answer(scope, rest.strip() if scope == "deny" else "")


def as_text(question: Question) -> str:
    """Return the whole question for a terminal: nothing left out, nothing that could draw over it."""
    tool = question.tool
    server = f" of server {tool.server}" if tool.server else ""
    site = f" on {question.site}" if question.site else ""
    parts = [
        f"\n{tool.name}{server} is asked for{site}.",
        question.reason,
        *question.warnings,
        "With these arguments, and no others:",
        json.dumps(question.arguments, indent=2, ensure_ascii=False, default=repr),
        "\n| ".join(["What it would do:", *question.preview.split("\n")]) if question.preview else "",
    ]
    return visible("\n".join([*filter(None, parts), _choices(question)]))


def visible(text: str) -> str:
    r"""Return `text` with every character that moves the cursor, turns the text round or hides written as
    `\uXXXX`; only line ends stay.

    A model's argument must not be able to draw over the question.
    """
    shown = {ord(sign): f"\\u{ord(sign):04x}" for sign in set(text) if not _is_seen(sign)}
    if len(shown) > FEW:
        return text.translate(shown)
    for sign, instead in shown.items():
        text = text.replace(chr(sign), instead)
    return text


def _is_seen(sign: str) -> bool:
    return sign == "\n" or (sign.isprintable() and not _BLANK.match(sign))


def _choices(question: Question) -> str:
    offered: list[tuple[str, Scope]] = [
        (letter, scope) for letter, scope in _LETTERS.items() if scope in question.offers
    ]
    lines = [f"  {letter}  {_WORDS[scope].format(site=question.site)}" for letter, scope in offered]
    return "\n".join(["Run it? Type a letter and Enter:", *lines])
