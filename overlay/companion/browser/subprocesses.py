"""Runs another program with a time limit: its output is hidden, its reason for failing kept."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_REASONS = (
    re.compile(r"^(E|Error): "),
    re.compile(r"[Ee]rror|ERROR|[Ff]ailed|cannot|denied"),
    re.compile(""),
)
_LONGEST_REASON = 200
_SECONDS_TO_END = 5


@dataclass(frozen=True, slots=True)
class CommandResult:
    """`output` is the program's stdout, `reason` one line that says why it failed (None if it succeeded)."""

    output: str
    reason: str | None = None


def run_quietly(command: Sequence[str], *, seconds: float, env: Mapping[str, str]) -> CommandResult:
    """Run `command` without a shell and without input, for at most `seconds`.

    At the time limit the command and its child processes are ended. Raises nothing for what the command does.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the caller's own list of words, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(env),
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        return CommandResult("", error.strerror or str(error))
    with process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            return CommandResult("", f"not done within {seconds:g} s")
        except BaseException:
            _end(process)
            raise
    if process.returncode == 0:
        return CommandResult(output)
    return CommandResult(
        output, _reason(f"{output}\n{errors}") or f"ended with exit code {process.returncode}"
    )


def _end(process: subprocess.Popen[str]) -> None:
    """Send SIGTERM, so that a package manager can clean up, then SIGKILL."""
    if sys.platform == "win32":  # pragma: no cover - Windows has no process groups of this kind
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_SECONDS_TO_END)
        os.killpg(process.pid, signal.SIGKILL)


def _reason(text: str) -> str | None:
    """Return the first line marked as an error, else one that looks like an error, else the first line."""
    lines = [line.strip() for line in _COLOURS.sub("", text).splitlines() if line.strip()]
    likely = [line for pattern in _REASONS for line in lines if pattern.search(line)]
    return likely[0][:_LONGEST_REASON].rstrip(".") if likely else None
