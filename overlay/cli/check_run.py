"""Runs the checks of `overlay check`, in local processes or on a Dask cluster, and shows their progress."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.capture.check import text_report
from overlay.capture.check.causes import report_entries
from overlay.capture.check.discovery import Found
from overlay.common.terminal_text import visible
from overlay.ui.terminal.output import tell

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict
    from overlay.capture.check.runner.messages import Options


def replayed(
    found: Sequence[Found],
    options: Options,
    jobs: int | None,
    scheduler: str | None,
    limit: float,
    *,
    draw: bool,
) -> list[Verdict]:
    """Return the verdicts of all recordings in order. `draw`: with pictures of those that a report shows."""
    verdicts = asyncio.run(_check(found, options, jobs, scheduler, limit))
    if not draw or options.pictures or options.update:
        return verdicts
    # A report shows no pictures of a recording that only repeats the differences of another one.
    different = report_entries([verdict for verdict in verdicts if verdict.outcome == "different"])
    folders = {entry.verdict.folder for entry in different}
    shown = [one for one in found if str(one.folder) in folders]
    if not shown:
        return verdicts
    tell(f"Taking pictures for the report: {text_report.number(len(shown), 'recording')} …")
    scratch = str(Path(options.scratch, "pictures"))
    options = options.model_copy(update={"show": True, "scratch": scratch})
    drawn = asyncio.run(_check(shown, options, jobs, scheduler, limit, silent=True))
    pictures = {verdict.folder: verdict.shown for verdict in drawn}
    return [verdict.model_copy(update={"shown": pictures.get(verdict.folder, [])}) for verdict in verdicts]


async def _check(
    found: Sequence[Found],
    options: Options,
    jobs: int | None,
    scheduler: str | None,
    limit: float,
    *,
    silent: bool = False,
) -> list[Verdict]:
    """Check all recordings, on the cluster of `scheduler` or here.

    Prints one line for each on stderr unless `silent`, and a progress bar if stderr is a terminal.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from overlay.capture.check.runner.cluster import check_on_cluster
    from overlay.capture.check.runner.pool import check_all, cores, in_order

    console = Console(stderr=True, highlight=False)
    columns = TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    verdicts: list[Verdict] = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(found))
        if scheduler:
            checked = check_on_cluster(found, options, scheduler, limit=limit)
        else:
            checked = check_all(found, options, jobs=jobs or cores(), limit=limit)
        async for verdict in checked:
            verdicts.append(verdict)
            progress.advance(task)
            if silent:
                continue
            mark, style = ("✓", "green") if verdict.ok else ("✗", "red")
            console.print(mark, style=style, end=" ")
            console.print(visible(text_report.summary(verdict)), markup=False, emoji=False, soft_wrap=True)
    return in_order(verdicts, found)
