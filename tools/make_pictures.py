"""Makes the README's pictures, light, dark and animated: the real companion on the bundled site.

python tools/make_pictures.py        (needs Pillow: pip install -e '.[bench]')
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Literal

from PIL import Image
from playwright.async_api import Browser, async_playwright

from overlay.cli.demo_player import QUESTION, REFUSED
from overlay.cli.demo_tools import FOLDER, demo_registry
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SHOWN_AT = 0.9
"""Seconds of the countdown that have passed when the picture is taken."""
SECONDS = 20.0
"""How long the animated picture is."""
STEP = 0.2
"""Seconds between two of its frames."""
SIZE = 880, 560
QUALITY = 60


@asynccontextmanager
async def demo(
    browser: Browser, scheme: Literal["light", "dark"], *, size: tuple[int, int], scale: float, delay: float
) -> AsyncGenerator[Companion]:
    """Yield the companion on the bundled site, where all calls run automatically after `delay` seconds."""
    context = await browser.new_context(
        color_scheme=scheme,
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        locale="en-GB",
    )
    config = {
        "policy": {"auto_execute": ["*"], "delay": delay, "deny": REFUSED},
        "returns": {"auto_insert": True, "auto_submit": True},
    }
    async with (
        DemoSite() as site,
        Companion(
            site.url,
            registry=demo_registry(FOLDER),
            profile=load_profiles()["demo"],
            context=context,
            config=config,
        ) as companion,
    ):
        yield companion
    await context.close()


async def ask(companion: Companion) -> None:
    """Send the first message."""
    await companion.page.locator("#composer").fill(QUESTION)
    await companion.page.locator('[data-testid="send"]').click()


async def picture(browser: Browser, scheme: Literal["light", "dark"]) -> None:
    """Play two turns and take the picture while the second call counts down."""
    async with demo(browser, scheme, size=(1120, 700), scale=1.5, delay=3) as companion:
        events = companion.listen()
        await ask(companion)
        while event := await events.get():
            if event.kind == "scheduled" and event.block and event.block.name == "list_files":
                await asyncio.sleep(SHOWN_AT)
                await companion.page.screenshot(path=PICTURES / f"{scheme}.png")
                break


async def film(browser: Browser) -> None:
    """Play the first SECONDS, and write them as one animated picture that repeats."""
    frames: list[bytes] = []
    shown: list[int] = []
    async with demo(browser, "light", size=SIZE, scale=1, delay=2) as companion:
        await ask(companion)
        start = before = monotonic()
        while before - start < SECONDS:
            frame = await companion.page.screenshot()
            await asyncio.sleep(max(0.0, before + STEP - monotonic()))
            now = monotonic()
            lasted = round((now - before) * 1000)
            before = now
            if frames and frames[-1] == frame:
                shown[-1] += lasted
            else:
                frames.append(frame)
                shown.append(lasted)
    first, *more = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    first.save(
        PICTURES / "demo.webp",
        save_all=True,
        append_images=more,
        duration=shown,
        loop=0,
        quality=QUALITY,
        method=6,
    )


async def main() -> None:
    """Make all pictures."""
    PICTURES.mkdir(exist_ok=True)
    found = ensure_browser(None, notify=print)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options(found, headless=True))
        await picture(browser, "light")
        await picture(browser, "dark")
        await film(browser)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
