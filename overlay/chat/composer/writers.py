r"""The ways of writing a text into a box. The caller reads the box afterwards and decides whether one worked.

None of them sends keys or text to the focused element, which may be another one: the page script changes the
box itself, in the same task that checks that it is the right box (injected_js/composer/text_insertion.js).

Which way works for which box was measured on real editors. Textareas accept the native setter and an `input`
event. Editors accept events like those of typing or of pasting; some lose line ends. A bare box (no editor
behind it) is written as one text, since typing in the browser changes its spaces and line ends. Typing costs
milliseconds a line, and more in a fuller box: 200 KB took minutes. Paragraph elements that are added to the
box, which editors accept like typed text, took a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from observers.composer_api import Came, ComposerApi, Kind, Typed
from observers.document import Document
from overlay.chat.composer.text_compare import pieces

WriteStrategy = Callable[[str, str], Awaitable[None]]
TYPED_AT_MOST = 6_000
"""The most characters that are typed into an editor; a longer text is inserted as paragraphs."""
PIECE = 2_000
"""Characters that are typed at once. Between two pieces the page can handle other events."""
TYPING_TIME = 30.0
"""Seconds of typing after which a way is given up."""


class UserInterrupted(Exception):
    """The user has begun to write, or went to another field."""


class ComposerReplaced(Exception):
    """The page has replaced the box that was written to."""


class FocusLost(Exception):
    """The page took the focus out of its box, so the rest of the text would have gone elsewhere."""


class BoxWriter:
    """Writes into the box of one document.

    Raises UserInterrupted, ComposerReplaced or FocusLost before it writes a piece to the wrong place, and
    playwright's Error when the document is gone. With `heed` false, it goes on while the user types.
    """

    def __init__(self, document: Document, *, heed: bool = True) -> None:
        self._api = ComposerApi(document)
        self._heed = heed

    def strategies(self, kind: Kind, size: int) -> list[WriteStrategy]:
        """Return the ways for a box of that kind and a text of `size` characters, best first.

        Each takes the whole text that the box must hold, and the part of it that is new.
        """
        match kind:
            case "textarea" | "input":
                return [self.set, self.type]
            case "bare":
                return [self.write, self.type_lines]
            case "editor" if size > TYPED_AT_MOST:
                return [self.append_paragraphs, self.append]
            case "editor":
                return [self.append, self.type, self.type_lines, self.append_paragraphs]
            case "eager":
                return [self.append_whole, self.paste, self.type, self.type_lines]
            case "pasted":
                return [self.paste, self.append_whole, self.type_lines]
            case "rich":
                return [self.append, self.paste, self.type, self.type_lines]
            case _:
                return []

    async def set(self, whole: str, added: str) -> None:  # noqa: ARG002 - a Way
        """Set the value of a field with the native setter, so that the framework which watches it notices."""
        await self._api.set(whole)

    async def write(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Replace the whole text of a bare box."""
        await self._api.write(whole)

    async def append_paragraphs(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Add a paragraph for each line after the present text of an editor."""
        await self._api.append(added)

    async def append(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Add the text after the present text, so that a draft keeps its formatting, mentions and files."""
        await self._insert(added)

    async def append_whole(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Add the whole text at once, for editors that handle the text before the browser types it."""
        await self._insert_text(added)

    async def paste(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Add the text as if it were pasted, for editors that keep line ends only when pasting."""
        await self._insert_text(added, way="paste")

    async def type(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Replace the whole text by typing."""
        await self.clear()
        await self._insert(whole)

    async def type_lines(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Type line by line, with Shift+Enter for boxes that lose line ends in inserted text.

        In some boxes Shift+Enter sends the message, so it is tried first while the box is empty.
        """
        await self.clear()
        async with asyncio.timeout(TYPING_TIME):
            if "\n" in whole and not await self._breaks():
                return
            for number, line in enumerate(whole.split("\n")):
                if number:
                    await self._insert_text("", way="line", more=True)
                if line:
                    await self._insert_text(line, more=bool(number))

    async def put_block(self, text: str, *, draft: bool) -> None:
        """Add the text as a code block, in a box that turns three typed backticks and a space into one."""
        if draft:
            await self._insert_text("", way="line")
        for number, keys in enumerate(("```", " ", text)):
            await self._insert_text(keys, more=draft or number > 0)

    async def clear(self) -> None:
        """Empty the box."""
        _heed(await self._api.clear())

    async def _breaks(self) -> bool:
        """Return whether Shift+Enter makes a line end in the empty box."""
        empty = await self._api.look(whole=False)
        await self._insert_text("", way="line")
        broken = await self._api.look(whole=False)
        await self.clear()
        return broken.text != empty.text

    async def _insert(self, text: str) -> None:
        """Insert the text in pieces. Raises TimeoutError if that takes longer than `TYPING_TIME`."""
        async with asyncio.timeout(TYPING_TIME):
            for number, piece in enumerate(pieces(text, PIECE) if len(text) > TYPED_AT_MOST else [text]):
                await self._insert_text(piece, more=number > 0)

    async def _insert_text(self, text: str, way: Typed = "type", *, more: bool = False) -> None:
        _heed(await self._api.put(way, text, more=more and self._heed))


def _heed(came: Came) -> None:
    """Raise the error that says why writing can't go on, if there is one."""
    match came:
        case "person":
            raise UserInterrupted
        case "box":
            raise ComposerReplaced
        case "focus":
            raise FocusLost
        case _:
            return
