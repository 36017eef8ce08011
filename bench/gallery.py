"""Takes pictures of each state of the block, the panel and the report in real runs (docs/looks.md).

With --check it compares them with those in bench/looks/gallery instead, and exits with 1 if one differs.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright
from rich.console import Console

from bench.looks import compare, run
from bench.looks.report import report
from bench.looks.shots import GERMAN, SETTINGS, Setting, apply, emulate, face_of, fits, keep, shoot, still
from overlay.common.language import use
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion

KEPT = Path(__file__).parent / "looks" / "gallery"
PANEL = {
    "light": 480, "dark": 480, "forced": 480, "narrow": 320, "wide": 900, "german": 480, "german-narrow": 320,
}  # fmt: skip
REPORT = {"light": 768, "dark": 768, "forced": 768, "narrow": 320, "wide": 1440}
"""Settings of the pictures of panel and report -> their width in pixels."""
SCROLL = """(id) => {
    const header = document.querySelector("header").offsetHeight;
    const section = document.getElementById(id);
    scrollTo(0, section ? section.offsetTop - header : 0);
}"""


class Gallery:
    """Writes the pictures to `out`, as SETTING/STATE.png."""

    def __init__(self, out: Path, console: Console, settings: Mapping[str, Setting]) -> None:
        self.out = out
        self.console = console
        self.settings = settings

    async def block(self, state: str, companion: Companion, block_id: str) -> None:
        """Take a block's pictures."""
        for name, setting in self.settings.items():
            await apply(companion.page, setting)
            await companion.page.mouse.move(0, 0)

            async def picture(setting: Setting = setting) -> bytes:
                while True:
                    await companion.show(block_id)
                    frame, element = await face_of(companion.page, companion.bridge.face, block_id)
                    await fits(frame, setting)
                    taken = await shoot(element)
                    # The frame may have been moved to another block meanwhile.
                    if (await face_of(companion.page, companion.bridge.face, block_id))[0] is frame:
                        return taken

            keep(self.out / name / f"{state}.png", await still(picture))
        await apply(companion.page, SETTINGS["light"])
        self.console.print(state)

    async def panel(self, section: str, companion: Companion, _: str) -> None:
        """Take the panel's pictures, scrolled to a section."""
        if companion.panel and companion.panel.page:
            await self._document(companion.panel.page, f"panel-{section}", PANEL, section)

    async def report(self, page: Page, path: Path) -> None:
        """Take the report's pictures."""
        await page.goto(path.as_uri())
        await self._document(page, "report", REPORT, "")

    async def _document(self, page: Page, state: str, widths: dict[str, int], section: str) -> None:
        for name, setting in self.settings.items():
            if (width := widths.get(name)) is None:
                continue
            await emulate(page, setting)
            await page.set_viewport_size({"width": width, "height": 640})
            await page.evaluate(SCROLL, section)
            keep(self.out / name / f"{state}.png", await still(lambda: shoot(page)))
        self.console.print(state)


async def take(browser: Browser, out: Path, console: Console) -> None:
    """Take all pictures of the gallery."""
    gallery = Gallery(out, console, SETTINGS)
    with tempfile.TemporaryDirectory() as folder:
        page = await browser.new_page()
        await gallery.report(page, await report(Path(folder)))
        await page.close()
        await run.play(browser, Path(folder), gallery.block, gallery.panel)
    await take_german(browser, out, console)


async def take_german(browser: Browser, out: Path, console: Console) -> None:
    """Take the pictures in German."""
    gallery = Gallery(out, console, GERMAN)
    use("de")
    with tempfile.TemporaryDirectory() as folder:
        await run.play(browser, Path(folder), gallery.block, gallery.panel)
    use("en")


async def _main(out: Path | None, *, check: bool) -> int:
    console = Console(stderr=True)
    async with async_playwright() as playwright:
        found = ensure_browser(None, notify=console.print)
        browser = await playwright.chromium.launch(**launch_options(found, headless=True))
        try:
            if not check:
                await take(browser, out or KEPT, console)
                return 0
            now = out or Path(tempfile.mkdtemp(prefix="gallery-"))
            shutil.rmtree(now, ignore_errors=True)
            await take(browser, now, console)
            changed = await compare.changes(browser, KEPT, now)
        finally:
            await browser.close()
    for line in changed:
        Console().print(line, markup=False)
    Console().print(f"{len(changed)} pictures differ; the new ones are in {now}")
    return 1 if changed else 0


def main(arguments: Sequence[str]) -> int:
    """Take the pictures, or compare them."""
    parser = argparse.ArgumentParser(prog="python -m bench gallery", description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the pictures (default: bench/looks/gallery)")
    parser.add_argument("--check", action="store_true", help="compare them with those in bench/looks/gallery")
    asked = parser.parse_args(arguments)
    return asyncio.run(_main(asked.out, check=asked.check))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
