"""Records a live page while everything is done again that the person did in an earlier recording."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from overlay.calls.ledger import Ledger
from overlay.capture.live_check.acting import AnswersAgain, act
from overlay.capture.live_check.person import Person, person_of
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay.recorded_io import RecordedTools, unfinished_runs
from overlay.capture.replay.recorded_policy import recorded_policy
from overlay.capture.replay.replay_companion import profile_of
from overlay.common.clock import REAL_CLOCK
from overlay.companion.companion import Companion
from overlay.companion.config import load_config

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from overlay.capture.manifest import Manifest


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """How the live page is opened: an `address` in place of the recorded one, and the browser.

    A `profile_dir` of None is a temporary one if headless, else overlay's own. `context` is a browser context
    of the caller, in place of a browser of overlay's own.
    """

    address: str = ""
    headless: bool = True
    browser: str | None = None
    profile_dir: Path | None = None
    connect: str | None = None
    context: BrowserContext | None = None
    allow_harmless: bool = False


@dataclass(slots=True)
class Again:
    """The second recording, and what could not be done again."""

    recorder: Recorder
    problems: list[str] = field(default_factory=list[str])

    @property
    def ended(self) -> str:
        """Why the recording ended."""
        return "not everything could be done again" if self.problems else "everything was done again"


async def record_again(
    recording: Recording,
    options: LiveOptions,
    notify: Callable[[str], None],
    recorder: Recorder | None = None,
    person: Person | None = None,
) -> Again:
    """Open the recorded address, and do what the person did in `recording` (or what `person` says).

    No tool runs: a call gets its recorded result. Raises UsageError if the recording does not tell what was
    done, BrowserNotFound, or OverlayError if the page does not load.
    """
    again = Again(recorder or Recorder())
    person = person or person_of(recording)
    manifest = recording.manifest
    config = load_config(manifest.config)
    inputs = list(recording.inputs())
    unfinished = unfinished_runs(recording.live())
    tools = RecordedTools(manifest.tools, inputs, REAL_CLOCK, live=True, unfinished=unfinished)
    async with _address(recording, options) as address:
        companion = Companion(
            address,
            registry=tools,
            profile=profile_of(manifest.profile),
            config=config,
            policy=recorded_policy(config.policy, manifest, inputs, tools),
            approve=AnswersAgain(person.answers),
            headless=options.headless,
            browser=options.browser,
            profile_dir=options.profile_dir,
            connect=options.connect,
            context=options.context,
            panel=False,
            notify=notify,
            ledger=Ledger(),
            recorder=again.recorder,
        )
        async with companion:
            if not (options.connect or options.context):
                await _show_as_recorded(companion.page, manifest)
            again.problems += await act(companion, person, again.recorder, lambda: tools.endless)
    return again


async def _show_as_recorded(page: Page, manifest: Manifest) -> None:
    """Give a page of overlay's own browser the recorded size and colours, so that pictures can be compared.

    Raises Playwright's Error if the page is closed.
    """
    await page.set_viewport_size({"width": manifest.width, "height": manifest.height})
    await page.emulate_media(color_scheme="dark" if manifest.dark else "light")


@asynccontextmanager
async def _address(recording: Recording, options: LiveOptions) -> AsyncGenerator[str]:
    """Yield the address to open. The bundled chat is served again: each run has another port."""
    recorded = urlsplit(recording.manifest.url)
    if options.address or recording.manifest.profile.get("name") != "demo":
        yield options.address or recording.manifest.url
        return
    from overlay.demo.server import DemoSite

    async with DemoSite() as site:
        yield f"{site.url}/{'?' if recorded.query else ''}{recorded.query}"
