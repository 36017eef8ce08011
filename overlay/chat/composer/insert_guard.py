"""While a text is put in: the person's keys wait in the page, and who or what comes between is noticed.

Overlay's own text and keys are made up in the page, and a browser marks them as such (`isTrusted`): every key
that is trusted is the person's.
"""

from __future__ import annotations

from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from observers.composer_api import BoxState, ComposerApi
from observers.document import Document
from overlay.chat.composer.timeouts import until


class InsertGuard:
    """One document's; each method but `end` raises playwright's Error when the document is gone."""

    def __init__(self, document: Document) -> None:
        self._api = ComposerApi(document)
        self._is_held = False

    async def begin(self, still: float) -> BoxState | None:
        """Have the person's keys wait, remember where their caret is, and return what stands in the box; None
        if they have typed within the last `still` seconds.
        """
        state = await self._api.hold(still)
        self._is_held = state is not None
        return state

    async def user_interrupted(self) -> bool:
        """Whether the person has typed since `begin`."""
        return await self._api.disturbed()

    async def wait_for_composition(self, seconds: float) -> None:
        """Wait until the word that the person may be composing has come to its end; after `seconds` it is
        ended.
        """

        async def over() -> bool:
            return not await self._api.composing()

        if not await until(over, seconds):
            await self._api.leave()

    async def hand_back(self) -> bool:
        """Give the person their keys and their caret back, if nobody came between; whether that was so."""
        if not await self._api.settle():
            return False
        self._is_held = False
        return True

    async def end(self) -> None:
        """Give them back in any case, and type what the person has typed meanwhile where they are."""
        if not self._is_held:
            return
        self._is_held = False
        with suppress(PlaywrightError):
            await self._api.release()
