"""Typed calls about a document's file inputs, implemented by injected_js/composer/file_input.js."""

from __future__ import annotations

from typing import Literal

from pydantic import TypeAdapter

from observers.document import Document
from observers.page_api import ASK, FLAG, LATER, ask

Offer = Literal["", "input", "button"]
_OFFER: TypeAdapter[Offer] = TypeAdapter(Offer, config=LATER)
_COUNT = TypeAdapter(int, config=LATER)


class FilesApi:
    """Calls about file inputs; `site` is the profile's selector. Each raises what `page_api.ask` raises."""

    def __init__(self, document: Document, site: str) -> None:
        self._document = document
        self._site = site

    async def kind(self) -> Offer:
        """Begin a new search; return the element that accepts a file: "input", "button", or "" for none."""
        return await ask(self._document, "files.kind", _OFFER, self._site)

    async def accepts(self, media_type: str, name: str) -> bool:
        """Begin a new search; return whether the page accepts such a file, by its `accept`."""
        return await ask(self._document, "files.takes", FLAG, self._site, media_type, name)

    async def previews(self) -> int:
        """Return the number of pictures with a `blob:` or `data:` URL, as sites use for unsent pictures."""
        return await ask(self._document, "files.previews", _COUNT)

    async def offers(self) -> Offer:
        """Return the element that accepts a file, among those that appeared since the last press."""
        return await ask(self._document, "files.offers", _OFFER, self._site)

    async def input(self) -> str:
        """Return the CDP object id of the file input. Raises playwright's Error if there is none."""
        return await self._document.handle(ASK, "files.input", [self._site])

    async def press(self) -> bool:
        """Press the button with user activation; return whether it could be pressed."""
        return await ask(self._document, "files.press", FLAG, self._site, gesture=True)

    async def holds(self, name: str) -> bool:
        """Return whether the input that received the file still holds it."""
        return await ask(self._document, "files.holds", FLAG, name)

    async def named(self, name: str) -> int:
        """Return how often the file's name occurs in the page."""
        return await ask(self._document, "files.named", _COUNT, name)
