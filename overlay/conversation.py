"""Which conversation a document shows, by its address; a new one has none yet."""

from __future__ import annotations

from overlay.policy import origin_of
from overlay.sites.profile import SiteProfile


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

    def moved(self, url: str) -> bool:
        """The address changed; return whether a conversation without one may have got it just now."""
        before, self._key = self._key, self._profile.conversation_key(url)
        if before and before != self._key:
            self.switches += 1
        if before and not self._key:
            self._count += 1
        return not before and bool(self._key)

    def emptied(self) -> None:
        """All its messages left: what comes next without an address is another conversation."""
        if not self._key:
            self._count += 1
            self.switches += 1
