"""`overlay capture`: records a chat page once, so that later checks show when it breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overlay.capture.importers.opening import is_file
from overlay.capture.record.assets import Assets
from overlay.capture.record.output_place import check_place, reserved
from overlay.capture.record.recorder import Recorder
from overlay.capture.redact import Secrets
from overlay.cli import completion
from overlay.cli.capture_checks import check_like, check_taken, check_target
from overlay.cli.capture_result import CaptureResult
from overlay.cli.capture_run import Capture
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FOLDER, FOLDER_PATH
from overlay.cli.json_output import json_option
from overlay.cli.json_shapes.recordings import Captured
from overlay.cli.launch_options import launch_options
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.interrupts import sigterm_as_ctrl_c


@click.command("capture", cls=Command)
@click.argument("target", metavar="[TARGET]", required=False, default="", shell_complete=completion.sites)
@click.option(
    "-o",
    "--output",
    type=FOLDER_PATH,
    required=True,
    metavar="PATH",
    help="Folder of the recording.",
)
@click.option(
    "--until",
    metavar="WHEN",
    help="quiet, key, selector:CSS, or seconds (default: a key press at the terminal, else quiet).",
)
@click.option("--minimal", is_flag=True, help="Keep the structure and the calls, no other text.")
@click.option(
    "--redact",
    "patterns",
    multiple=True,
    metavar="REGEX",
    help="Also remove what this expression finds (its first group, if any).",
)
@click.option(
    "--site",
    default="",
    show_default=False,
    metavar="NAME",
    shell_complete=completion.sites,
    help="The site of a saved page, if its address does not say it.",
)
@click.option(
    "--replay/--no-replay", default=True, help="Replay it once, and store the result as the expected one."
)
@click.option(
    "--allow-differences",
    is_flag=True,
    help="Exit with 0 although the replay is not as it was live, or a part of the page is not recorded.",
)
@click.option("--force", is_flag=True, help="Replace an existing recording.")
@click.option(
    "--like",
    type=EXISTING_FOLDER,
    metavar="DIR",
    help="Do again on the live page what was done in this recording, and say what changed on the site. "
    "TARGET is another address, if need be.",
)
@launch_options(alone=True)
@json_option(Captured)
def command(
    target: str,
    output: Path,
    until: str | None,
    minimal: bool,
    patterns: tuple[str, ...],
    site: str,
    force: bool,
    replay: bool,
    allow_differences: bool,
    like: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Record a chat page: a SITE, an address, the bundled `demo` (which is played through), or a saved page
    (.html, .mhtml, .har).

    Ends when the window is closed, at Ctrl+C, or as --until says; then the recording is saved.

    \b
    Examples:
      overlay capture chatgpt -o recordings/chatgpt
      overlay capture page.html --minimal -o report
      overlay capture --like recordings/chatgpt -o recordings/chatgpt-now
    """
    if not target and like is None:
        raise UsageError("the page is missing", advice="Give a SITE, an address or a file; or --like DIR.")
    check_place(output, force=force)
    Secrets(patterns)
    if like:
        check_like(target, until)
    else:
        check_target(target, until, site, options["connect"])
    check_taken(target, options)
    capture = Capture(target, output, minimal, patterns, as_json, options)
    result = CaptureResult(output, minimal, patterns, as_json, replay, options["browser"], allow_differences)
    recorder = Recorder(Assets(kinds=("stylesheet",)) if minimal else None)
    with reserved(output), sigterm_as_ctrl_c():
        if like:
            ended, compare = capture.again(recorder, like)
            result.save(recorder, ended, checkpoints=capture.checkpoints, compare=compare)
            if compare is None:
                raise CheckFailed(
                    f"{output} was not compared with {like}: not everything was done again",
                    advice="Record it again, and wait until it ends by itself.",
                )
        elif is_file(target):
            capture.file(recorder, site, anyway=allow_differences)
            result.save(recorder, "that was all of the file", imported=True)
        else:
            ended = capture.play(recorder) if target == "demo" else capture.live(recorder, until)
            result.save(recorder, ended, checkpoints=capture.checkpoints)
