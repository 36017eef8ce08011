"""Sends what stands in the box: once, when the site is ready for it, and sees that it went."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from observers.document import Document
from overlay.sites.waiting import Waits, until
from overlay.sites.writing import State

LEFT = "the page shows another chat by now"


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
        state = await self._look()
        if not state["text"].strip():
            raise ComposerError("the composer is empty; insert the result first")
        self._stay()
        self._turns = state["turns"]
        if not await self._click():
            await self._enter()
        elif await until(self._taken, self._waits.empty):
            return
        elif await self._sending() in ("none", "off"):
            if await until(self._taken, self._waits.sending):
                return
            raise ComposerError("the site did not take the message; send it yourself")
        else:
            await self._enter()
        if not await until(self._taken, self._waits.empty):
            raise ComposerError("the composer did not empty after send was pressed; send it yourself")

    async def _click(self) -> bool:
        """Press the button itself, and never what the page has put over it; whether it was pressed."""
        if not self._button:
            self._stay()
            return False
        if not await until(self._known, self._waits.button) and await self._sending() == "off":
            await until(self._known, self._waits.digest)
            if await self._sending() == "off":
                raise ComposerError("the site keeps its send button off; send it yourself")
        self._stay()
        return bool(await self._ask("function () { return this.composer.send(); }"))

    async def _enter(self) -> None:
        self._stay()
        if await self._ask("function () { return this.composer.enter(); }"):
            raise ComposerError("the page takes the focus out of its message box; send it yourself")

    def _stay(self) -> None:
        if self._left():
            raise ComposerError(LEFT)

    async def _sending(self) -> str:
        return str(await self._ask("function () { return this.composer.sending(); }"))

    async def _known(self) -> bool:
        return await self._sending() in ("on", "covered")

    async def _answered(self) -> bool:
        return not await self._ask("function () { return this.composer.streaming(); }")

    async def _at_rest(self) -> bool:
        busy = "function (still) { return this.composer.busy(still); }"
        return not await self._ask(busy, self._waits.still * 1000)

    async def _taken(self) -> bool:
        state = await self._look()
        return not state["text"].strip() or state["turns"] > self._turns

    async def _look(self) -> State:
        return await self._ask("function () { return this.composer.look(false); }")

    async def _ask(self, function: str, *arguments: Any) -> Any:
        return await self._document.ask(function, *arguments)
