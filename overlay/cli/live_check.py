"""Records live sites again as in their recordings, and says what changed on them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.capture.check.discovery import Found
from overlay.capture.check.text_report import summary
from overlay.common.errors import OverlayError
from overlay.common.terminal_text import visible
from overlay.companion.browser_profile import profile_folder
from overlay.ui.terminal.output import tell

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict


@dataclass(frozen=True, slots=True)
class LivePages:
    """How live sites are opened: an `address` in place of the recorded one, the browser, and its profile.

    `draw`: take pictures of both pages for a report. `allow_harmless`: a site may change as long as overlay
    loses nothing by it.
    """

    address: str = ""
    browser: str | None = None
    connect: str | None = None
    profile: str | Path | None = None
    headless: bool = True
    draw: bool = False
    allow_harmless: bool = False


async def check_sites(found: Sequence[Found], pages: LivePages, scratch: Path, limit: float) -> list[Verdict]:
    """Check all recordings against their live sites, one after the other, and print a line for each.

    The new recordings are written to `scratch`. `limit` is the most seconds for one.
    """
    from overlay.capture.check.model import Verdict
    from overlay.capture.live_check.checked import check_live
    from overlay.capture.live_check.recorded_again import LiveOptions

    verdicts: list[Verdict] = []
    for number, one in enumerate(found):
        folder = profile_folder(pages.profile, pages.address or one.name)
        options = LiveOptions(
            pages.address,
            pages.headless,
            pages.browser,
            folder,
            pages.connect,
            allow_harmless=pages.allow_harmless,
        )
        again = scratch / str(number)
        try:
            async with asyncio.timeout(limit):
                verdict = await check_live(one.name, one.folder, again, options, tell)
        except TimeoutError:
            verdict = Verdict(
                name=one.name,
                folder=str(one.folder),
                outcome="error",
                problem=f"it took longer than {limit:g} s",
                seconds=limit,
            )
        if pages.draw and verdict.outcome == "different":
            verdict = await _with_pictures(verdict, one.folder, again, pages, limit)
        verdicts.append(verdict)
        tell(visible(summary(verdict)))
    return verdicts


async def _with_pictures(verdict: Verdict, old: Path, new: Path, pages: LivePages, limit: float) -> Verdict:
    """Return the verdict with pictures of both pages; without them if one can't be replayed in `limit` s."""
    from playwright.async_api import Error as PlaywrightError

    from overlay.capture.check.runner.engine import Engine
    from overlay.capture.check.runner.messages import Options
    from overlay.capture.live_check.page_pictures import both_pages
    from overlay.capture.recording import Recording

    try:
        recordings = Recording.open(old), Recording.open(new)
        options = Options(browser=pages.browser, connect=pages.connect)
        async with asyncio.timeout(limit), Engine(options) as engine:
            shown = await both_pages(*recordings, await engine.browser(), new.with_name(f"{new.name}-pages"))
    except (OverlayError, OSError, PlaywrightError) as error:
        problem = str(error).splitlines()[0] if str(error) else f"they took longer than {limit:g} s"
        tell(visible(f"The report has no pictures of {verdict.name}: {problem}"))
        return verdict
    return verdict.model_copy(update={"shown": shown})
