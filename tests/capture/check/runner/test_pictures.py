from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

from overlay.capture.check.runner.pictures import PNG, Canvas, NotAPicture, canvas
from overlay.capture.replay.still_frames import frames


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
    async with frames(page):
        return await page.screenshot()


async def test_two_pictures_differ_where_their_pixels_do(drawing: Canvas, page: Page) -> None:
    plain, moved = await painted(page), await painted(page, left=40)
    assert (await drawing.compare(plain, plain, 0)).share == 0
    found = await drawing.compare(plain, moved, 16)
    assert found.share == 2 * 400 / 5000
    assert found.box == (10, 10, 50, 20)
    assert found.picture.startswith(PNG)
    assert (await drawing.compare(found.picture, plain, 16)).box != (0, 0, 0, 0)
    masked = await drawing.compare(plain, moved, 16, [(0, 0, 35, 60), (-5, 40, 500, 500)])
    assert masked.box == (40, 10, 20, 20)
    wider = await drawing.compare(plain, await painted(page, width=110), 16)
    assert wider.box == (100, 0, 10, 50)


@pytest.mark.thorough
async def test_a_color_differs_beyond_the_given_distance(drawing: Canvas, page: Page) -> None:
    one, other = await painted(page), await painted(page, "rgb(0, 16, 255)")
    assert (await drawing.compare(one, other, 16)).share == 0
    assert (await drawing.compare(one, other, 15)).share == 400 / 5000


async def test_damaged_data_is_not_a_picture_and_a_closed_browser_is_not_damaged_data(
    browser: Browser, page: Page
) -> None:
    picture, other = await painted(page), await painted(page, left=40)
    async with canvas(browser) as made:
        for data in (b"no picture", PNG + b"damaged"):
            with pytest.raises(NotAPicture):
                await made.compare(picture, data, 16)
    with pytest.raises(PlaywrightError):
        await made.compare(picture, other, 16)
