"""Asks for approvals in the terminal, where no page can draw."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Literal

from overlay.calls.approvals import Answer, Approver, Question
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import in_order, inline, is_right_to_left, json_text, name, quoted
from overlay.policy import Scope
from overlay.ui.terminal.input import TERMINAL, TypedLines, at_terminal
from overlay.ui.terminal.output import tell
from overlay.ui.terminal.prompt import TerminalPrompt, width

NO_USER = "a user must allow it, and there is no user at the terminal"
LONG = 20_000
"""Characters of the arguments, and of the preview, that are printed before the user asks for all."""
_LETTERS: dict[str, Scope] = {
    "o": "once",
    "c": "chat",
    "d": "command_today",
    "f": "command_always",
    "t": "tool",
    "a": "arguments",
    "n": "deny",
}
_WORDS: dict[Scope, str] = {
    "once": mark("once"),
    "chat": mark("in this chat, until overlay ends"),
    "command_today": mark("until midnight: {command} on {site}"),
    "command_always": mark("always: {command} on {site}"),
    "tool": mark("always this tool on {site}"),
    "arguments": mark("always with exactly these arguments on {site}"),
    "deny": mark("no (n {code} REASON tells the model why)"),
}
YOUR_WORD = mark("Your word: {}")
WITH_ARGUMENTS = mark("With these arguments, and no others")
EFFECT = mark("What it would do")
EVERYTHING = mark("show everything first: the text above is cut")
RUN = mark("Run {}? Type a letter and the code {}, then Enter:")
_WITHDRAWN = mark("(the question is withdrawn: it was answered elsewhere, or the call left the page)")


class TerminalApprover:
    """Asks in the terminal, one question at a time.

    It writes the whole call to stderr and reads a line from `lines`. The answer must contain the code of the
    last print of the question; see `TerminalPrompt`.
    """

    def __init__(self, lines: TypedLines = TERMINAL) -> None:
        self._lines = lines
        self._prompt = TerminalPrompt(lines)

    async def __call__(self, question: Question) -> Answer:
        if not at_terminal():
            return Answer("deny", NO_USER)
        limit: int | None = LONG

        def text(code: str) -> str:
            return as_text(question, code, columns=width(), limit=limit)

        def parse(line: str) -> Answer | Literal["all"] | None:
            return "all" if limit and line == "s" else answer_of(line, question.offers)

        async with self._lines.turn():
            try:
                while (answer := await self._prompt.choose(text, parse)) == "all":
                    limit = None
            except asyncio.CancelledError:
                tell(_WITHDRAWN)
                raise
        return answer or Answer("deny")


ask_in_terminal: Approver = TerminalApprover()


def answer_of(line: str, offers: tuple[Scope, ...]) -> Answer | None:
    """Return the answer in a typed line (without its code): an offered letter or word, else None.

    The text after `n` or `no` is the reason.
    """
    word, _, rest = line.strip().partition(" ")
    word = word.lower()
    scope = _LETTERS.get(word) or next((scope for scope in offers if scope == word), None)
    if word == "no":
        scope = "deny"
    if scope is None or scope not in offers or (rest and scope != "deny"):
        return None
    return Answer(scope, rest.strip() if scope == "deny" else "")


def as_text(question: Question, code: str, *, columns: int | None = None, limit: int | None = None) -> str:
    """Return the question for a terminal.

    All text from outside has a border, so that it can't overwrite the question or look like overlay's text.
    `columns` is the width of the terminal; `limit` is how many characters of the arguments, and of the
    preview, are shown (None: all).
    """
    border = partial(quoted, width=columns)
    given = json_text(question.arguments, indent=2, default=repr)
    parts = [
        f"\n{translate(Phrase(YOUR_WORD, inline(question.word)))}" if question.word else "",
        f"\n{_asked(question)}.",
        border(translate(question.reason)) if question.reason else "",
        *(border(translate(line)) for line in question.warnings),
        f"{translate(WITH_ARGUMENTS)}:",
        border(given, limit=limit),
    ]
    if is_right_to_left(given):
        parts += [translate(mark("In the order of the program, with right-to-left letters as codes:"))]
        parts += [border(in_order(given), limit=limit)]
    if question.preview:
        parts += [f"{translate(EFFECT)}:", border(question.preview, limit=limit)]
    long = limit is not None and max(len(given), len(question.preview)) > limit
    return "\n".join([*filter(None, parts), _choices(question, code, long)])


def _asked(question: Question) -> str:
    tool, server, site = name(question.tool.name), question.tool.server, inline(question.site)
    if server:
        of = name(server)
        on_site = Phrase(mark("The model wants to run {} of server {} on {}"), tool, of, site)
        return translate(
            on_site if site else Phrase(mark("The model wants to run {} of server {}"), tool, of)
        )
    on_site = Phrase(mark("The model wants to run {} on {}"), tool, site)
    return translate(on_site if site else Phrase(mark("The model wants to run {}"), tool))


def _choices(question: Question, code: str, long: bool) -> str:
    offered: list[tuple[str, Scope]] = [
        (letter, scope) for letter, scope in _LETTERS.items() if scope in question.offers
    ]
    site = inline(question.site)
    command = inline(question.command, len(question.command))
    lines = [
        f"  {letter} {code}  {translate(_WORDS[scope]).format(site=site, code=code, command=command)}"
        for letter, scope in offered
    ]
    if long:
        lines.append(f"  s {code}  {translate(EVERYTHING)}")
    tool = name(question.tool.name)
    return "\n".join([translate(Phrase(RUN, tool, code)), *lines])
