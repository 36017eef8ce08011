"""Writes the verdicts as annotations of GitHub Actions: one workflow command for each recording that failed
and does not only repeat what an earlier one has, since GitHub shows few annotations.

The format is `::error file={name},title={title}::{message}`; a percent sign and line ends are escaped in all
parts, and a colon and a comma in file and title too.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from overlay.capture.check.causes import ReportEntry, report_entries
from overlay.capture.check.model import Verdict
from overlay.capture.check.text_report import count, describe, number
from overlay.capture.recording import MANIFEST
from overlay.common.terminal_text import one_line, prose

MOST = 3
"""The most differences in one annotation: the page shows little text of it."""


def without_commands(lines: Sequence[str]) -> list[str]:
    """Return the lines between two commands, so that text of a page in them can't be read as a command."""
    token = secrets.token_hex(16)
    return [f"::stop-commands::{token}", *lines, f"::{token}::"]


def error_commands(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each recording that differs or could not be checked, with the cause first.

    Recordings with the same differences share a line.
    """
    for entry in report_entries([verdict for verdict in verdicts if not verdict.ok]):
        verdict = entry.verdict
        lines = [prose(verdict.problem)] if verdict.outcome == "error" else list(_lines(entry))
        what = "could not be checked" if verdict.outcome == "error" else count(verdict)
        file = os.path.relpath(Path(verdict.folder, MANIFEST)).replace(os.sep, "/")
        title = f"overlay check: {one_line(verdict.name, 60)}, {what}"
        message = _escaped("\n".join(lines))
        yield f"::error file={_property(file)},title={_property(title)}::{message}"


def _lines(entry: ReportEntry) -> Iterator[str]:
    for note in entry.verdict.notes:
        yield f"What changed since it was recorded, which may be the cause: {prose(note)}"
    for difference in entry.new[:MOST]:
        yield from describe(difference)
    if len(entry.new) > MOST:
        yield f"… and {len(entry.new) - MOST} more"
    if entry.again:
        yield f"the same in {number(len(entry.again), 'more recording')}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
