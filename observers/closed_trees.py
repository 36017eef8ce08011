"""Tells a page script which elements have a closed shadow tree, or gives it the trees.

A script can't see such a tree, but a field in it can have the focus and show a bubble of the browser over a
block (injected_js/view/browser_popups.js), or be the page's message box.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from observers.page_api import PageApi

if TYPE_CHECKING:
    from observers.document import Document
    from observers.protocol import TreesAsked

log = logging.getLogger(__name__)
MOST_NESTED = 3
"""How deep closed trees in closed trees are searched."""


async def look_for_trees(document: Document, wanted: TreesAsked) -> None:
    """Answer the page whether one of the elements of its question has a closed tree; if unknown, yes."""
    page = PageApi(document)
    try:
        closed = await _any_closed(page, wanted)
        await page.answer_trees(wanted.number, closed)
    except PlaywrightError as error:
        log.debug("%s is gone: %s", document.url, error)


async def _any_closed(page: PageApi, wanted: TreesAsked) -> bool:
    try:
        for index in range(wanted.count):
            if await page.has_closed_tree(wanted.number, index):
                return True
    except PlaywrightError as error:
        log.debug("no answer about an element: %s", error)
        return True
    return False


async def take_closed_trees(document: Document) -> bool:
    """Give the page script the closed trees that it does not know; return whether there are any.

    Raises playwright's Error when the document is gone.
    """
    page = PageApi(document)
    found = False
    for _ in range(MOST_NESTED):
        if not await _take_all(page):
            break
        found = True
    return found


async def _take_all(page: PageApi) -> bool:
    found = False
    for index in range(await page.look_for_hosts()):
        try:
            found = await page.take_closed_tree(index) or found
        except PlaywrightError as error:
            log.debug("no answer about an element: %s", error)
    return found
