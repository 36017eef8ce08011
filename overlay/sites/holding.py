"""While a text is put in: the person's keys wait in the page, and who or what comes between is noticed.

Typing by the protocol looks to the page as a person's typing does; what tells them apart is that no key goes
down for it. Keys that do are the person's, but for the few that `Writer` presses (a command, Delete,
Shift+Enter).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from overlay.sites.waiting import until


class Disturbed(Exception):
    """The person has begun to write, or went to another box."""


class Replaced(Exception):
    """The box that was written to is not the page's box any more."""


class Holding:
    """One document's; each method but `end` raises playwright's Error when the document is gone."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._held = False

    async def begin(self, still: float) -> bool:
        """Have the person's keys wait, and remember where their caret is; false if they have typed within
        the last `still` seconds.
        """
        hold = "function (still) { return this.composer.hold(still); }"
        self._held = bool(await self._ask(hold, still * 1000))
        return self._held

    async def check(self) -> None:
        """Raises Disturbed or Replaced if the next piece of a text would go astray."""
        match await self._ask("function () { return this.composer.between(); }"):
            case "person":
                raise Disturbed
            case "box":
                raise Replaced
            case _:
                return

    async def disturbed(self) -> bool:
        """Whether the person has typed since `begin`."""
        return bool(await self._ask("function () { return this.composer.pause.disturbed; }"))

    async def composed(self, seconds: float) -> None:
        """Wait until the word that the person may be composing has come to its end; after `seconds` it is
        ended.
        """

        async def over() -> bool:
            return not await self._ask("function () { return this.composer.composing(); }")

        if not await until(over, seconds):
            await self._ask("function () { this.composer.leave(); }")

    async def settle(self) -> bool:
        """Give the person their keys and their caret back, if nobody came between; whether that was so."""
        await self._draw_draft()
        if not await self._ask("function () { return this.composer.settle(); }"):
            return False
        self._held = False
        return True

    async def end(self) -> None:
        """Give them back in any case, and type what the person has typed meanwhile where they are."""
        if not self._held:
            return
        self._held = False
        with suppress(PlaywrightError):
            await self._draw_draft()
            if typed := await self._ask("function () { return this.composer.release(); }"):
                session: Any = self._document.session
                await session.send("Input.insertText", {"text": typed})

    async def _draw_draft(self) -> None:
        """An editor that draws only what is in view must draw the draft before it takes a caret there."""
        if await self._ask("function () { return this.composer.partly(); }"):
            await self._document.page.keyboard.press("ControlOrMeta+Home")

    async def _ask(self, function: str, *arguments: Any) -> Any:
        return await self._document.ask(function, *arguments)
