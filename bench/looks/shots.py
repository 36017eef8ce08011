"""Takes the pictures: each state in each setting, as small PNGs."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import ElementHandle, Frame, Page

COLOURS = 128
HEIGHT = 900
PLAIN: dict[str, Any] = {"color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}


@dataclass(frozen=True)
class Setting:
    """Settings of the user's system (`media`) and of the page: its width in pixels, its direction."""

    media: Mapping[str, Any] = field(default_factory=dict[str, Any])
    width: int = 768
    direction: str = "ltr"


SETTINGS = {
    "light": Setting(),
    "dark": Setting({"color_scheme": "dark"}),
    "forced": Setting({"forced_colors": "active"}),
    "forced-dark": Setting({"forced_colors": "active", "color_scheme": "dark"}),
    "contrast": Setting({"contrast": "more"}),
    "narrow": Setting(width=320),
    "wide": Setting({"color_scheme": "dark"}, width=1440),
    "rtl": Setting(direction="rtl"),
}
GERMAN = {"german": Setting(), "german-narrow": Setting(width=320)}


async def emulate(page: Page, setting: Setting) -> None:
    """Apply the setting's media features to `page`."""
    media: dict[str, Any] = {**PLAIN, "reduced_motion": "reduce", **setting.media}
    await page.emulate_media(**media)


async def apply(page: Page, setting: Setting, *, height: int = HEIGHT) -> None:
    """Apply the setting to `page`."""
    await emulate(page, setting)
    await page.set_viewport_size({"width": setting.width, "height": height})
    await page.evaluate("(way) => { document.documentElement.dir = way; }", setting.direction)


async def still(shoot: Callable[[], Any], most: int = 20) -> bytes:
    """Return the first picture that equals the previous one: the page does not change any more."""
    before = await shoot()
    for _ in range(most):
        now: bytes = await shoot()
        if now == before:
            return now
        before = now
    return before


def keep(path: Path, picture: bytes) -> None:
    """Write a PNG with a palette: a third of the bytes, with slightly changed colours."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, "PNG", optimize=True)


async def face_of(page: Page, name: str, block: str) -> tuple[Frame, ElementHandle]:
    """Return the frame that shows a block, and its element; `name` is the frames' name.

    Raises LookupError if no frame shows it.
    """
    for frame in page.frames:
        if frame.name == name and await frame.locator(f'[data-block-id="{block}"]').count():
            return frame, await frame.frame_element()
    raise LookupError(f"no frame shows {block}")


async def fits(frame: Frame, setting: Setting) -> None:
    """Wait until a block has the colours and the direction of the page. Raises Playwright's TimeoutError."""
    dark = setting.media.get("color_scheme") == "dark"
    classes = (".dark" if dark else ":not(.dark)") + (".rtl" if setting.direction == "rtl" else ":not(.rtl)")
    await frame.locator(f".blocks{classes}").wait_for()
    if await frame.locator(".execute-button").count() > 1:
        # The button appears when both blocks were fully visible for a while.
        await frame.locator(".run-all-button").wait_for()


async def shoot(element: Page | ElementHandle, **more: Any) -> bytes:
    """Return the picture of a page or an element."""
    return await element.screenshot(animations="disabled", scale="css", **more)
