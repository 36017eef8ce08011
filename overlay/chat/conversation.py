"""The conversation that a document shows, by its address; a new conversation has no address yet."""

from __future__ import annotations

from overlay.policy import origin_of
from overlay.sites.loader import SiteProfile


class Conversation:
    """The conversation that one document shows; `document` is the document's id.

    `name` differs from the names of all other conversations. `key` is its address within the site, "" if it
    has none; it is then not `named`. `origin` is the page's. `switches` counts how often the document went to
    another conversation.

    If the site is a guess, the name contains the origin: another host can look the same and choose any names
    for its conversations.
    """

    def __init__(self, profile: SiteProfile, document: str, url: str) -> None:
        self._profile = profile
        self._document = document
        self._site = f"{profile.name} {origin_of(url)}" if profile.guessed else profile.name
        self._count = 0
        self.switches = 0
        self._show(url)

    def name_at(self, url: str) -> str:
        """Return the name of the conversation in the address, "" if there is none."""
        key = self._profile.conversation_key(url)
        return f"{self._site}|{key}" if key else ""

    def moved(self, url: str, *, born: bool = True) -> bool:
        """Apply a change of the address. Return whether a conversation without an address got this one.

        `born`: the conversation may have got this address; if false, the address is another conversation's.
        """
        before = self.key
        self._show(url)
        named = not before and self.named
        if (before and before != self.key) or (named and not born):
            self.switches += 1
        if (before and not self.key) or (named and not born):
            self._begin_another()
        return named and born

    def replaced(self) -> None:
        """Start another conversation: the address turned out to be that of another one."""
        self._begin_another()
        self.switches += 1

    def emptied(self) -> None:
        """All messages left: the next messages without an address are another conversation."""
        if not self.named:
            self._begin_another()
            self.switches += 1

    def _show(self, url: str) -> None:
        self.key = self._profile.conversation_key(url)
        self.named = bool(self.key)
        self.origin = origin_of(url)
        self._name()

    def _begin_another(self) -> None:
        self._count += 1
        self._name()

    def _name(self) -> None:
        self.name = f"{self._site}|{self.key or f'{self._document}.{self._count}'}"
