"""Compares new pictures of the gallery with the stored ones, as `overlay check --pixels` does."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser

from overlay.capture.check.runner.pictures import canvas

TOLERANCE = 0.001
"""Share of a picture's pixels that may differ."""
SECONDS = 0.003
"""The same for a countdown, whose digits differ."""
DISTANCE = 16
"""Maximum difference (of 255) of equal colours; antialiasing and the palette cause less."""


async def changes(browser: Browser, kept: Path, now: Path) -> list[str]:
    """Return a line for each picture that differs, is new or is gone; NAME-difference.png marks where."""
    names = {path.relative_to(root) for root in (kept, now) for path in root.rglob("*.png")}
    found: list[str] = []
    async with canvas(browser) as comparing:
        for name in sorted(names):
            was, got = kept / name, now / name
            if not was.exists() or not got.exists():
                found.append(f"{name}: {'new' if got.exists() else 'gone'}")
                continue
            result = await comparing.compare(was.read_bytes(), got.read_bytes(), DISTANCE)
            if result.share > (SECONDS if name.stem == "countdown" else TOLERANCE):
                got.with_name(f"{got.stem}-difference.png").write_bytes(result.picture)
                found.append(f"{name}: {result.share:.1%} of the pixels differ, box {result.box}")
    return found
