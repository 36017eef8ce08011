"""`overlay replay`: replays a recording with overlay."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overlay.capture.model import LogLine
from overlay.cli.browser_options import browser_option
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FOLDER, FOLDER_PATH, FiniteRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.option_checks import check_browser
from overlay.companion.browser import Machine
from overlay.ui.terminal.input import TERMINAL, TypedLines
from overlay.ui.terminal.output import echo, tell

if TYPE_CHECKING:
    from overlay.capture.recording import Recording
    from overlay.capture.replay import Moment, Played


@click.command("replay", cls=Command)
@click.argument("folder", metavar="DIR", type=EXISTING_FOLDER)
@click.option("--headless", is_flag=True, help="No window. This is the default without a display.")
@click.option(
    "--speed",
    type=FiniteRange(min=0.01, max=1000),
    default=1.0,
    help="Speed relative to the recording; 2 is twice as fast.",
)
@click.option("--full-speed", is_flag=True, help="As fast as possible.")
@click.option("--step", is_flag=True, help="Wait for Enter before each step, and print what it does.")
@json_option(LogLine, lines=True)
@click.option(
    "--pictures",
    type=FOLDER_PATH,
    help="Take a picture of each block in each state, into this folder.",
)
@browser_option
def command(
    folder: Path,
    headless: bool,
    speed: float,
    full_speed: bool,
    step: bool,
    as_json: bool,
    pictures: Path | None,
    browser: str | None,
) -> None:
    """Replay the recording in DIR with overlay: offline, without the site's script.

    Tools, the user and the message box answer from the recording; nothing is run. The same recording gives
    the same events each time, at any speed. Exit code 0 if it was played, 2 if it can't be read, 3 without
    a browser.

    \b
    Examples:
      overlay replay recordings/one
      overlay replay recordings/one --step
      overlay replay recordings/one --headless --full-speed --json
    """
    check_browser(browser)
    recording = _opened(folder)
    if not headless and Machine.current().display() is None:
        tell("There is no display: the recording plays without a window.")
        headless = True
    pace = None if full_speed or step else speed
    show = Show(as_json=as_json, lines=TERMINAL if step else None)
    played = asyncio.run(_play(recording, headless, pace, pictures, browser, show))
    calls = len({line.block for line in played.log if line.block})
    echo(f"{calls} blocks, {len(played.log)} events, {played.seconds:.1f} s", err=as_json)


class Show:
    """Prints each step on stdout; with `lines`, waits for a typed line before each."""

    def __init__(self, *, as_json: bool, lines: TypedLines | None) -> None:
        self._as_json = as_json
        self._lines = lines
        self._over = False

    async def __call__(self, moment: Moment) -> None:
        """Print one event of the timeline."""
        from overlay.capture.replay.step_log import describe

        if self._as_json:
            for line in moment.lines:
                print_json(line)
        elif self._lines or moment.lines:
            echo(describe(moment))
        if self._lines and not self._over:
            # At the end of input there is no user to wait for.
            self._over = not await self._lines.line()


def _opened(folder: Path) -> Recording:
    """Return the recording; called before a display or a browser is searched."""
    from overlay.capture.recording import Recording

    return Recording.open(folder)


async def _play(
    recording: Recording,
    headless: bool,
    pace: float | None,
    pictures: Path | None,
    browser: str | None,
    show: Show,
) -> Played:
    from overlay.capture.replay import play
    from overlay.capture.replay.browser import open_browser

    async with open_browser(headless=headless, browser=browser, notify=tell) as running:
        return await play(recording, browser=running, speed=pace, pictures=pictures, on_step=show)
