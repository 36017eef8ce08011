"""The few errors a person may see: each says what is wrong, what to do, and the exit code it ends with.

They are click exceptions, so that one raised anywhere below a command ends as a line on stderr and never as a
traceback. Exit codes: 0 done, 1 a check failed, 2 wrong use or configuration, 3 no browser.
"""

from __future__ import annotations

from typing import IO, Any, ClassVar

import click

from overlay.common.terminal_text import prose


class OverlayError(click.ClickException):
    """`message` names what is wrong, `advice` (if any) what to do or type, `data` is for programs."""

    exit_code = 1
    code: ClassVar[str] = "failed"

    def __init__(self, message: str, *, advice: str | None = None, **data: object) -> None:
        super().__init__(message)
        self.advice = advice
        self.data = data

    def format_message(self) -> str:
        """The message, with the advice on a line of its own."""
        return f"{self.message}\n{self.advice}" if self.advice else self.message

    def __str__(self) -> str:
        return self.format_message()

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the message to `file` (stderr if not given), as click does for its own errors."""
        click.echo(f"overlay: {prose(self.format_message())}", file=file, err=file is None)

    def as_json(self) -> dict[str, object]:
        """The same for programs: `code`, `message`, `advice`, `data`."""
        return {"code": self.code, "message": self.message, "advice": self.advice, "data": self.data}


class CheckFailed(OverlayError):
    """What was to be checked is not as it should be. Exit code 1."""

    code = "check_failed"


class UsageError(OverlayError):
    """An option, argument or configuration that can't be used as it is. Exit code 2."""

    exit_code = 2
    code = "wrong_use"


class BrowserNotFound(OverlayError):
    """No browser could be found or brought in. Exit code 3."""

    exit_code = 3
    code = "no_browser"
