"""Makes the README's pictures, light and dark: the real companion on the bundled site."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, async_playwright

from overlay.chat.sites.loader import load_profiles
from overlay.cli.demo_player import QUESTION, REFUSED
from overlay.cli.demo_tools import FOLDER, demo_registry
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion
from overlay.demo.server import DemoSite

HERE = Path(__file__).parent / "pictures"
SHOWN_AT = 0.9
"""Seconds of the countdown that have passed when the picture is taken."""


async def picture(browser: Browser, scheme: Literal["light", "dark"]) -> None:
    """Play two turns and take the picture while the second call counts down."""
    context = await browser.new_context(
        color_scheme=scheme, viewport={"width": 1120, "height": 700}, device_scale_factor=1.5
    )
    config = {
        "policy": {"auto_execute": ["*"], "delay": 3, "deny": REFUSED},
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
        events = companion.listen()
        await companion.page.locator("#composer").fill(QUESTION)
        await companion.page.locator('[data-testid="send"]').click()
        while event := await events.get():
            if event.kind == "waiting" and event.block and event.block.name == "list_files":
                await asyncio.sleep(SHOWN_AT)
                await companion.page.screenshot(path=HERE / f"{scheme}.png")
                break
    await context.close()


async def main() -> None:
    """Make both."""
    HERE.mkdir(exist_ok=True)
    found = ensure_browser(None, say=print)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options(found, headless=True))
        await picture(browser, "light")
        await picture(browser, "dark")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
