"""Which conversation a document shows, by its address; a new conversation has no address yet."""

from __future__ import annotations

from overlay.chat.sites.loader import SiteProfile
from overlay.policy import origin_of


class Conversation:
    """The conversation of one document; `document` is its id.

    A conversation without an address is named by that id and a count. On a guessed site the origin is part of
    the name, since another host can show the same signs and use the same names. `switches` counts how often
    one conversation was replaced by another.
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
        """The name of the conversation on show; unique among sites, documents and times."""
        return f"{self._site}|{self._key or f'{self._document}.{self._count}'}"

    def name_at(self, url: str) -> str:
        """Return the name of the conversation in the address, "" if there is none."""
        key = self._profile.conversation_key(url)
        return f"{self._site}|{key}" if key else ""

    @property
    def named(self) -> bool:
        """Whether the conversation has an address."""
        return bool(self._key)

    def moved(self, url: str, *, born: bool = True) -> bool:
        """Apply a change of the address. Return whether a conversation without an address got this one.

        It can't have if it is not `born` of the one on show: then another conversation took its place.
        """
        before, self._key = self._key, self._profile.conversation_key(url)
        named = not before and bool(self._key)
        if (before and before != self._key) or (named and not born):
            self.switches += 1
        if (before and not self._key) or (named and not born):
            self._count += 1
        return named and born

    def replaced(self) -> None:
        """The address was that of another conversation."""
        self._count += 1
        self.switches += 1

    def emptied(self) -> None:
        """All messages left: the next messages without an address are another conversation."""
        if not self._key:
            self._count += 1
            self.switches += 1
