r"""The ways in which a text gets into a box: each leaves what it left to be read back.

None sends keys or text to whatever has the focus: each is done to the box itself, in the page, and in the
same turn as the look that says whether it lands there (injected_js/composer/text_insertion.js).

What works where was measured on real editors. Textareas take the native setter and an `input` event. An
editor takes what looks to it like a browser's typing, or like pasting; some lose line ends. A bare box (no
editor behind it) is written as one text, since the browser's own typing makes other spaces and line ends of
it. Typing costs the browser milliseconds a line, more the fuller the box: 200 KB took minutes where lines
laid down in it, which the editor takes over just as it does what is typed, took a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from observers.composer_api import Came, ComposerApi, Kind, Typed
from observers.document import Document
from overlay.chat.composer.text_compare import pieces

WriteStrategy = Callable[[str, str], Awaitable[None]]
TYPED_AT_MOST = 6_000
"""Characters that are typed into an editor; more of them are laid down."""
PIECE = 2_000
"""Characters that are typed at once: the page answers in between."""
TYPING_TIME = 30.0
"""Seconds of typing after which a way is given up."""


class UserInterrupted(Exception):
    """The person has begun to write, or went to another box."""


class ComposerReplaced(Exception):
    """The box that was written to is not the page's box any more."""


class FocusLost(Exception):
    """The page took the focus out of its box: what was not put in yet would have gone elsewhere."""


class Writer:
    """Writes into the box of one document. Raises UserInterrupted, ComposerReplaced or FocusLost in place of
    putting in a (further) piece that would go astray, playwright's Error when the document is gone. With
    `heed` false the person's coming between is no reason to stop.
    """

    def __init__(self, document: Document, *, heed: bool = True) -> None:
        self._api = ComposerApi(document)
        self._heed = heed

    def strategies(self, kind: Kind, size: int) -> list[WriteStrategy]:
        """Return the ways for a box of that kind and a text of `size` characters, the best first.

        A way is handed all that is to stand in the box, and what of it is to be added to what stands there.
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
        """Fill a field past the framework that watches it."""
        await self._api.set(whole)

    async def write(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Make the text all that stands in a bare box."""
        await self._api.write(whole)

    async def append_paragraphs(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Put lines into an editor's box behind what stands there."""
        await self._api.lay(added)

    async def append(self, whole: str, added: str) -> None:  # noqa: ARG002
        """Behind what stands there: a draft keeps its looks, its mentions and its files."""
        await self._insert(added)

    async def append_whole(self, whole: str, added: str) -> None:  # noqa: ARG002
        """The same at once, for editors that take a text before the browser would type it."""
        await self._insert_text(added)

    async def paste(self, whole: str, added: str) -> None:  # noqa: ARG002
        """The same as if it were pasted, for editors that know lines only there."""
        await self._insert_text(added, way="paste")

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
                    await self._insert_text("", way="line", more=True)
                if line:
                    await self._insert_text(line, more=bool(number))

    async def put_block(self, text: str, *, draft: bool) -> None:
        """Behind what stands there, in a box that makes a code block of three back-ticks and a space."""
        if draft:
            await self._insert_text("", way="line")
        for number, keys in enumerate(("```", " ", text)):
            await self._insert_text(keys, more=draft or number > 0)

    async def clear(self) -> None:
        """Empty the box."""
        _heed(await self._api.clear())

    async def _breaks(self) -> bool:
        """Whether Shift+Enter makes a line end in the empty box."""
        empty = await self._api.look(whole=False)
        await self._insert_text("", way="line")
        broken = await self._api.look(whole=False)
        await self.clear()
        return broken.text != empty.text

    async def _insert(self, text: str) -> None:
        """Raises TimeoutError when that takes longer than anybody waits."""
        async with asyncio.timeout(TYPING_TIME):
            for number, piece in enumerate(pieces(text, PIECE) if len(text) > TYPED_AT_MOST else [text]):
                await self._insert_text(piece, more=number > 0)

    async def _insert_text(self, text: str, way: Typed = "type", *, more: bool = False) -> None:
        _heed(await self._api.put(way, text, more=more and self._heed))


def _heed(came: Came) -> None:
    """Raise what stands against going on."""
    match came:
        case "person":
            raise UserInterrupted
        case "box":
            raise ComposerReplaced
        case "focus":
            raise FocusLost
        case _:
            return
