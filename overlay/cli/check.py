"""`overlay check`: replays recordings and compares the results with the accepted ones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from overlay.capture.check import text_report
from overlay.capture.check.discovery import Shard, find
from overlay.cli.browser_options import browser_option, profile_option
from overlay.cli.check_run import replayed
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING, FILE_PATH, FiniteRange, WholeRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.recordings import Checked, CheckedRecording
from overlay.cli.live_check import LivePages, check_sites
from overlay.cli.option_checks import check_browser, check_connect
from overlay.common.dask_cluster import check_engine
from overlay.common.errors import UsageError
from overlay.ui.terminal.output import echo

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict

ADDRESSES = ("ws://", "wss://", "http://", "https://")


@click.command("check", cls=Command)
@click.argument("folders", nargs=-1, required=True, type=EXISTING, metavar="DIR...")
@click.option("--update", is_flag=True, help="Accept the present results.")
@click.option(
    "--pixels", is_flag=True, help="Also compare screenshots of the blocks (with --update: take them)."
)
@click.option(
    "--viewport",
    "viewports",
    multiple=True,
    metavar="SIZE",
    help="Also compare pictures in a page of this size, such as 390x844.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="SELECTOR",
    help="Do not compare the parts of blocks and page that a CSS selector finds.",
)
@click.option(
    "--tolerance",
    type=FiniteRange(0, 1),
    default=0.001,
    metavar="SHARE",
    help="Share of a picture's pixels that may differ.",
)
@click.option(
    "--distance",
    type=WholeRange(0, 255),
    default=16,
    metavar="LEVELS",
    help="Difference of a colour (0 to 255) up to which a pixel counts as equal.",
)
@click.option("--report", type=FILE_PATH, help="Write one HTML file with all results.")
@click.option("--junit", type=FILE_PATH, help="Write JUnit XML for a CI system.")
@click.option(
    "--github", is_flag=True, help="Print an annotation of GitHub Actions for each recording that failed."
)
@click.option(
    "--jobs",
    type=WholeRange(1),
    metavar="N",
    help="Recordings checked at the same time (default: one per core).",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    help="Check in local processes, or on a Dask cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="The Dask scheduler's address, such as tcp://host:8786.")
@click.option("--shard", metavar="I/N", help="Check only part I of N of the recordings, split by name.")
@click.option(
    "--timeout",
    type=FiniteRange(1),
    default=600,
    metavar="SECONDS",
    help="Maximum time for one recording.",
)
@click.option(
    "--live",
    is_flag=True,
    help="Do again on the live sites what was done in the recordings, and say what changed on the sites.",
)
@click.option("--url", metavar="URL", help="With --live: open this address in place of the recorded one.")
@click.option(
    "--allow-harmless",
    is_flag=True,
    help="With --live: do not fail if a site changed but overlay lost nothing.",
)
@profile_option
@browser_option
@click.option(
    "--remote",
    metavar="ADDRESS",
    help="A remote browser: ws:// of a Playwright server, http:// of a CDP endpoint.",
)
@json_option(Checked, text="Print one JSON object at the end.")
def command(
    folders: tuple[Path, ...],
    *,
    update: bool,
    pixels: bool,
    viewports: tuple[str, ...],
    ignore: tuple[str, ...],
    tolerance: float,
    distance: int,
    report: Path | None,
    junit: Path | None,
    github: bool,
    jobs: int | None,
    engine: str,
    scheduler: str | None,
    shard: str | None,
    timeout: float,
    live: bool,
    url: str | None,
    allow_harmless: bool,
    profile_dir: str | Path | None,
    browser: str | None,
    remote: str | None,
    as_json: bool,
) -> None:
    """Replay recordings headless and compare the results with the accepted ones.

    DIRs are recordings, or folders that hold some. Compared are events, states, calls and arguments, the
    blocks' DOM and accessibility tree, the page at the end and, with --pixels, pictures.

    Exit code 0 if all is the same (or was accepted), 1 if something differs or a recording can't be read, 2
    for wrong use, 3 without a browser.

    \b
    Examples:
      overlay check recordings
      overlay check recordings --report report.html
      overlay check --live recordings
    """
    if github and as_json:
        raise UsageError("--github and --json both write to stdout", advice="Give one of them.")
    check_engine(engine, scheduler, jobs)
    only_live = {"--url": url, "--allow-harmless": allow_harmless, "--profile": profile_dir}
    not_live = {
        "--update": update,
        "--pixels": pixels,
        "--viewport": viewports,
        "--ignore": ignore,
        "--jobs": jobs,
        "--engine dask": scheduler,
    }
    given = [name for name, value in only_live.items() if value]
    _check_live_options(live, given, [name for name, value in not_live.items() if value])
    _check_browser_options(browser, remote)
    share = Shard.parse(shard) if shard else Shard()
    found = [one for one in find(folders) if share.holds(one.name)]

    from overlay.capture.check.ignored_parts import valid
    from overlay.capture.check.model import Verdict
    from overlay.capture.check.runner.check_recording import leave, new_scratch
    from overlay.capture.check.runner.messages import Options
    from overlay.capture.check.runner.viewports import size_of

    for name in viewports:
        size_of(name)
    options = Options(
        update=update,
        pictures=pixels or bool(viewports),
        viewports=list(viewports),
        ignore=valid(ignore),
        tolerance=tolerance,
        distance=distance,
        browser=browser,
        connect=remote,
    )
    pages = (
        LivePages(url or "", browser, remote, profile_dir, draw=bool(report), allow_harmless=allow_harmless)
        if live
        else None
    )
    verdicts, scratch = list[Verdict](), new_scratch()
    try:
        began = perf_counter()
        if pages:
            verdicts = asyncio.run(check_sites(found, pages, scratch, timeout))
        else:
            options = options.model_copy(update={"scratch": str(scratch)})
            verdicts = replayed(found, options, jobs, scheduler, timeout, draw=bool(report))
        seconds = perf_counter() - began
        _print(verdicts, seconds, as_json=as_json, github=github)
        _write_reports(report, junit, verdicts, seconds)
    finally:
        leave(scratch, verdicts)
    if not all(verdict.ok for verdict in verdicts):
        raise SystemExit(1)


def _check_live_options(live: bool, only_live: Sequence[str], not_live: Sequence[str]) -> None:
    """Raise UsageError for options that do not apply to live sites (`not_live`), or only to them."""
    if not live:
        for name in only_live[:1]:
            raise UsageError(f"{name} is for --live", advice="Add --live, or leave it out.")
        return
    for name in not_live[:1]:
        raise UsageError(
            f"{name} is not for --live",
            advice="Leave it out. To accept a site as it is now, record it again: "
            "overlay capture --like DIR --force -o DIR",
        )


def _check_browser_options(browser: str | None, remote: str | None) -> None:
    """Raise UsageError for a browser or an address that can't be used."""
    if remote and not remote.startswith(ADDRESSES):
        raise UsageError(
            f"--remote {remote}: no such address", advice="Give ws://, wss://, http:// or https://."
        )
    check_connect(remote, "--remote")
    if remote and browser:
        raise UsageError("--browser and --remote exclude each other", advice="Give one of them.")
    check_browser(browser)


def _write_reports(
    report: Path | None, junit: Path | None, verdicts: Sequence[Verdict], seconds: float
) -> None:
    if report:
        from overlay.capture.report.build import write

        write(report, verdicts, seconds)
    if junit:
        from overlay.capture.check.junit import write as write_junit

        write_junit(junit, verdicts, seconds)


def _print(verdicts: Sequence[Verdict], seconds: float, *, as_json: bool, github: bool) -> None:
    if as_json:
        names = [one.name for one in fields(CheckedRecording)]
        results = [CheckedRecording(**{name: getattr(one, name) for name in names}) for one in verdicts]
        print_json(Checked(all(verdict.ok for verdict in verdicts), round(seconds, 3), results))
        return
    lines = list(text_report.reports([verdict for verdict in verdicts if not verdict.ok]))
    if github:
        from overlay.capture.check.github import error_commands, without_commands

        lines = [*without_commands(lines), *error_commands(verdicts)] if lines else []
    if lines:
        echo("\n".join(lines))
    echo(f"{text_report.totals(verdicts)} ({seconds:.1f} s)")
