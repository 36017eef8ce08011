"""`overlay demo`: plays through the bundled chat site."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from overlay.cli.browser_options import browser_option
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FOLDER, FOLDER_PATH, FiniteRange
from overlay.cli.demo_player import Play
from overlay.cli.demo_report import DemoCounts, DemoReport
from overlay.cli.demo_tools import FOLDER
from overlay.cli.json_output import json_option, print_json
from overlay.cli.option_checks import check_browser
from overlay.common.errors import CheckFailed
from overlay.common.paths import cache_dir
from overlay.common.terminal_text import counted
from overlay.companion.browser import Machine
from overlay.ui.terminal.output import echo


@click.command("demo", cls=Command)
@click.option("--headless", is_flag=True, help="No window. This is the default without a display.")
@click.option(
    "--auto-execute",
    is_flag=False,
    flag_value="*",
    multiple=True,
    metavar="TOOL",
    help="Let calls of TOOL (without it: all calls) run automatically after the delay; else the player "
    "clicks Execute.",
)
@click.option(
    "--delay", type=FiniteRange(0, 60), default=2.0, metavar="SECONDS", help="Seconds of the countdown."
)
@json_option(DemoCounts, DemoReport, text="Print one JSON object at the end; the steps go to stderr.")
@browser_option
@click.option(
    "--root",
    "folder",
    type=EXISTING_FOLDER,
    default=FOLDER,
    show_default="a small one that comes with the demo",
    help="Open DIR to the file tools, to read.",
)
@click.option(
    "--pictures",
    type=FOLDER_PATH,
    help="Folder for pictures of the blocks (default: overlay's cache folder).",
)
@click.option(
    "--render",
    type=click.Choice(["append", "rebuild", "framework"]),
    default="rebuild",
    help="How the site renders its answers.",
)
@click.option("--keep-open", is_flag=True, help="Leave the window open at the end.")
def command(
    headless: bool,
    auto_execute: tuple[str, ...],
    delay: float,
    as_json: bool,
    browser: str | None,
    folder: Path,
    pictures: Path | None,
    render: str,
    keep_open: bool,
) -> None:
    """Play through the bundled chat site: no account, no network.

    Exit code 0 if every step was as it should be, 1 if not, 3 without a browser.

    \b
    Examples:
      overlay demo
      overlay demo --auto-execute --delay 2
      overlay demo --headless --json
    """

    def notify(line: str) -> None:
        echo(line, err=as_json)

    check_browser(browser)
    if not headless and Machine.current().display() is None:
        notify("There is no display: the demo plays without a window.")
        headless = True
    play = Play(
        notify=notify,
        pictures=pictures or cache_dir() / "demo" / "pictures",
        folder=folder,
        headless=headless,
        auto_execute=auto_execute,
        delay=delay,
        browser=browser,
        keep_open=keep_open,
        render=render,
    )
    report = asyncio.run(play.run())
    _print(report, as_json)
    if not report.ok:
        raise CheckFailed("the demo failed: " + "; ".join(report.problems))


def _print(report: DemoReport, as_json: bool) -> None:
    counts = report.counts()
    if as_json:
        print_json(counts, report)
        return
    echo(
        f"{counted(counts.detected, 'call')} found in {len(counts.formats)} formats, {counts.executed} run, "
        f"{counts.refused} refused, {counts.failed} failed; "
        f"the model read {counted(len(report.results_seen), 'result')}."
    )
    for name, path in report.pictures.items():
        echo(f"  {name}: {path}")
