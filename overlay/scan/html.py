"""Reads saved pages: code blocks with their language, other text as on a live page, and calls as elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree as lxml_etree

from . import gemini_page
from .dom import is_fence
from .html_pieces import is_call, parse, pieces
from .model import ChatMessage, Unreadable
from .pages import Page

etree: Any = lxml_etree  # lxml has no types


def messages(
    data: bytes, *, url: str = "", encoding: str | None = None, lines: bool = True
) -> Iterator[ChatMessage]:
    """Yield the messages of the page `data`; if none is recognised, the whole page as one of role `unknown`.

    `url` is the address of the page, if it is known. `lines`: the page is the whole file, so line numbers can
    be given. Raises Unreadable for data that is not a page, or after the messages of a page that was cut off.
    """
    root, cut_off = parse(data, encoding)
    page = Page(root, url)
    roots = set(page.messages())
    cards = [] if roots else gemini_page.cards(root)
    for card in cards:
        yield from gemini_page.messages(card, lines=lines)
    if not cards:
        yield from _messages(root, page, roots, lines=lines)
    if cut_off:
        raise Unreadable(f"the page was read only in part: {cut_off}")


def _messages(root: Any, page: Page, roots: set[Any], *, lines: bool) -> Iterator[ChatMessage]:
    if not roots:
        roots = {root if (body := root.find("body")) is None else body}
    for number, element in enumerate(_units(root, roots)):
        name = page.name(element, number)
        for part in (element, *page.thoughts(element)):
            found = tuple(pieces(part, page.is_thought, lines=lines))
            if found:
                yield ChatMessage(page.role(part), found, page.conversation, name)


def _units(root: Any, roots: set[Any]) -> Iterator[Any]:
    """Yield the messages, and the code blocks and call elements outside of them, in document order."""
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if element in roots or (_free(element) and (is_fence(element) or is_call(element))):
            yield element
            walk.skip_subtree()


def _free(element: Any) -> bool:
    return next(element.iterancestors("blockquote"), None) is None
