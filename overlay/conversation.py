"""Which conversation a document shows, by its address; a new one has none yet."""

from __future__ import annotations

from overlay.sites.profile import SiteProfile


class Conversation:
    """`document` is the document's own id: what has no address is known by that, and counted."""

    def __init__(self, profile: SiteProfile, document: str, url: str) -> None:
        self._profile = profile
        self._document = document
        self._key = profile.conversation_key(url)
        self._count = 0

    @property
    def name(self) -> str:
        """The conversation on show, told apart from those of other sites, documents and times."""
        return f"{self._profile.name}|{self._key or f'{self._document}.{self._count}'}"

    def moved(self, url: str) -> bool:
        """The address changed; return whether a conversation without one may have got it just now."""
        before, self._key = self._key, self._profile.conversation_key(url)
        if before and not self._key:
            self._count += 1
        return not before and bool(self._key)

    def emptied(self) -> None:
        """All its messages left: what comes next without an address is another conversation."""
        if not self._key:
            self._count += 1
