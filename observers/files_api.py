"""What Python asks of a document's file inputs. The page's side of each call is
injected_js/composer/file_input.js.
"""

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
        """Begin a new search; return what the page has for a file."""
        return await ask(self._document, "files.kind", _OFFER, self._site)

    async def offers(self) -> Offer:
        """Return what the page has for a file since the last press."""
        return await ask(self._document, "files.offers", _OFFER, self._site)

    async def input(self) -> str:
        """Return a handle of the input. Raises playwright's Error if there is none."""
        return await self._document.handle(ASK, "files.input", [self._site])

    async def press(self) -> bool:
        """Press the button as a person's click does; return whether it could be pressed."""
        return await ask(self._document, "files.press", FLAG, self._site, gesture=True)

    async def holds(self, name: str) -> bool:
        """Return whether the input that was given the file still has it."""
        return await ask(self._document, "files.holds", FLAG, name)

    async def named(self, name: str) -> int:
        """Return how often the page names the file."""
        return await ask(self._document, "files.named", _COUNT, name)
