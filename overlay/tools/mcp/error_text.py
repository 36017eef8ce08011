"""Turns connection errors into one sentence for the user."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from overlay.tools.errors import clip
from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.size_limits import LimitExceeded
from overlay.tools.mcp.variables import ConfigError

LOG_LINES = 3
START, NOTE = "--- started ", "--- "
"""Beginnings of overlay's own lines in the log: one for each program that began to write to it."""
IN_HEADERS = "give it in 'headers', as Authorization for example"


def leaves(error: BaseException) -> list[BaseException]:
    """Return the single exceptions inside an exception group, at any depth, in order; a plain exception as
    itself.
    """
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return [leaf for inner in group.exceptions for leaf in leaves(inner)]
    return [error]


def reason(error: BaseException, *, log: Path | None = None) -> str:
    """Return one or two sentences for the user, with the log's last lines if the server just exited."""
    found = leaves(error)
    # An exception group also contains follow-up errors: prefer the cause to a closed stream.
    best = max(found, key=_informativeness)
    text = _say(best)
    if log is not None and _informativeness(best) <= 1:
        last = tail(log)
        text += f"; its log ends: {last}" if last else "; its log is empty"
    return text


def has_ended(error: BaseException) -> bool:
    """Return whether the server ended the connection, and nothing else says why."""
    return max(map(_informativeness, leaves(error))) <= 1


def is_lasting(error: BaseException) -> bool:
    """Return whether an automatic retry can't help: the command does not exist, or a sign-in is needed."""
    return any(
        (isinstance(leaf, SignInError) and leaf.lasting)
        or _of_sign_in(leaf)
        or isinstance(leaf, FileNotFoundError | PermissionError | NotADirectoryError)
        or _status(leaf) in (401, 403)
        for leaf in leaves(error)
    )


def is_overrun(error: BaseException) -> bool:
    """Return whether the server exceeded a limit."""
    return any(isinstance(leaf, LimitExceeded) for leaf in leaves(error))


def tail(log: Path) -> str:
    """Return the last lines of the newest program's log joined into one line; "" if there is none."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4096))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    starts = [at for at, line in enumerate(lines) if line.startswith(START)]
    own = lines[starts[-1] + 1 :] if starts else lines
    shown = [line.strip() for line in own if line.strip() and not line.startswith(NOTE)]
    return clip(" / ".join(shown[-LOG_LINES:]), 400)


def _informativeness(error: BaseException) -> int:
    """Return how informative an error is: 0 a closed stream, 1 a closed connection, 2 a timeout, 3 any other
    error, 4 a needed sign-in or an exceeded limit.
    """
    if isinstance(error, SignInError | LimitExceeded):
        return 4
    name = type(error).__name__
    if name in ("ClosedResourceError", "BrokenResourceError", "EndOfStream", "CancelledError"):
        return 0
    if str(error) == "Connection closed":
        return 1
    return 2 if isinstance(error, TimeoutError) else 3


def _say(error: BaseException) -> str:
    if _informativeness(error) <= 1:
        return "the server ended the connection"
    if isinstance(error, FileNotFoundError):
        return f"the command or folder {error.filename!r} was not found; install it, or give its full path"
    if isinstance(error, PermissionError) and error.filename:
        return f"{error.filename!r} may not be run: {error.strerror}"
    status = _status(error)
    if status in (401, 403):
        return f"the server wants a sign-in (HTTP {status}); {IN_HEADERS}"
    if status is not None:
        return f"the server answered HTTP {status}"
    if isinstance(error, SignInError | ConfigError | LimitExceeded):
        return str(error)
    if type(error).__name__ == "OAuthRegistrationError":
        return (
            f"the server wants a sign-in (HTTP 401), and accepts no new programs automatically; {IN_HEADERS}"
        )
    if _of_sign_in(error):
        # The text after the colon is the service's answer and must not be shown.
        return clip(f"the sign-in did not work: {str(error).partition(':')[0]}", 300)
    text, name = " ".join(str(error).split()), type(error).__name__
    if isinstance(error, TimeoutError) and text:
        return text
    if name == "MCPError":  # the text comes from the server and is complete
        return clip(text, 500)
    return clip(f"{name}: {text}" if text else name, 500)


def _of_sign_in(error: BaseException) -> bool:
    return any(kind.__name__ == "OAuthFlowError" for kind in type(error).__mro__)


def _status(error: BaseException) -> int | None:
    found = getattr(getattr(error, "response", None), "status_code", None)
    return found if isinstance(found, int) else None
