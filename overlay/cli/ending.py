"""How a command ends: in every case the user sees a line, and programs get an exit code.

0 done, 1 failed, 2 wrong use or configuration, 3 no browser; 130 stopped by Ctrl+C, as in shells.
"""

from __future__ import annotations

import errno
import gc
import io
import re
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click

from overlay.cli.command import did_you_mean
from overlay.common.errors import OverlayError
from overlay.common.interrupts import STOPPED, end_quietly
from overlay.common.paths import cache_dir
from overlay.common.terminal_text import inline, one_line, prose
from overlay.ui.terminal.output import OutputFailed, close_stdout, logging_to_terminal, tell

_NOT_A_CHOICE = re.compile(r"'([^']*)' is not one of")
"""The message of click for a value that is none of an option's words."""
OUTPUT_FAULTS = (errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF)
"""The errors of writing to a stream that can't be written."""


def run(command: Callable[[], Any]) -> int:
    """Run a click command without ending the process; return the exit code."""
    with logging_to_terminal():
        try:
            code = command()
            if sys.stdout is not None:
                sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except click.ClickException as error:
            return _refused(error)
        except click.Abort as stop:
            return _stopped() if isinstance(stop.__cause__, KeyboardInterrupt) else _undone()
        except KeyboardInterrupt:
            return _stopped()
        except OSError as error:
            return _system(error)
        except Exception as error:
            if type(error).__module__.startswith("playwright."):
                return _browser(error)
            return _unexpected(error)
        finally:
            end_quietly()
            if "playwright" in sys.modules:
                # Python logs the errors of abandoned tasks when it collects them: do that while a log handler
                # is installed.
                gc.collect()


def _refused(error: click.ClickException) -> int:
    if isinstance(error, OutputFailed):
        close_stdout()
        if error.closed:  # `overlay history | head`: the reader has all it wants
            return 1
    if isinstance(error, click.UsageError):
        tell(_wrong_use(error))
        return error.exit_code
    shown = _Shown()
    error.show(shown)
    tell(shown.getvalue().removesuffix("\n"))
    return error.exit_code


def _wrong_use(error: click.UsageError) -> str:
    """Return click's own error in the form of all others: what is wrong, then what to do."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.format_message()
    problem, _, advice = error.format_message().partition("\n")
    if isinstance(error, click.NoSuchOption):
        problem, near = error.message, error.possibilities or []
        advice = f"Did you mean {near[0]}?" if near else ""
    if isinstance(error, click.BadParameter) and error.param and isinstance(error.param.type, click.Choice):
        given = _NOT_A_CHOICE.search(problem)
        advice = did_you_mean(given[1], list(map(str, error.param.type.choices))) if given else advice
    lines = [f"overlay: {problem}", advice.rstrip()]
    command = error.ctx.command_path if error.ctx else "overlay COMMAND"
    lines.append(f"Type {command} --help to see how it is used.")
    return prose("\n".join(filter(None, lines)))


class _Shown(io.StringIO):
    """Collects what click prints, with escape sequences: for other non-terminals, click removes them."""

    def isatty(self) -> bool:
        return True


def _stopped() -> int:
    tell("overlay: stopped.")
    return STOPPED


def _undone() -> int:
    tell("overlay: stopped; nothing was done.")
    return 1


def _system(error: OSError) -> int:
    if error.filename is None and error.errno in OUTPUT_FAULTS:
        return _refused(OutputFailed(error))
    where = f"{inline(str(error.filename))}: " if error.filename is not None else ""
    tell(f"overlay: {where}{inline(error.strerror or str(error))}")
    return 1


def _browser(error: Exception) -> int:
    """Report that the window was closed or the browser died during the command; return the exit code."""
    tell(f"overlay: the browser was closed: {one_line(str(error))}")
    return 1


def _unexpected(error: Exception) -> int:
    """Report an unexpected error in one line, and write the traceback to a file; return the exit code."""
    tell(f"overlay: {type(error).__name__}: {inline(str(error))}")
    with suppress(OSError, OverlayError):
        file = cache_dir() / "last-error.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(traceback.format_exception(error)), "utf-8", "backslashreplace")
        tell(f"This is an error in overlay itself. The traceback is in {inline(str(file))}.")
    return 1
