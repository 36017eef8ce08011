"""Sends the text of the message box once, when the site is ready, and checks that it was sent."""

from __future__ import annotations

from collections.abc import Callable

from observers.composer_api import ComposerApi, Pressed, SendState
from observers.document import Document
from overlay.chat.composer.timeouts import ComposerTimeouts, until
from overlay.common.language import mark

OTHER_CHAT = mark("the page shows another chat by now")
WRITING = mark("the site is still writing an answer; send it yourself afterwards")


class ComposerError(RuntimeError):
    """The text could not be inserted or sent; `message` says why and what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Sender:
    """Sends the content of one document's message box.

    `button` is the site's selector of its send button; `left` returns whether the document shows another chat
    now.
    """

    def __init__(
        self,
        document: Document,
        button: str,
        timeouts: ComposerTimeouts,
        left: Callable[[], bool] = lambda: False,
    ) -> None:
        self._api = ComposerApi(document)
        self._button = button
        self._timeouts = timeouts
        self._left = left
        self._turns = 0

    async def submit(self) -> None:
        """Press send, and wait until the box is empty or the message is in the chat.

        Does not press while the user is typing, or while the site writes an answer (the button may then mean
        "stop"). Does not press again while the site may still be sending. Raises ComposerError if the message
        was not sent, playwright's Error when the page is gone.
        """
        state = await self._until(lambda state: not state.streaming, self._timeouts.answer)
        if state.streaming:
            raise ComposerError(WRITING)
        state = await self._until(lambda state: not state.busy, self._timeouts.user, state)
        if state.busy:
            raise ComposerError(mark("you are writing in this chat; send it yourself when you are done"))
        if state.streaming:
            raise ComposerError(WRITING)
        if state.empty:
            raise ComposerError(mark("the message box is empty; insert the result first"))
        self._check_chat()
        self._turns = state.turns
        pressed = await self._click(state)
        if not pressed:
            await self._enter()
        elif pressed == "named":
            # Nothing but its label tells what it did, so a second attempt could send the message twice.
            pass
        elif self._taken(state := await self._until(self._taken, self._timeouts.empty)):
            return
        elif state.going:
            # An unknown page took the press, and empties its box late.
            pass
        elif state.button in ("none", "off"):
            if self._taken(await self._until(self._taken, self._timeouts.sending)):
                return
            raise ComposerError(mark("the site did not take the message; send it yourself"))
        else:
            await self._enter()
        # Some applications empty their box only when their server has the message.
        if not self._taken(await self._until(self._taken, self._timeouts.sending)):
            raise ComposerError(mark("the message box is not empty after send was pressed; send it yourself"))

    async def _click(self, state: SendState) -> Pressed:
        """Press the button, unless the page has put something over it. Return which one was pressed."""
        if not self._button:
            self._check_chat()
            return ""
        await self._enabled(await self._until(_can_be_pressed, self._timeouts.button, state))
        if pressed := await self._api.send():
            return pressed
        # Some sites disable their button again for a moment when the box loses the focus.
        state = await self._until(_can_be_pressed, 0)
        if state.button not in ("off", "on"):
            return ""
        await self._enabled(state)
        return await self._api.send()

    async def _enabled(self, state: SendState) -> None:
        """Wait for a disabled button. Raises ComposerError if it stays disabled or the chat was left."""
        if state.button == "off":
            state = await self._until(_can_be_pressed, self._timeouts.digest)
            if state.button == "off":
                raise ComposerError(mark("the site keeps its send button disabled; send it yourself"))
        self._check_chat()

    async def _enter(self) -> None:
        self._check_chat()
        if await self._api.enter():
            raise ComposerError(mark("the page takes the focus out of its message box; send it yourself"))

    def _check_chat(self) -> None:
        if self._left():
            raise ComposerError(OTHER_CHAT)

    def _taken(self, state: SendState) -> bool:
        return state.empty or state.turns > self._turns

    async def _until(
        self, holds: Callable[[SendState], bool], seconds: float, known: SendState | None = None
    ) -> SendState:
        """Read the state until `holds` is true for it or the time has passed, and return the last one.

        `known` is a state to begin with.
        """
        last = known or await self._api.readiness(self._timeouts.still)

        async def look() -> bool:
            nonlocal last
            last = await self._api.readiness(self._timeouts.still)
            return holds(last)

        if not holds(last):
            await until(look, seconds)
        return last


def _can_be_pressed(state: SendState) -> bool:
    return state.button in ("on", "covered")
