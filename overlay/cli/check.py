"""`overlay check`: recordings replayed, and held against what was accepted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from overlay.capture.check import text_report
from overlay.capture.check.discovery import Found, Shard, find
from overlay.cli.browser_option import browser_option
from overlay.cli.number_option import FiniteRange
from overlay.cli.option_checks import check_browser, check_connect
from overlay.common.errors import UsageError
from overlay.common.terminal_text import visible
from overlay.ui.terminal.output import echo, echo_json

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict
    from overlay.capture.check.runner.messages import Options

ADDRESSES = ("ws://", "wss://", "http://", "https://")

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("check")
@click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="DIR..."
)
@click.option("--update", is_flag=True, help="Accept what the recordings give now.")
@click.option("--pictures", is_flag=True, help="Compare the blocks' pictures too (with --update: take them).")
@click.option(
    "--tolerance",
    type=FiniteRange(0, 1),
    default=0.001,
    show_default=True,
    metavar="SHARE",
    help="Share of a picture's pixels that may differ.",
)
@click.option(
    "--distance",
    type=click.IntRange(0, 255),
    default=16,
    show_default=True,
    metavar="LEVELS",
    help="How far a colour may be off before its pixel differs.",
)
@click.option("--report", type=FILE, help="Write one HTML file with all of it.")
@click.option("--junit", type=FILE, help="Write JUnit's XML for a CI.")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Recordings at a time (default: one a core)."
)
@click.option(
    "--shard", metavar="I/N", help="Check only the I-th of N shares of the recordings, split by name."
)
@click.option(
    "--limit",
    type=FiniteRange(1),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="How long one recording may take.",
)
@browser_option
@click.option(
    "--connect",
    metavar="ADDRESS",
    help="A browser elsewhere: ws:// of a Playwright server, http:// of a CDP endpoint.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
def command(
    folders: tuple[Path, ...],
    *,
    update: bool,
    pictures: bool,
    tolerance: float,
    distance: int,
    report: Path | None,
    junit: Path | None,
    jobs: int | None,
    shard: str | None,
    limit: float,
    browser: str | None,
    connect: str | None,
    as_json: bool,
) -> None:
    """Replay recordings headless and compare what overlay makes of them with what was accepted.

    DIRs are recordings, or folders that hold some. Compared are events, states, calls and arguments, the
    blocks' DOM and accessibility tree, the page at the end and, with --pictures, pixels.

    Exit code 0 if all is the same (or was accepted), 1 if something differs or a recording can't be read, 2
    for wrong use, 3 without a browser.

    \b
    Examples:
      overlay check recordings
      overlay check recordings --report report.html
    """
    if connect and not connect.startswith(ADDRESSES):
        raise UsageError(
            f"--connect {connect}: no such address", advice="Give ws://, wss://, http:// or https://."
        )
    check_connect(connect)
    if connect and browser:
        raise UsageError("--browser and --connect exclude each other", advice="Give one of them.")
    check_browser(browser)
    share = Shard.parse(shard) if shard else Shard()
    found = [one for one in find(folders) if share.holds(one.name)]

    from overlay.capture.check.runner.messages import Options
    from overlay.capture.check.runner.one import passing_scratch, remove

    scratch = passing_scratch()
    try:
        options = Options(
            update=update,
            pictures=pictures,
            tolerance=tolerance,
            distance=distance,
            browser=browser,
            connect=connect,
            scratch=str(scratch),
        )
        began = perf_counter()
        verdicts = asyncio.run(_check(found, options, jobs, limit))
        seconds = perf_counter() - began
        if report:
            from overlay.capture.report.build import write

            write(report, verdicts, seconds)
        if junit:
            from overlay.capture.check.junit import write as write_junit

            write_junit(junit, verdicts, seconds)
    finally:
        remove(scratch)
    _print(verdicts, seconds, as_json)
    if not all(verdict.ok for verdict in verdicts):
        raise SystemExit(1)


async def _check(found: Sequence[Found], options: Options, jobs: int | None, limit: float) -> list[Verdict]:
    """Check them all, with a line for each on stderr as it comes and a bar below where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from overlay.capture.check.runner.pool import check_all, cores, in_order

    console = Console(stderr=True, highlight=False)
    columns = TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    verdicts: list[Verdict] = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(found))
        async for verdict in check_all(found, options, jobs=jobs or cores(), limit=limit):
            verdicts.append(verdict)
            mark, style = ("✓", "green") if verdict.ok else ("✗", "red")
            console.print(mark, style=style, end=" ")
            console.print(visible(text_report.summary(verdict)), markup=False, emoji=False, soft_wrap=True)
            progress.advance(task)
    return in_order(verdicts, found)


def _print(verdicts: Sequence[Verdict], seconds: float, as_json: bool) -> None:
    if as_json:
        told = {
            "ok": all(verdict.ok for verdict in verdicts),
            "seconds": round(seconds, 3),
            "recordings": [
                verdict.model_dump(exclude={"expected", "got"}, exclude_defaults=True) for verdict in verdicts
            ],
        }
        echo_json(told, indent=2)
        return
    for verdict in verdicts:
        if not verdict.ok:
            echo("\n".join(text_report.report(verdict)) + "\n")
    echo(f"{text_report.totals(verdicts)} ({seconds:.1f} s)")
