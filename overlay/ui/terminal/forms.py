"""Asks in the terminal what a server wants to know during a call."""

from __future__ import annotations

from functools import partial

from overlay.common.terminal_text import inline, json_text, name, quoted
from overlay.tools.mcp import Answer, Elicitation, Elicitor
from overlay.tools.mcp.elicitation_forms import Field, FormError, Value, fields_of
from overlay.tools.mcp.oauth.url_checks import origin
from overlay.ui.terminal.input import TERMINAL, TypedLines, at_terminal
from overlay.ui.terminal.output import tell
from overlay.ui.terminal.prompt import TerminalPrompt, width

CANCEL = "/cancel"
LONG = 4_000
"""Characters of a server's text that are printed at once."""
_WITHDRAWN = "(the call has ended: the question is withdrawn)"
_NOW = """Type a letter and the code {code}, then Enter:
  y {code}  {yes}
  n {code}  no
  c {code}  leave it open"""


class _Left(Exception):
    """The user left the form without a choice."""


class TerminalElicitor:
    """Shows a form field by field on stderr and reads from `lines`; sends nothing before a final yes.

    Declines if the terminal has no user. A page's address is printed, never opened.
    """

    def __init__(self, lines: TypedLines = TERMINAL) -> None:
        self._lines = lines
        self._prompt = TerminalPrompt(lines)

    async def __call__(self, elicitation: Elicitation) -> Answer:
        if not at_terminal():
            return Answer("decline")
        async with self._lines.turn():
            over = False
            try:
                answer = await self._ask(elicitation)
                over = True
            except _Left:
                over = True
                return Answer("cancel")
            finally:
                if not over:
                    tell(_WITHDRAWN)
        return answer

    async def _ask(self, asked: Elicitation) -> Answer:
        top = header(asked, width())
        if asked.url is not None:
            return Answer("accept" if await self._yes(top, "I go there myself") else "decline")
        fields = fields_of(asked.schema)
        if not await self._yes(top, "fill it in"):
            return Answer("decline")
        content: dict[str, Value] = {}
        for at, field in enumerate(fields, 1):
            value = await self._fill(field, f"{at}/{len(fields)}", asked)
            if value is not None:
                content[field.name] = value
        sent = f"This would be sent to the server {name(asked.server)}:\n"
        sent += quoted(json_text(content, indent=2), width=width())
        return Answer("accept", content) if await self._yes(sent, "send it") else Answer("decline")

    async def _fill(self, field: Field, place: str, asked: Elicitation) -> Value | None:
        """Return the field's value, None if it is left out. Raises _Left."""

        def read(typed: str) -> tuple[Value | None]:
            if typed == CANCEL:
                raise _Left
            if typed:
                return (field.parse(typed),)
            if field.default is None and field.required:
                raise FormError(f"must be filled in ({CANCEL} leaves the form)")
            return (field.default,)

        text = about(field, f"For the server {name(asked.server)}, {place}", width())
        found = await self._prompt.read(text, read, FormError)
        if found is None:
            raise _Left
        return found[0]

    async def _yes(self, text: str, yes: str) -> bool:
        def parse(line: str) -> str | None:
            return line if line in ("y", "n", "c") else None

        chosen = await self._prompt.choose(lambda code: f"{text}\n{_NOW.format(yes=yes, code=code)}", parse)
        if chosen in (None, "c"):
            raise _Left
        return chosen == "y"


ask_forms_in_terminal: Elicitor = TerminalElicitor()


def header(asked: Elicitation, columns: int | None = None) -> str:
    """Return what is asked, the server first; each line of the server's text has a border."""
    border = partial(quoted, width=columns, limit=LONG)
    tool = f", for its tool {name(asked.tool)}" if asked.tool else ""
    parts = [f"\nThe server {name(asked.server)} asks you{tool}:", border(asked.message)]
    parts += map(inline, asked.warnings)
    if asked.url is not None:
        parts += [f"It wants you to open this page of {inline(origin(asked.url))}:", border(asked.url)]
    return "\n".join(parts)


def about(field: Field, place: str, columns: int | None = None) -> str:
    """Return one field and what it accepts; each line of the server's text has a border."""
    border = partial(quoted, width=columns, limit=LONG)
    kinds = {"boolean": "y or n", "choices": "several with commas", "choice": "a number"}
    hints = [kinds.get(field.kind, ""), "" if field.required else "may be left out"]
    said = ", ".join(filter(None, hints))
    lines = [f"{place}{f' ({said})' if said else ''}:", border(" ".join(field.title.split()))]
    if field.description:
        lines.append(border(field.description))
    lines += [border(f"{at}  {' '.join(words.split())}") for at, (_, words) in enumerate(field.options, 1)]
    if field.default is not None:
        lines += ["Enter alone sends:", border(json_text(field.default))]
    return "\n".join(lines)
