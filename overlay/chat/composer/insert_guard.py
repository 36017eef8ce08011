"""Hold back the user's keys while a text is inserted, and notice when the user interrupts.

Overlay's own text and keys are synthetic: their events have `isTrusted` false. Every trusted key is the
user's.
"""

from __future__ import annotations

from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from observers.composer_api import BoxState, ComposerApi
from observers.document import Document
from overlay.chat.composer.timeouts import until


class InsertGuard:
    """Guard of one document. Each method except `end` raises playwright's Error when the document is gone."""

    def __init__(self, document: Document) -> None:
        self._api = ComposerApi(document)
        self._is_held = False

    async def begin(self, still: float) -> BoxState | None:
        """Hold back the user's keys, remember the position of the caret, and return the state of the box.

        Return None if the user has typed within the last `still` seconds.
        """
        state = await self._api.hold(still)
        self._is_held = state is not None
        return state

    async def user_interrupted(self) -> bool:
        """Return whether the user has typed since `begin`."""
        return await self._api.disturbed()

    async def wait_for_composition(self, seconds: float) -> None:
        """Wait until the user has finished composing a word (IME); end the composition after `seconds`."""

        async def finished() -> bool:
            return not await self._api.composing()

        if not await until(finished, seconds):
            await self._api.blur()

    async def hand_back(self) -> bool:
        """Release the keys and restore the caret if the user did not type. Return whether it did so."""
        if not await self._api.settle():
            return False
        self._is_held = False
        return True

    async def end(self) -> None:
        """Release the keys in any case, and insert at the caret what the user typed meanwhile."""
        if not self._is_held:
            return
        self._is_held = False
        with suppress(PlaywrightError):
            await self._api.release()
