r"""The ways in which a text gets into a box: each leaves what it left to be read back.

What works where was measured on real editors: textareas take the native setter and an `input` event; rich
boxes take the protocol's `Input.insertText`, some of them losing line ends; a bare box (no editor behind it)
is written as one text, since the browser's own typing makes other spaces and line ends of it. Typing costs
the browser milliseconds a line, more the fuller the box: 200 KB took minutes where lines laid down in it,
which the editor takes over just as it does what is typed, took a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypedDict

from observers.document import Document
from overlay.sites.texts import pieces

Kind = Literal["none", "textarea", "input", "bare", "editor", "eager", "rich"]
Way = Callable[[str, str], Awaitable[None]]
Check = Callable[[], Awaitable[None]]
TYPED_AT_MOST = 6_000
"""Characters that are typed into an editor; more of them are laid down."""
PIECE = 2_000
"""Characters that are typed at once: the page answers in between."""
TYPING_TIME = 30.0
"""Seconds of typing after which a way is given up."""


class State(TypedDict):
    """What stands in the box now, as far as it is drawn."""

    kind: Kind
    text: str


async def unchecked() -> None:
    """Let every piece go."""


class Writer:
    """Writes into the box of one document. `check` is asked before each further piece of a text: what it
    raises ends the way.
    """

    def __init__(self, document: Document, check: Check = unchecked) -> None:
        self._document = document
        self._check = check

    def ways(self, kind: Kind, size: int) -> list[Way]:
        """Return the ways for a box of that kind and a text of `size` characters, the best first.

        A way is handed all that is to stand in the box, and what of it is to be added to what stands there.
        """
        match kind:
            case "textarea" | "input":
                return [self.set, self.type]
            case "bare":
                return [self.write, self.type_lines]
            case "editor" if size > TYPED_AT_MOST:
                return [self.lay, self.append]
            case "editor":
                return [self.append, self.type, self.type_lines, self.lay]
            case "eager":
                return [self.append_whole, self.append, self.type, self.type_lines]
            case "rich":
                return [self.append, self.type, self.type_lines]
            case _:
                return []

    async def set(self, whole: str, added: str) -> None:  # noqa: ARG002 - a Way
        """Fill a field past the framework that watches it."""
        await self._ask("function (text) { this.composer.set(text); }", whole)

    async def write(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Make the text all that stands in a bare box."""
        await self._ask("function (text) { this.composer.write(text); }", whole)

    async def lay(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Put lines into an editor's box behind what stands there."""
        await self.to_end()
        await self._ask("function (text) { this.composer.lay(text); }", added)

    async def append(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Behind what stands there: a draft keeps its looks, its mentions and its files."""
        await self.to_end()
        await self._insert(added)

    async def append_whole(self, whole: str, added: str) -> None:  # noqa: ARG002
        """The same at once, for editors that take a text before the browser would type it."""
        await self.to_end()
        await self._insert_text(added)

    async def type(self, whole: str, added: str) -> None:  # noqa: ARG002
        """All of it anew."""
        await self.clear()
        await self._insert(whole)

    async def type_lines(self, whole: str, added: str) -> None:  # noqa: ARG002
        """A line at a time: boxes that swallow line ends in inserted text know Shift+Enter. Where that is no
        line end it may send, so it is tried while there is nothing to send.
        """
        await self.clear()
        async with asyncio.timeout(TYPING_TIME):
            if "\n" in whole and not await self._breaks():
                return
            for number, line in enumerate(whole.split("\n")):
                if number:
                    await self._check()
                    await self._document.page.keyboard.press("Shift+Enter")
                if line:
                    await self._insert_text(line)

    async def put_block(self, text: str, *, draft: bool) -> None:
        """Behind what stands there, in a box that makes a code block of three back-ticks and a space."""
        await self.to_end()
        if draft:
            await self._document.page.keyboard.press("Shift+Enter")
        for keys in ("```", " ", text):
            await self._insert_text(keys)

    async def to_end(self) -> None:
        """Have the caret at the end: an editor that draws only a part needs a key to know where that is."""
        state = await self._ask("function () { return this.composer.focus(false); }")
        if state["kind"] == "editor" and state["text"]:
            await self._document.page.keyboard.press("ControlOrMeta+End")

    async def clear(self) -> None:
        """Empty the box."""
        state = await self._ask("function () { return this.composer.focus(true); }")
        if state["text"]:
            await self._document.page.keyboard.press("ControlOrMeta+A")
            await self._document.page.keyboard.press("Delete")

    async def _breaks(self) -> bool:
        """Whether Shift+Enter makes a line end in the empty box."""
        empty = await self._ask("function () { return this.composer.state(); }")
        await self._document.page.keyboard.press("Shift+Enter")
        broken = await self._ask("function () { return this.composer.state(); }")
        await self.clear()
        return bool(broken["text"] != empty["text"])

    async def _insert(self, text: str) -> None:
        """Raises TimeoutError when that takes longer than anybody waits."""
        async with asyncio.timeout(TYPING_TIME):
            for number, piece in enumerate(pieces(text, PIECE) if len(text) > TYPED_AT_MOST else [text]):
                if number:
                    await self._check()
                await self._insert_text(piece)

    async def _insert_text(self, text: str) -> None:
        session: Any = self._document.session
        await session.send("Input.insertText", {"text": text})

    async def _ask(self, function: str, *arguments: Any) -> Any:
        return await self._document.ask(function, *arguments)
