"""Sends what stands in the box: once, when the site is ready for it, and sees that it went."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from observers.document import Document
from observers.pointer import click
from overlay.sites.waiting import Waits, until

LEFT = "the page shows another chat by now"
AT_POINT = "function (x, y) { return this.composer.hits(x, y); }"


class ComposerError(RuntimeError):
    """The text could not be put in or sent; the message says why and what to do."""


class Sender:
    """The sending of one document's composer; `button` is the site's selector of its send button, `left`
    says whether the document shows another chat by now.
    """

    def __init__(
        self, document: Document, button: str, waits: Waits, left: Callable[[], bool] = lambda: False
    ) -> None:
        self._document = document
        self._button = button
        self._waits = waits
        self._left = left
        self._turns = 0

    async def submit(self) -> None:
        """Press send, and see the box empty or the message stand in the chat. Never presses twice while the
        site may still be sending, never in the middle of the person's words, and never while the site writes
        an answer: its button may mean "stop" then.

        Raises ComposerError when that can't be done, playwright's Error when the page went away.
        """
        if not await until(self._answered, self._waits.answer):
            raise ComposerError("the site is still writing an answer; send it yourself afterwards")
        if not await until(self._at_rest, self._waits.person):
            raise ComposerError("you are writing in this chat; send it yourself when you are done")
        if await self._empty():
            raise ComposerError("the composer is empty; insert the result first")
        self._stay()
        self._turns = await self._ask("function () { return this.composer.turns(); }")
        if not await self._click():
            await self._ask("function () { this.composer.focus(false); }")
            await self._document.page.keyboard.press("Enter")
        elif await until(self._taken, self._waits.empty):
            return
        elif not await self._point():
            if await until(self._taken, self._waits.sending):
                return
            raise ComposerError("the site did not take the message; send it yourself")
        else:
            await self._ask("function () { this.composer.focus(false); }")
            await self._document.page.keyboard.press("Enter")
        if not await until(self._taken, self._waits.empty):
            raise ComposerError("the composer did not empty after send was pressed; send it yourself")

    async def _click(self) -> bool:
        """Click the button where it stands; never what the page has put in its place."""
        point = await until(self._point, self._waits.button)
        if not point and await self._off():
            point = await until(self._point, self._waits.digest)
            if not point and await self._off():
                raise ComposerError("the site keeps its send button off; send it yourself")
        self._stay()
        if not point:
            return False
        x, y = point["x"], point["y"]
        if self._button and not await self._ask(AT_POINT, x, y):
            return False
        await click(self._document, x, y)
        return True

    def _stay(self) -> None:
        if self._left():
            raise ComposerError(LEFT)

    async def _point(self) -> Any:
        return await self._ask("function () { return this.composer.send(); }")

    async def _off(self) -> bool:
        return bool(await self._ask("function () { return this.composer.off(); }"))

    async def _answered(self) -> bool:
        return not await self._ask("function () { return this.composer.streaming(); }")

    async def _at_rest(self) -> bool:
        busy = "function (still) { return this.composer.busy(still); }"
        return not await self._ask(busy, self._waits.still * 1000)

    async def _empty(self) -> bool:
        state = await self._ask("function () { return this.composer.state(); }")
        return not state["text"].strip()

    async def _taken(self) -> bool:
        if await self._empty():
            return True
        turns: int = await self._ask("function () { return this.composer.turns(); }")
        return turns > self._turns

    async def _ask(self, function: str, *arguments: Any) -> Any:
        return await self._document.ask(function, *arguments)
