"""The errors that the user may see: each says what is wrong and what to do, and has an exit code.

They are click exceptions, so one that is raised anywhere below a command ends as a line on stderr, never as a
traceback. Exit codes: 0 done, 1 a check failed, 2 wrong use or configuration, 3 no browser.
"""

from __future__ import annotations

from typing import IO, Any, ClassVar

import click

from overlay.common.terminal_text import prose


class OverlayError(click.ClickException):
    """`message` says what is wrong, `advice` (if any) what to do or type, `data` is for programs."""

    exit_code = 1
    code: ClassVar[str] = "failed"

    def __init__(self, message: str, *, advice: str | None = None, **data: object) -> None:
        super().__init__(message)
        self.advice = advice
        self.data = data

    def format_message(self) -> str:
        """Return the message, with the advice on a separate line."""
        return f"{self.message}\n{self.advice}" if self.advice else self.message

    def __str__(self) -> str:
        return self.format_message()

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the message to `file` (stderr if not given), as click does for its own errors."""
        click.echo(f"overlay: {prose(self.format_message())}", file=file, err=file is None)

    def as_json(self) -> dict[str, object]:
        """Return the error for programs: `code`, `message`, `advice`, `data`."""
        return {"code": self.code, "message": self.message, "advice": self.advice, "data": self.data}


class CheckFailed(OverlayError):
    """A check found a difference or a failure. Exit code 1."""

    code = "check_failed"


class UsageError(OverlayError):
    """An option, argument or configuration that can't be used. Exit code 2."""

    exit_code = 2
    code = "wrong_use"


class BrowserNotFound(OverlayError):
    """The browser could not be found or installed. Exit code 3."""

    exit_code = 3
    code = "no_browser"
