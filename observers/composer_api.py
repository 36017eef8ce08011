"""What Python asks of a document's message box. The page's side of each call is
injected_js/composer/composer.js.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

from observers.document import Document
from observers.page_api import FLAG, LATER, NOTHING, TEXT, ask

Kind = Literal["none", "textarea", "input", "bare", "editor", "eager", "pasted", "rich"]
Came = Literal["", "person", "box", "focus"]
"""Who or what came between, so that nothing was put in: the person wrote, the box was replaced, the page took
the focus.
"""
Typed = Literal["type", "paste", "line"]


@dataclass(frozen=True, slots=True)
class BoxState:
    """What the message box holds now, as it would be sent.

    `number` is the same for the same box, 0 without one; `turns` counts the person's messages in the page.
    """

    __pydantic_config__ = LATER
    kind: Kind
    number: int
    text: str
    turns: int


@dataclass(frozen=True, slots=True)
class Rest:
    """Whether the person is writing, and whether there is a box."""

    __pydantic_config__ = LATER
    busy: bool
    there: bool


@dataclass(frozen=True, slots=True)
class SendState:
    """What has to hold before a message is sent; see `SendState` of
    injected_js/composer/editor_content.js.
    """

    __pydantic_config__ = LATER
    streaming: bool
    busy: bool
    empty: bool
    turns: int
    button: Literal["none", "off", "covered", "on"]


_STATE = TypeAdapter(BoxState)
_HELD: TypeAdapter[BoxState | None] = TypeAdapter(BoxState | None, config=LATER)
_REST = TypeAdapter(Rest)
_SEND = TypeAdapter(SendState)
_CAME: TypeAdapter[Came] = TypeAdapter(Came, config=LATER)


class ComposerApi:
    """Calls about the message box; `still` is in seconds. Each method raises what `page_api.ask` raises."""

    def __init__(self, document: Document) -> None:
        self._document = document

    async def look(self, *, whole: bool) -> BoxState:
        """Return what is in the box; `whole`: also what it doesn't draw, which moves the caret a moment."""
        return await ask(self._document, "composer.look", _STATE, whole)

    async def code(self) -> str:
        """Return the last code block in the box, "" without any."""
        return await ask(self._document, "composer.code", TEXT)

    async def rest(self, still: float) -> Rest:
        """Return whether the person has typed within the last `still` seconds, and whether there is a box."""
        return await ask(self._document, "composer.rest", _REST, still * 1000)

    async def hold(self, still: float) -> BoxState | None:
        """Have the person's keys wait, and return what is in the box; None if they are writing."""
        return await ask(self._document, "composer.hold", _HELD, still * 1000)

    async def disturbed(self) -> bool:
        """Return whether the person has typed since `hold`."""
        return await ask(self._document, "composer.disturbed", FLAG)

    async def composing(self) -> bool:
        """Return whether the person is composing a word."""
        return await ask(self._document, "composer.composing", FLAG)

    async def leave(self) -> None:
        """Take the focus out of the box, which ends a word that is being composed."""
        await ask(self._document, "composer.leave", NOTHING)

    async def settle(self) -> bool:
        """Give the person their keys and caret back if they did not write meanwhile; return whether."""
        return await ask(self._document, "composer.settle", FLAG)

    async def release(self) -> None:
        """Give them back in any case, and type what the person typed meanwhile."""
        await ask(self._document, "composer.release", NOTHING)

    async def set(self, text: str) -> None:
        """Fill a text field by its native setter."""
        await ask(self._document, "composer.set", NOTHING, text)

    async def write(self, text: str) -> None:
        """Make `text` the only text of a bare box."""
        await ask(self._document, "composer.write", NOTHING, text)

    async def lay(self, text: str) -> None:
        """Add the lines of `text` to an editor's elements."""
        await ask(self._document, "composer.lay", NOTHING, text)

    async def put(self, way: Typed, text: str, *, more: bool) -> Came:
        """Put `text` at the end of the box. `more`: it continues what was put in before."""
        return await ask(self._document, "composer.put", _CAME, way, text, more)

    async def clear(self) -> Came:
        """Empty the box."""
        return await ask(self._document, "composer.clear", _CAME)

    async def readiness(self, still: float) -> SendState:
        """Return all that has to hold before a message is sent."""
        return await ask(self._document, "composer.readiness", _SEND, still * 1000)

    async def send(self) -> bool:
        """Press the send button if it can be pressed now; return whether it was pressed."""
        return await ask(self._document, "composer.send", FLAG)

    async def enter(self) -> Came:
        """Press Enter in the box."""
        return await ask(self._document, "composer.enter", _CAME)
