from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from observers.cdp import call
from observers.document import Document
from observers.layers import compare
from observers.protocol import Layers


class Asked(Document):
    """A page's side that keeps what it is asked, in front of a real page or of none."""

    def __init__(self, session: Any, page: Any, *, top: bool = True, raises: bool = True) -> None:
        super().__init__(session, page, "", "", "")
        self.top, self.raises = top, raises
        self.judged: list[tuple[int, bool, bool]] = []
        self.at_once = self.most = 0

    async def ask(self, function: str, *arguments: Any) -> Any:
        name, given = arguments
        if name == "face.raise":
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            return self.raises
        number, before, after = given
        self.at_once -= 1
        self.judged.append((number, bool(before), bool(after)))
        return None


async def test_a_picture_before_and_one_after_are_judged(page: Page) -> None:
    document = Asked(await page.context.new_cdp_session(page), page)
    await compare(document, Layers(t="layers", number=7))
    assert document.judged == [(7, True, True)]


@pytest.mark.thorough
async def test_a_block_that_can_not_be_raised_has_no_second_picture(page: Page) -> None:
    document = Asked(await page.context.new_cdp_session(page), page, raises=False)
    await compare(document, Layers(t="layers", number=1))
    assert document.judged == [(1, True, False)]


@pytest.mark.parametrize(
    ("why", "taken"), [("Unable to capture screenshot", True), ("Target page has been closed", False)]
)
async def test_a_picture_that_the_browser_could_not_copy_yet_is_taken_again(
    page: Page, why: str, taken: bool
) -> None:
    session = await page.context.new_cdp_session(page)

    class Early:
        failed = False

        async def send(self, method: str, params: dict[str, Any]) -> Any:
            if not self.failed:
                self.failed = True
                raise PlaywrightError(f"Protocol error (Page.captureScreenshot): {why}")
            return await call(session, method, params)

    document = Asked(Early(), page)
    await compare(document, Layers(t="layers", number=1))
    assert document.judged == [(1, taken, taken)]


async def test_of_a_frame_no_picture_is_taken(page: Page) -> None:
    document = Asked(cast("Any", None), page, top=False)
    await compare(document, Layers(t="layers", number=1))
    assert document.judged == [(1, False, False)]


async def test_a_page_that_is_gone_is_judged_without_pictures(page: Page) -> None:
    class Gone:
        async def send(self, *_: object) -> None:
            raise PlaywrightError("gone")

    document = Asked(Gone(), page)
    await compare(document, Layers(t="layers", number=1))
    assert document.judged == [(1, False, False)]


@pytest.mark.thorough
async def test_comparisons_in_one_page_come_one_after_the_other(page: Page) -> None:
    document = Asked(await page.context.new_cdp_session(page), page)
    await asyncio.gather(*(compare(document, Layers(t="layers", number=number)) for number in (1, 2, 3)))
    assert document.most == 1
