"""Typed calls about a document's message box, implemented in the page by injected_js/composer/composer.js."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

from observers.document import Document
from observers.page_api import FLAG, LATER, NOTHING, TEXT, ask

Kind = Literal["none", "textarea", "input", "bare", "editor", "eager", "pasted", "rich"]
Came = Literal["", "person", "box", "focus"]
"""The interruption of an insertion, after which no text was inserted: "person" (the user typed), "box" (the
page replaced the message box), "focus" (the page took the focus); "" for none.
"""
Pressed = Literal["", "known", "named"]
"""The button that was pressed: "known" to the profile, or "named" beside the box, which was only found by its
label; "" for none.
"""
Typed = Literal["type", "paste", "line"]


@dataclass(frozen=True, slots=True)
class BoxState:
    """The content of the message box, as it would be sent.

    `number` identifies the box element (0 without one); `turns` is the number of user messages in the page.
    `limit`: the maximum of UTF-16 units that a field accepts, -1 for no limit.
    """

    __pydantic_config__ = LATER
    kind: Kind
    number: int
    text: str
    turns: int
    limit: int = -1


@dataclass(frozen=True, slots=True)
class Rest:
    """Whether the user is writing (`busy`), and whether the page has a message box (`there`).

    `guessed`: the site is not known.
    """

    __pydantic_config__ = LATER
    busy: bool
    there: bool
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class SendState:
    """Conditions for sending a message; see `SendState` in injected_js/composer/editor_content.js."""

    __pydantic_config__ = LATER
    streaming: bool
    busy: bool
    empty: bool
    turns: int
    button: Literal["none", "off", "covered", "on"]
    going: bool = False


_STATE = TypeAdapter(BoxState)
_HELD: TypeAdapter[BoxState | None] = TypeAdapter(BoxState | None, config=LATER)
_REST = TypeAdapter(Rest)
_SEND = TypeAdapter(SendState)
_PRESSED: TypeAdapter[Pressed] = TypeAdapter(Pressed, config=LATER)
_CAME: TypeAdapter[Came] = TypeAdapter(Came, config=LATER)


class ComposerApi:
    """Calls about the message box. Each method raises what `page_api.ask` raises.

    `still`: for how many seconds after the last letter the user counts as writing.
    """

    def __init__(self, document: Document) -> None:
        self._document = document

    async def look(self, *, whole: bool) -> BoxState:
        """Return the box's content; `whole` adds text that it doesn't draw, and moves the caret briefly."""
        return await ask(self._document, "composer.look", _STATE, whole)

    async def code(self) -> str:
        """Return the text of the last code block in the box, "" without one."""
        return await ask(self._document, "composer.code", TEXT)

    async def rest(self, still: float) -> Rest:
        """Return whether the user typed within the last `still` seconds, and whether there is a box."""
        return await ask(self._document, "composer.rest", _REST, still * 1000)

    async def doubt(self) -> bool:
        """Let a doubtful box of an unknown page count until `rest`; return whether there is a box."""
        return await ask(self._document, "composer.doubt", FLAG)

    async def hold(self, still: float) -> BoxState | None:
        """Hold back the user's keys and return the box's content; None if the user is writing."""
        return await ask(self._document, "composer.hold", _HELD, still * 1000)

    async def disturbed(self) -> bool:
        """Return whether the user has typed since `hold`."""
        return await ask(self._document, "composer.disturbed", FLAG)

    async def composing(self) -> bool:
        """Return whether the user is composing a word with an input method (IME)."""
        return await ask(self._document, "composer.composing", FLAG)

    async def blur(self) -> None:
        """Remove the focus from the box, which ends an IME composition."""
        await ask(self._document, "composer.blur", NOTHING)

    async def settle(self) -> bool:
        """Release the keys and restore the caret unless the user typed since `hold`; return whether done."""
        return await ask(self._document, "composer.settle", FLAG)

    async def release(self) -> None:
        """Release the keys and restore the caret in any case, then type what the user typed since `hold`."""
        await ask(self._document, "composer.release", NOTHING)

    async def set(self, text: str) -> None:
        """Set the value of a text field through its native setter."""
        await ask(self._document, "composer.set", NOTHING, text)

    async def write(self, text: str) -> None:
        """Replace the content of a bare box with `text`."""
        await ask(self._document, "composer.write", NOTHING, text)

    async def append(self, text: str) -> None:
        """Append the lines of `text` to an editor's elements directly."""
        await ask(self._document, "composer.append", NOTHING, text)

    async def put(self, way: Typed, text: str, *, more: bool) -> Came:
        """Insert `text` at the end of the box and return what interrupted it.

        `more`: it continues the previous `put`, which the user must not have interrupted.
        """
        return await ask(self._document, "composer.put", _CAME, way, text, more)

    async def clear(self) -> Came:
        """Empty the box and return what interrupted it."""
        return await ask(self._document, "composer.clear", _CAME)

    async def readiness(self, still: float) -> SendState:
        """Return the conditions for sending a message, as they are now."""
        return await ask(self._document, "composer.readiness", _SEND, still * 1000)

    async def send(self) -> Pressed:
        """Press the send button if it can be pressed now; return which one was pressed."""
        return await ask(self._document, "composer.send", _PRESSED)

    async def enter(self) -> Came:
        """Press Enter in the box and return what interrupted it."""
        return await ask(self._document, "composer.enter", _CAME)
