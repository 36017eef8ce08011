from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

from overlay.capture.check.runner.pictures import PNG, Canvas, NotAPicture, canvas


@pytest.fixture
async def drawing(browser: Browser) -> AsyncGenerator[Canvas]:
    async with canvas(browser) as made:
        yield made


async def painted(page: Page, color: str = "rgb(0, 0, 255)", *, left: int = 10, width: int = 100) -> bytes:
    """A white picture, 50 pixels high, with a square of 20 at (left, 10)."""
    await page.set_viewport_size({"width": width, "height": 50})
    await page.set_content(
        f'<body style="margin:0"><div style="position:absolute;left:{left}px;top:10px;width:20px;height:20px;background:{color}">'
    )
    return await page.screenshot()


async def test_the_same_picture_does_not_differ(drawing: Canvas, page: Page) -> None:
    picture = await painted(page)
    assert (await drawing.compare(picture, picture, 0)).share == 0


async def test_what_moved_differs_where_it_was_and_where_it_is(drawing: Canvas, page: Page) -> None:
    found = await drawing.compare(await painted(page), await painted(page, left=40), 16)
    assert found.share == 2 * 400 / 5000
    assert found.box == (10, 10, 50, 20)


async def test_a_color_that_is_hardly_off_does_not_differ(drawing: Canvas, page: Page) -> None:
    one, other = await painted(page), await painted(page, "rgb(0, 16, 255)")
    assert (await drawing.compare(one, other, 16)).share == 0
    assert (await drawing.compare(one, other, 15)).share == 400 / 5000


async def test_where_one_picture_is_larger_it_differs(drawing: Canvas, page: Page) -> None:
    found = await drawing.compare(await painted(page), await painted(page, width=110), 16)
    assert found.box == (100, 0, 10, 50)


async def test_the_difference_is_a_picture_of_the_same_size(drawing: Canvas, page: Page) -> None:
    found = await drawing.compare(await painted(page), await painted(page, left=40), 16)
    assert found.picture.startswith(PNG)
    assert (await drawing.compare(found.picture, await painted(page), 16)).box != (0, 0, 0, 0)


@pytest.mark.parametrize("data", [b"no picture", PNG + b"damaged"])
async def test_what_is_no_picture_is_said_to_be_none(drawing: Canvas, page: Page, data: bytes) -> None:
    with pytest.raises(NotAPicture):
        await drawing.compare(await painted(page), data, 16)


async def test_a_browser_that_ended_is_no_damaged_picture(browser: Browser, page: Page) -> None:
    one, other = await painted(page), await painted(page, left=40)
    async with canvas(browser) as made:
        pass
    with pytest.raises(PlaywrightError):
        await made.compare(one, other, 16)
