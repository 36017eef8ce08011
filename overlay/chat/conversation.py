"""Which conversation a document shows, by its address; a new one has none yet."""

from __future__ import annotations

from overlay.chat.sites.loader import SiteProfile
from overlay.policy import origin_of


class Conversation:
    """`document` is the document's own id: what has no address is known by that, and counted.

    Where the site is a guess, its origin is part of the name: another host can show the same signs, and name
    its conversations as it likes. `switches` counts how often another conversation took the place of one.
    """

    def __init__(self, profile: SiteProfile, document: str, url: str) -> None:
        self._profile = profile
        self._document = document
        self._site = f"{profile.name} {origin_of(url)}" if profile.guessed else profile.name
        self._key = profile.conversation_key(url)
        self._count = 0
        self.switches = 0

    @property
    def name(self) -> str:
        """The conversation on show, told apart from those of other sites, documents and times."""
        return f"{self._site}|{self._key or f'{self._document}.{self._count}'}"

    def name_at(self, url: str) -> str:
        """Return the name of the conversation that the address names, "" if it names none."""
        key = self._profile.conversation_key(url)
        return f"{self._site}|{key}" if key else ""

    @property
    def named(self) -> bool:
        """The conversation has an address of its own."""
        return bool(self._key)

    def moved(self, url: str, *, born: bool = True) -> bool:
        """The address changed; return whether a conversation without one got it just now.

        It can't have if it is not `born` of the one on show: then another one took its place.
        """
        before, self._key = self._key, self._profile.conversation_key(url)
        named = not before and bool(self._key)
        if (before and before != self._key) or (named and not born):
            self.switches += 1
        if (before and not self._key) or (named and not born):
            self._count += 1
        return named and born

    def replaced(self) -> None:
        """The address was another conversation's after all."""
        self._count += 1
        self.switches += 1

    def emptied(self) -> None:
        """All its messages left: what comes next without an address is another conversation."""
        if not self._key:
            self._count += 1
            self.switches += 1
