"""Finds the address of a saved page and, with the site's profile, the author of each text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import cssselect
from lxml import etree as lxml_etree

from overlay.common.errors import UsageError
from overlay.sites.loader import SiteProfile, load_profiles, profile_for
from overlay.sites.profile import first_id

from .model import Role

etree: Any = lxml_etree  # lxml has no types
_SAVED = re.compile(r"saved from url=\(\d+\)(https?://\S+)|^\s*url:\s*(https?://\S+)", re.MULTILINE)


class Page:
    """The messages of one parsed page.

    Uses the profile of the page's address. If there is none, uses the profile whose selectors find the most
    messages; the generic profile is tried first.
    """

    def __init__(self, root: Any, url: str = "") -> None:
        self.url = url or _address(root)
        best: tuple[SiteProfile, set[Any], set[Any]] | None = None
        for profile in _candidates(self.url):
            users = _first(root, profile.selectors("user"))
            assistants = _first(root, profile.selectors("assistant"))
            if best is None or len(users) + len(assistants) > len(best[1]) + len(best[2]):
                best = profile, users, assistants
        assert best is not None
        self.profile, self._users, self._assistants = best
        self._all = self._users | self._assistants
        self._thoughts = {
            at
            for at in _matches(root, self.profile.reasoning)
            if not any(above in self._users for above in (at, *at.iterancestors()))
        }
        self._turns = set(_matches(root, self.profile.turn))

    @property
    def conversation(self) -> str | None:
        """The conversation's key in the page's address, otherwise the address, if it is known."""
        return self.profile.conversation_key(self.url) or self.url or None

    def message(self, element: Any) -> Any | None:
        """Return the message that contains `element`: the outermost element that a selector finds."""
        found = None
        for at in (element, *element.iterancestors()):
            if at in self._all:
                found = at
        return found

    def messages(self) -> list[Any]:
        """Return the elements of the messages, without those inside another message."""
        return [element for element in self._all if self.message(element) is element]

    def role(self, element: Any) -> Role:
        """Return the author of `element`. Everything inside a user's message is the user's."""
        around = [element, *element.iterancestors()]
        if any(at in self._users for at in around):
            return "user"
        if any(at in self._thoughts for at in around):
            return "reasoning"
        return "assistant" if any(at in self._assistants for at in around) else "unknown"

    def is_thought(self, element: Any) -> bool:
        """Return whether a selector for reasoning finds `element` outside the user's messages."""
        return element in self._thoughts

    def thoughts(self, message: Any) -> list[Any]:
        """Return the outermost elements with reasoning in an answer; a user's message has none."""
        if message not in self._assistants:
            return []
        inside = [at for at in message.iter() if at in self._thoughts and at is not message]
        return [at for at in inside if not any(above in inside for above in at.iterancestors())]

    def name(self, element: Any, number: int) -> str:
        """Return the site's id of a message, otherwise its number on the page."""
        around = (element, *element.iterancestors())
        bearer = next((at for at in around if at in self._turns), element)
        names = (*self.profile.selectors("message_id"), "data-message-id")
        own = next((first_id(name, value) for name in names if (value := bearer.get(name))), "")
        return (own or element.get("data-message-id") or str(number))[:100]


def _address(root: Any) -> str:
    """Return the address that a browser or a tool wrote when saving, or the canonical link; "" if none."""
    for comment in (*root.itersiblings(etree.Comment, preceding=True), *root.iter(etree.Comment)):
        found = _SAVED.search(comment.text or "")
        if found:
            return str(found[1] or found[2])
    for link in root.iter("link"):
        if link.get("rel") == "canonical" and str(link.get("href", "")).startswith("http"):
            return str(link.get("href"))
    return ""


@cache
def _profiles() -> dict[str, SiteProfile]:
    return load_profiles()


def _candidates(url: str) -> list[SiteProfile]:
    known = _profiles()
    generic = known["generic"]
    if url:
        try:
            named = profile_for(url)[0]
        except (UsageError, ValueError):
            named = generic
        if named.name != generic.name:
            return [named]
    return [generic, *(profile for profile in known.values() if profile is not generic)]


def _first(root: Any, selectors: tuple[str, ...]) -> set[Any]:
    """Return the matches of the first selector that has any."""
    tried = (set(_matches(root, selector)) for selector in selectors)
    return next((found for found in tried if found), set[Any]())


def _matches(root: Any, selector: str) -> Iterator[Any]:
    for path in select(selector):
        yield from root.xpath(path)


@cache
def select(selector: str) -> tuple[str, ...]:
    """Return `selector` as XPaths, without the parts of a selector list that XPath can't express."""
    found: list[str] = []
    for part in (selector, *selector.split(",")) if selector else ():
        try:
            found.append(cssselect.HTMLTranslator().css_to_xpath(part.strip()))
        except cssselect.SelectorError:
            continue
        if part == selector:
            break
    return tuple(found)
