"""Tries on the page which messages a selector would give to each side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from playwright.async_api import Page

from overlay.sites.check.selector_names import selectors
from overlay.sites.check.snapshot import Node

SIDES = {"user": "assistant", "assistant": "user"}
IN_MESSAGES = ("reasoning", "code", "fence", "header", "faded")
"""Fields of parts of a message: such a part contains no message."""
BESIDE = {"composer": "", "send": "streaming", "streaming": "send", "file": ""}
"""Fields of parts that are in no message, each with the field whose elements are others."""
AROUND = {"fence": "code"}
"""Fields of an element that is around that of another field, never inside it."""
PARTS = ("code", "fence", "reasoning")
"""Fields of parts that are no message by themselves."""
NEARLY_ALL = 0.6
"""The share of the page's text from which an element is nearly the whole page."""
_AROUND = ("nav", "aside", "header", "footer", "script", "style", "noscript", "template")


class RoleTrial:
    """Tries selectors on a page. `nodes` are its elements; `composer` finds the message box, "" for none."""

    def __init__(self, page: Page, nodes: Sequence[Node], composer: str) -> None:
        self._page = page
        self._nodes = nodes
        self._composer = composer
        self._all = _chat_text(nodes)

    async def apart(self, one: str, other: str) -> bool:
        """Return whether no element of `one` is, contains or is in an element of `other`."""
        here, there = self._page.locator(f"css={one}"), self._page.locator(f"css={other}")
        if await here.filter(has=there).count() or await there.filter(has=here).count():
            return False
        return not await here.and_(there).count()

    async def fits(self, field: str, selector: str, used: dict[str, str]) -> bool:
        """Return whether the selector can stand for the field, beside the selectors that are in `used`."""
        messages = [used[side] for side in SIDES if side in used and side != field]
        if field in SIDES:
            apart = [self._composer, *(used[each] for each in PARTS if each in used)]
            if [each for each in apart if each and await self._is_in(selector, each)]:
                return False
            if self._composer and await self._contains(selector, self._composer):
                return False
            if not messages:
                return not self._nearly_all(selector)
            return await self.apart(selector, messages[0])
        inner = [used[each] for each in (AROUND.get(field, ""),) if each in used]
        if field in BESIDE:
            messages += [used[each] for each in (BESIDE[field],) if each in used]
            return not [each for each in messages if not await self.apart(each, selector)]
        if field in IN_MESSAGES and [each for each in messages if await self._contains(selector, each)]:
            return False
        return not [each for each in inner if await self._contains(each, selector)]

    async def gives(self, user: str, assistant: str) -> str:
        """Return what the two selectors find, in words."""
        numbers = [
            await self._page.locator(f"css={selector}").count() if selector else 0
            for selector in (user, assistant)
        ]
        return f"{numbers[0]} of the user, {numbers[1]} of the assistant"

    async def _is_in(self, one: str, other: str) -> bool:
        """Return whether an element of `one` is one of `other`, or in one."""
        here, there = self._page.locator(f"css={one}"), self._page.locator(f"css={other}")
        return bool(await here.and_(there).count() or await there.filter(has=here).count())

    async def _contains(self, one: str, other: str) -> bool:
        there = self._page.locator(f"css={other}")
        return bool(await self._page.locator(f"css={one}").filter(has=there).count())

    def covers(self, chosen: Iterable[str]) -> bool:
        """Return whether the elements of these selectors hold the most part of the chat's text."""
        return sum(node.text for selector in chosen for node in self._found(selector)) >= self._all / 2

    def _nearly_all(self, selector: str) -> bool:
        return any(node.text >= NEARLY_ALL * self._all for node in self._found(selector))

    def _found(self, selector: str) -> list[Node]:
        """Return the elements of a selector that `selector_names` made."""
        name = selector[1:] if selector.startswith(".") else None
        return [
            node
            for node in self._nodes
            if (name in node.classes if name else selector in selectors(node, frozenset()))
        ]


def _chat_text(nodes: Sequence[Node]) -> int:
    """Return the number of characters in the page, without those in its bars and menus."""
    whole = max((node.text for node in nodes), default=0)
    outer = [
        node
        for node in nodes
        if node.tag in _AROUND and not any(up.tag in _AROUND for up in node.ancestors())
    ]
    return max(1, whole - sum(node.text for node in outer))
