"""`overlay scan`: finds tool calls in saved pages and chat exports; prints one JSON object for each."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Literal

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING, EXISTING_FILE, WholeRange
from overlay.cli.found_calls import PRINTED, call_line, for_reader
from overlay.cli.json_output import json_option
from overlay.common.dask_cluster import check_engine
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.input_files import describe_problem, parse_json, read_text
from overlay.common.terminal_text import one_line
from overlay.detection import StreamDetector, ToolCall
from overlay.scan import Finding, FoundCall, FoundPlace, ReadError, ScanOptions, Source, sources
from overlay.scan.engines import run_dask, run_here, run_local
from overlay.scan.file_parts import part_count
from overlay.ui.terminal.output import echo, json_for_stdout, tell

SMALL = 4_000_000
REDRAWN = 0.1
"""Seconds between two drawings of the progress bar."""


@click.command("scan", cls=Command)
@click.argument("paths", nargs=-1, required=True, type=EXISTING, metavar="PATH...")
@click.option(
    "--jobs", type=WholeRange(min=1), metavar="N", help="Number of processes (default: one per core)."
)
@click.option(
    "--tools",
    "tools_file",
    type=EXISTING_FILE,
    help="JSON file: a list of tools.",
)
@click.option("--fallbacks", is_flag=True, help="Also use the fallback patterns that the tools declare.")
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    help="Run in local processes, or on a Dask cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="The Dask scheduler's address, such as tcp://host:8786.")
@json_option(FoundPlace, ToolCall, lines=True, text=PRINTED)
def command(
    paths: tuple[str, ...],
    *,
    jobs: int | None,
    tools_file: Path | None,
    fallbacks: bool,
    engine: Literal["local", "dask"],
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Find the tool calls in saved pages and chat exports and print one JSON object a call.

    On a terminal, prints a line for a reader instead; add --json there.

    PATHs are files and folders: HTML, MHTML, exports of chat programs (ChatGPT, Claude, Gemini, LibreChat,
    LM Studio, Open WebUI, SillyTavern, ShareGPT, Codex), JSONL, Markdown, text, and .zip files of these. Each
    call comes with file, line, role, conversation and message; "runnable" is false for calls in a user's own
    message, "branch" is "other" for messages edited or generated again. The order is that of the names.

    Ends with 1 if a file could not be read (the others are read all the same), with 2 if a PATH is not there.

    \b
    Examples:
      overlay scan conversations.json
      overlay scan ~/exports > calls.jsonl
      overlay scan export.zip --tools tools.json --jobs 4
    """
    check_engine(engine, scheduler, jobs)
    options = _options(tools_file, fallbacks)
    listed = sources(paths)
    files = [one for one in listed if isinstance(one, Source)]
    jobs = min(jobs or worth(files), sum(map(part_count, files)))
    if engine == "dask":
        found = run_dask(files, options, str(scheduler))
    else:
        found = run_local(files, options, jobs) if jobs > 1 else run_here(files, options)
    with closing(found):
        broken = _print_all(listed, found, as_json or not for_reader())
    if broken:
        raise CheckFailed(f"{broken} of the files could not be read whole")


def worth(files: list[Source]) -> int:
    """Return the number of processes: one a core, but one if starting more takes longer than the work."""
    size = 0
    for source in files:
        with suppress(OSError):
            size += Path(source.path).stat().st_size
        if size > SMALL:
            return os.cpu_count() or 1
    return 1


def _options(path: Path | None, fallbacks: bool) -> ScanOptions:
    """Return the options. Raises UsageError if the file has no list of tools, or an invalid fallback."""
    if path is None:
        return ScanOptions(fallbacks=fallbacks)
    try:
        read = read_text(path)
        whole: dict[str, object] | list[object] = parse_json(read)
        if isinstance(whole, dict):
            read = json.dumps(whole.get("tools", [whole]))
        options = ScanOptions(read, fallbacks)
        trial = StreamDetector(options.definitions(), fallbacks=fallbacks)
        trial.feed("text")
        trial.finish()
    except (OSError, ValueError) as problem:
        raise UsageError(
            f"--tools {path}: {describe_problem(problem)}", advice="Give a JSON list of tool definitions."
        ) from None
    return options


def _print_all(listed: list[Source | ReadError], found: Iterator[list[Finding]], as_json: bool) -> int:
    """Print the calls in the order of `listed`. Return how many files could not be read."""
    console = Console(stderr=True)
    broken: set[str] = set()
    columns = TextColumn("scanning"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # Without a thread that draws, workers can be forked, which need not import anything.
    with Progress(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not console.is_terminal,
        auto_refresh=False,
    ) as progress:
        drawn = monotonic()
        task = progress.add_task("", total=len(listed))
        shared = sys.stdout is not None and sys.stdout.isatty() and console.is_terminal
        for one in listed:
            findings: Sequence[Finding] = [one] if isinstance(one, ReadError) else next(found)
            for finding in findings:
                if isinstance(finding, ReadError):
                    broken.add(finding.file)
                    tell(f"overlay: {one_line(str(finding), 400)}")
                elif shared:  # the progress bar is on the same screen and must be hidden first
                    console.out(_line(finding, as_json), highlight=False)
            if not shared and (
                lines := [_line(one, as_json) for one in findings if isinstance(one, FoundCall)]
            ):
                # Each write is flushed, and a file may hold thousands of calls.
                echo("\n".join(lines))
            progress.advance(task)
            if monotonic() > drawn + REDRAWN:
                progress.refresh()
                drawn = monotonic()
    return len(broken)


def _line(found: FoundCall, as_json: bool) -> str:
    return (
        json_for_stdout(found.as_json()) if as_json else call_line(found.call, f"{found.file}:{found.line}")
    )
