"""Writes the verdicts as annotations of GitHub Actions: one workflow command for each recording that failed.

The format is `::error file={name},title={title}::{message}`; a percent sign and line ends are escaped in all
parts, and a colon and a comma in file and title too.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from overlay.capture.check.model import Verdict
from overlay.capture.check.text_report import count, describe
from overlay.capture.recording import MANIFEST
from overlay.common.terminal_text import one_line, prose

MOST = 3
"""The most differences in one annotation: the page shows little text of it."""


def without_commands(lines: Sequence[str]) -> list[str]:
    """Return the lines between two commands, so that text of a page in them can't be read as a command."""
    token = secrets.token_hex(16)
    return [f"::stop-commands::{token}", *lines, f"::{token}::"]


def error_commands(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each recording that differs or could not be checked, with the cause first."""
    for verdict in verdicts:
        if verdict.ok:
            continue
        lines = [prose(verdict.problem)] if verdict.outcome == "error" else list(_lines(verdict))
        what = "could not be checked" if verdict.outcome == "error" else count(verdict)
        file = os.path.relpath(Path(verdict.folder, MANIFEST)).replace(os.sep, "/")
        title = f"overlay check: {one_line(verdict.name, 60)}, {what}"
        message = _escaped("\n".join(lines))
        yield f"::error file={_property(file)},title={_property(title)}::{message}"


def _lines(verdict: Verdict) -> Iterator[str]:
    telling = [one for one in verdict.differences if not one.follows]
    for difference in telling[:MOST]:
        yield from describe(difference)
    if len(telling) > MOST:
        yield f"… and {len(telling) - MOST} more"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
