"""Shows the questions of MCP servers during a call (elicitation) in the terminal."""

from __future__ import annotations

from functools import partial

from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline, json_text, name, quoted
from overlay.tools.mcp import Elicitation, Elicitor, FormAnswer
from overlay.tools.mcp.elicitation_forms import Field, FormError, Value, fields_of
from overlay.tools.mcp.oauth.url_checks import origin
from overlay.ui.terminal.input import TERMINAL, TypedLines, at_terminal
from overlay.ui.terminal.output import tell
from overlay.ui.terminal.prompt import TerminalPrompt, width

CANCEL = "/cancel"
LONG = 4_000
"""The most characters of a server's text that are printed."""
_WITHDRAWN = mark("(the call has ended: the question is withdrawn)")
_NOW = mark("Type a letter and the code {code}, then Enter:")
_YES = (mark("I will open it myself"), mark("fill it in"), mark("send it"))
_NO = mark("no")
_OPEN = mark("leave it open")


class _Left(Exception):
    """The user left the form without an answer."""


class TerminalElicitor:
    """Shows a form field by field on stderr and reads from `lines`; sends nothing before the final yes.

    Declines if there is no user at the terminal. The address of a page is printed, never opened.
    """

    def __init__(self, lines: TypedLines = TERMINAL) -> None:
        self._lines = lines
        self._prompt = TerminalPrompt(lines)

    async def __call__(self, elicitation: Elicitation) -> FormAnswer:
        if not at_terminal():
            return FormAnswer("decline")
        async with self._lines.turn():
            try:
                return await self._ask(elicitation)
            except _Left:
                return FormAnswer("cancel")
            except BaseException:
                tell(_WITHDRAWN)
                raise

    async def _ask(self, asked: Elicitation) -> FormAnswer:
        top = header(asked, width())
        if asked.url is not None:
            return FormAnswer("accept" if await self._yes(top, _YES[0]) else "decline")
        fields = fields_of(asked.schema)
        if not await self._yes(top, _YES[1]):
            return FormAnswer("decline")
        content: dict[str, Value] = {}
        for at, field in enumerate(fields, 1):
            value = await self._fill(field, f"{at}/{len(fields)}", asked)
            if value is not None:
                content[field.name] = value
        sent = translate(Phrase(mark("This would be sent to the server {}:"), name(asked.server))) + "\n"
        sent += quoted(json_text(content, indent=2), width=width())
        return FormAnswer("accept", content) if await self._yes(sent, _YES[2]) else FormAnswer("decline")

    async def _fill(self, field: Field, place: str, asked: Elicitation) -> Value | None:
        """Return the field's value, None if the user left it out. Raises _Left."""

        def read(typed: str) -> tuple[Value | None]:
            if typed == CANCEL:
                raise _Left
            if typed:
                return (field.parse(typed),)
            if field.default is None and field.required:
                raise FormError(Phrase(mark("must be filled in ({} leaves the form)"), CANCEL))
            return (field.default,)

        text = about(
            field, translate(Phrase(mark("For the server {}, {}"), name(asked.server), place)), width()
        )
        found = await self._prompt.read(text, read, FormError)
        if found is None:
            raise _Left
        return found[0]

    async def _yes(self, text: str, yes: str) -> bool:
        def parse(line: str) -> str | None:
            return line if line in ("y", "n", "c") else None

        def shown(code: str) -> str:
            lines = zip("ync", (yes, _NO, _OPEN), strict=True)
            choices = (f"  {letter} {code}  {translate(words)}" for letter, words in lines)
            return "\n".join([text, translate(_NOW).format(code=code), *choices])

        chosen = await self._prompt.choose(shown, parse)
        if chosen in (None, "c"):
            raise _Left
        return chosen == "y"


ask_forms_in_terminal: Elicitor = TerminalElicitor()


def header(asked: Elicitation, columns: int | None = None) -> str:
    """Return the server's name and its question; each line of the server's text has a border."""
    border = partial(quoted, width=columns, limit=LONG)
    asks = Phrase(mark("The server {} asks you:"), name(asked.server))
    if asked.tool:
        asks = Phrase(mark("The server {} asks you, for its tool {}:"), name(asked.server), name(asked.tool))
    parts = [f"\n{translate(asks)}", border(asked.message)]
    parts += (inline(translate(line)) for line in asked.warnings)
    if asked.url is not None:
        parts += [
            translate(Phrase(mark("It wants you to open this page of {}:"), inline(origin(asked.url)))),
            border(asked.url),
        ]
    return "\n".join(parts)


def about(field: Field, place: str, columns: int | None = None) -> str:
    """Return one field and its valid values; each line of the server's text has a border."""
    border = partial(quoted, width=columns, limit=LONG)
    kinds = {
        "boolean": mark("y or n"),
        "choices": mark("several with commas"),
        "choice": mark("a number"),
    }
    hints = [kinds.get(field.kind, ""), "" if field.required else mark("optional")]
    hint = ", ".join(map(translate, filter(None, hints)))
    lines = [f"{place}{f' ({hint})' if hint else ''}:", border(" ".join(field.title.split()))]
    if field.description:
        lines.append(border(field.description))
    lines += [border(f"{at}  {' '.join(words.split())}") for at, (_, words) in enumerate(field.options, 1)]
    if field.default is not None:
        lines += [translate(mark("Press Enter to send:")), border(json_text(field.default))]
    return "\n".join(lines)
