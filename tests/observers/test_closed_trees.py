from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from observers.cdp import call
from observers.closed_trees import look_for_trees
from observers.document import Document
from observers.protocol import TreesAsked

HOSTS = {
    "no tree": ("", False),
    "a closed tree": ("attachShadow({ mode: 'closed' })", True),
    "an open tree": ("attachShadow({ mode: 'open' })", False),
}


class Asked(Document):
    """A page's side that keeps the answers; `found` is the CDP object of the element in question."""

    def __init__(self, session: Any, page: Any, found: str | None) -> None:
        super().__init__(session, page, "", "", "")
        self.found = found
        self.told: list[bool] = []

    async def handle(self, function: str, *arguments: Any) -> str:
        return self.found or await super().handle(function, *arguments)

    async def ask(self, function: str, *arguments: Any) -> Any:
        name, given = arguments
        assert name == "popups.answer"
        self.told.append(given[1])


@pytest.mark.parametrize("kind", HOSTS)
async def test_the_page_learns_whether_an_element_has_a_closed_tree(page: Page, kind: str) -> None:
    script, closed = HOSTS[kind]
    await page.set_content("<div>text</div>")
    session = await page.context.new_cdp_session(page)
    wanted = f"{{ const host = document.querySelector('div'); {script and f'host.{script};'} }} document.querySelector('div')"
    element = await call(session, "Runtime.evaluate", {"expression": wanted})
    document = Asked(session, page, element["result"]["objectId"])
    await look_for_trees(document, TreesAsked(t="trees", number=1, count=1))
    assert document.told == [closed]


async def test_an_element_that_is_gone_counts_as_one_with_a_closed_tree(page: Page) -> None:
    session = await page.context.new_cdp_session(page)
    document = Asked(session, page, "no such object")
    await look_for_trees(document, TreesAsked(t="trees", number=1, count=1))
    assert document.told == [True]
