"""The only place that writes to the user's terminal, so that no unescaped text gets there.

An open question is printed again, completely, after all other output.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import click

from overlay.common.errors import OverlayError
from overlay.common.language import translate
from overlay.common.terminal_text import inline, json_text, prose, quoted

MAX_HELD = 200
"""How many lines are held back while a question is open; older ones are dropped and counted."""
MAX_TRACEBACK = 4_000
"""The most characters of a traceback."""
LONGEST_PAUSE = 30.0


class OutputFailed(OverlayError):
    """Standard output can't be written: the disk is full, or the reader has gone (`closed`)."""

    code = "output_failed"

    def __init__(self, error: OSError) -> None:
        super().__init__(
            f"the output could not be written: {error.strerror or error}",
            advice="Write it to a terminal, or to a disk with free space.",
        )
        self.closed = isinstance(error, BrokenPipeError)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    err: bool
    nl: bool
    colour: str | None = None


@dataclass(slots=True)
class _OpenQuestion:
    """An open question: a function that returns its text, and how often other output interrupted it."""

    show: Callable[[], str]
    loop: asyncio.AbstractEventLoop
    interrupted: int = 0
    due: bool = False
    held: deque[_Line] = field(default_factory=lambda: deque(maxlen=MAX_HELD))
    dropped: int = 0


class Output:
    """Writes to stdout and stderr. Safe to call from any thread."""

    def __init__(self) -> None:
        self._question: _OpenQuestion | None = None
        self._lock = threading.RLock()

    def echo(self, text: str = "", *, err: bool = False, nl: bool = True, colour: str | None = None) -> None:
        """Write a text with control characters escaped. Raises OutputFailed if stdout can't be written.

        Line ends are not escaped: pass a value from outside through `terminal_text.inline` or `name` before
        it is put into a line, and a text of several lines through `quoted`.
        """
        line = _Line(prose(text), err, nl, colour)
        with self._lock:
            question = self._question
            if question is None or not _is_terminal(err):
                _write(line)
                return
            if len(question.held) == MAX_HELD:
                question.dropped += 1
            question.held.append(line)
            if not question.due:
                question.due = True
                question.loop.call_soon_threadsafe(self._later, question)

    @contextmanager
    def question(self, show: Callable[[], str]) -> Generator[Callable[[], None]]:
        """Show a question on stderr, and again after other output; yield a function that shows it again now.

        `show` returns the question's text. Other output is held back and printed right before the question:
        at once the first time, later after increasing pauses, so that the user has time to answer.
        """
        question = _OpenQuestion(show, asyncio.get_running_loop())
        with self._lock:
            self._question = question
        try:
            self._again(question)
            yield lambda: self._again(question)
        finally:
            with self._lock:
                self._question = None
                _release(question)

    def _later(self, question: _OpenQuestion) -> None:
        pause = min(LONGEST_PAUSE, 2.0 ** (question.interrupted - 1)) if question.interrupted else 0
        question.interrupted += 1
        if pause:
            question.loop.call_later(pause, self._again, question)
        else:
            self._again(question)

    def _again(self, question: _OpenQuestion) -> None:
        with self._lock:
            if self._question is question:
                question.due = False
                _release(question)
                forget_typed()
                _write(_Line(prose(question.show()), True, True))


OUTPUT = Output()


def echo(text: str = "", *, err: bool = False, nl: bool = True, colour: str | None = None) -> None:
    """Write a text for the user; see `Output.echo`."""
    OUTPUT.echo(text, err=err, nl=nl, colour=colour)


def echo_json(value: Any, *, indent: int | None = None) -> None:
    """Write a value to stdout as JSON, in ASCII where stdout is not UTF-8."""
    OUTPUT.echo(json_for_stdout(value, indent=indent))


def json_for_stdout(value: Any, *, indent: int | None = None) -> str:
    """Return a value as JSON, in ASCII where stdout is not UTF-8."""
    plain = not _is_utf8(getattr(sys.stdout, "encoding", None))
    return json_text(value, indent=indent, plain=plain)


def tell(text: str) -> None:
    """Write a line to stderr in the user's language; the command's own output goes to stdout (`echo`)."""
    OUTPUT.echo(translate(text), err=True)


_GONE = ("has been closed", "Connection closed while reading from the driver")


class TerminalHandler(logging.Handler):
    """Writes log records of any library to stderr; each line has a border, since the text is from outside."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop errors of Playwright's background tasks after the browser closed: they are never awaited."""
        gone = record.exc_info[1] if record.name == "asyncio" and record.exc_info else None
        return gone is None or not any(sign in str(gone) for sign in _GONE)

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record; a long traceback is cut."""
        try:
            lines = [f"overlay: {inline(record.getMessage(), 1_000)}"]
            if record.exc_info:
                trace = logging.Formatter().formatException(record.exc_info)
                lines.append(quoted(trace, limit=MAX_TRACEBACK))
            tell("\n".join(lines))
        except Exception:
            self.handleError(record)


@contextmanager
def logging_to_terminal() -> Generator[None]:
    """Send the log records of every library to a `TerminalHandler` while the block runs."""
    handler = TerminalHandler(logging.WARNING)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def close_stdout() -> None:
    """Redirect a stdout that can't be written, so that flushing it at the end doesn't fail either."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _is_terminal(err: bool) -> bool:
    stream = sys.stderr if err else sys.stdout
    return stream is not None and stream.isatty()


def _release(question: _OpenQuestion) -> None:
    if question.dropped:
        _write(_Line(f"({question.dropped} lines were left out)", True, True))
        question.dropped = 0
    while question.held:
        _write(question.held.popleft())


def _write(line: _Line) -> None:
    stream = sys.stderr if line.err else sys.stdout
    text = _encodable(line.text, getattr(stream, "encoding", None))
    # https://no-color.org: any value except "". click itself writes no colours to files and pipes.
    if line.colour and not os.environ.get("NO_COLOR"):
        text = click.style(text, fg=line.colour)
    try:
        if line.nl:
            click.echo(text, err=line.err)
        else:
            click.echo(text, err=line.err, nl=False)
    except OSError as error:
        # Without stderr the work can go on.
        if not line.err:
            raise OutputFailed(error) from error


def _is_utf8(encoding: str | None) -> bool:
    return encoding is not None and encoding.lower().replace("-", "").replace("_", "") == "utf8"


def _encodable(text: str, encoding: str | None) -> str:
    if encoding is None or _is_utf8(encoding):
        return text
    return text.encode(encoding, "backslashreplace").decode(encoding)


def forget_typed() -> None:
    """Discard input that was typed before a question is shown; does nothing if stdin is not a terminal."""
    try:
        import termios
    except ImportError:  # pragma: no cover - Windows
        return
    with suppress(OSError, ValueError, AttributeError, termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
