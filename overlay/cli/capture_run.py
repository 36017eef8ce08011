"""Records a page for `overlay capture`, until the recording is to end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from overlay.calls.events import Event
from overlay.capture.importers.opening import Opening, record_file
from overlay.capture.record import stop_conditions as ending
from overlay.capture.record.checkpoints import Checkpoints
from overlay.capture.record.recorder import Recorder
from overlay.capture.record.unsaved import Unsaved
from overlay.capture.recording import Recording
from overlay.cli.companion_run import fail_if_unattended_denials, run_until_closed
from overlay.cli.demo_player import Play
from overlay.cli.demo_report import DemoReport
from overlay.cli.demo_tools import FOLDER
from overlay.cli.event_lines import EventLines
from overlay.cli.launched_companion import companion_of
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.paths import cache_dir
from overlay.common.terminal_text import counted, inline
from overlay.companion.browser import Machine
from overlay.companion.browser_profile import profile_folder
from overlay.ui.terminal.input import TERMINAL, at_terminal
from overlay.ui.terminal.output import tell

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict
    from overlay.companion.companion import Companion

MAX_MISSING_SHOWN = 3
"""How many of the addresses that are missing in an archive are shown."""
CLOSED = "the window was closed"
STOPPED = "it was stopped, by Ctrl+C or SIGTERM"
"""Why a recording ended."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One recording that is being made, as the options say."""

    target: str
    output: Path
    minimal: bool
    patterns: tuple[str, ...]
    as_json: bool
    options: dict[str, Any]
    checkpoints: list[Checkpoints] = field(default_factory=list[Checkpoints])
    """Copies of the recording so far, to be removed once all of it is saved."""

    def play(self, recorder: Recorder) -> str:
        """Play the bundled story; return why the recording ended. Raises CheckFailed if it went wrong."""
        headless = self.options["headless"] or Machine.current().display() is None
        delay = self.options["delay"]
        play = Play(
            notify=tell,
            pictures=cache_dir() / "capture" / "pictures",
            folder=FOLDER,
            headless=headless,
            auto_execute=self.options["auto_execute"],
            delay=2.0 if delay is None else delay,
            browser=self.options["browser"],
            recorder=recorder,
        )
        checkpoints = self._checkpoints()

        async def run() -> DemoReport:
            async with checkpoints.kept(recorder):
                return await play.run()

        try:
            played = asyncio.run(run())
        except KeyboardInterrupt:
            self._require_start(recorder)
            return STOPPED
        if not played.ok:
            checkpoints.remove()
            raise CheckFailed("the demo failed: " + "; ".join(played.problems))
        return "the story has ended"

    def file(self, recorder: Recorder, site: str, *, anyway: bool = False) -> None:
        """Record a saved page, or the pages in an archive. Tells if no call is found in it.

        Raises CheckFailed if none is found in an archive in which answers to the page are missing, unless
        that is allowed (`anyway`).
        """
        opening = Opening(tell, site, self.options["browser"])
        missing = asyncio.run(record_file(Path(self.target), opening, recorder))
        for url in missing[:MAX_MISSING_SHOWN]:
            tell(f"not in the archive: {inline(url)}")
        if any(line.block for line in recorder.live):
            return
        if missing and not anyway:
            raise CheckFailed(
                f"no call was found in {self.target}; missing in it: {counted(len(missing), 'answer')}",
                advice="Export it once more, with content, after a reload of the page. "
                "Or add --allow-differences, then overlay records what is there.",
            )
        tell(f"No call was found in {self.target}.")

    def live(self, recorder: Recorder, until: str | None) -> str:
        """Record a page until the recording ends; return why it ended."""
        wanted = self.until(until)
        companion = companion_of(self.target, self.options, recorder)
        checkpoints = self._checkpoints()
        reason = CLOSED

        async def over(companion: Companion) -> None:
            nonlocal reason
            async with checkpoints.kept(recorder):
                reason = await ending.wait(wanted, companion, recorder, _key)

        if wanted.kind == "key":
            tell("Recording. Press Enter here to end it, or close the window.")
        try:
            lines = EventLines()
            show = _nothing if self.as_json else lines.show
            asyncio.run(run_until_closed(companion, show, over, lines.pause))
        except KeyboardInterrupt:
            reason = STOPPED
        self._require_start(recorder)
        with suppress(CheckFailed):  # the recording has the denied calls
            fail_if_unattended_denials(companion)
        return reason

    def again(self, recorder: Recorder, like: Path) -> tuple[str, Callable[[], Verdict] | None]:
        """Record the site again as in `like`; return why it ended, and the comparison of the two.

        The comparison is None if the recording ended too early: by Ctrl+C, or since the window was closed.
        """
        from overlay.capture.live_check.checked import verdict_of
        from overlay.capture.live_check.recorded_again import Again, LiveOptions, record_again

        old = Recording.open(like)
        headless, connect = self.options["headless"], self.options["connect"]
        folder = profile_folder(self.options["profile_dir"], self.target or old.manifest.url)
        options = LiveOptions(self.target, headless, self.options["browser"], folder, connect)
        checkpoints = self._checkpoints()

        async def run() -> Again:
            async with checkpoints.kept(recorder):
                return await record_again(old, options, tell, recorder)

        try:
            done = asyncio.run(run())
        except (KeyboardInterrupt, PlaywrightError) as error:
            self._require_start(recorder, self.target or old.manifest.url)
            return STOPPED if isinstance(error, KeyboardInterrupt) else CLOSED, None

        def compare() -> Verdict:
            # Not with the saved one: without words it has other words and addresses than the old one.
            new = Unsaved(recorder, ended=done.ended, patterns=self.patterns)
            return verdict_of(self.output.name, old, new, done.problems)

        return done.ended, compare

    def until(self, text: str | None) -> ending.StopCondition:
        """Return the condition that ends the recording. Raises UsageError for an invalid one."""
        asked = at_terminal() and not self.options["headless"]
        wanted = ending.parse(text or ("key" if asked and not self._asks_here() else "quiet"))
        if wanted.kind == "key" and self._asks_here():
            raise UsageError(
                "--until key and questions in the terminal would read the same lines",
                advice="Add --ask panel, or end the recording with Ctrl+C or another --until.",
            )
        return wanted

    def _require_start(self, recorder: Recorder, address: str = "") -> None:
        """Raise UsageError if no page was recorded of the target, or of `address`."""
        if recorder.companion is None or not recorder.has_start.is_set():
            raise UsageError(
                f"nothing was recorded of {address or self.target}", advice="Wait until its page is open."
            )

    def _checkpoints(self) -> Checkpoints:
        """Return where to save the recording so far; say what an earlier capture to this place left."""
        checkpoints = Checkpoints(self.output, patterns=self.patterns, minimal=self.minimal)
        self.checkpoints.append(checkpoints)
        for folder in checkpoints.left():
            tell(f"An earlier capture was killed. What it had is in {folder}")
        return checkpoints

    def _asks_here(self) -> bool:
        panel = self.options["panel"]
        shown = not self.options["headless"] if panel is None else panel
        return self.options["ask"] in ("terminal", "both") or not shown


def _nothing(_: Event) -> None:
    """Show nothing: with --json, the only output is the summary."""


async def _key() -> None:
    await TERMINAL.line()
