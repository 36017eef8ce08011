"""Turns connection errors into one sentence for the user."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from overlay.tools.errors import clip
from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.size_limits import LimitExceeded
from overlay.tools.mcp.variables import ConfigError

LOG_LINES = 3
IN_HEADERS = "give it in 'headers', as Authorization for example"


def leaves(fault: BaseException) -> list[BaseException]:
    """Return the single exceptions inside an exception group, at any depth, in order; a plain exception as
    itself.
    """
    if isinstance(fault, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", fault)
        return [leaf for inner in group.exceptions for leaf in leaves(inner)]
    return [fault]


def reason(fault: BaseException, *, log: Path | None = None) -> str:
    """Return one or two sentences for the user, with the log's last lines if the server just exited."""
    found = leaves(fault)
    # An exception group also contains follow-up errors: the cause goes before a closed stream.
    best = max(found, key=_telling)
    text = _say(best)
    if log is not None and _telling(best) <= 1:
        last = tail(log)
        text += f"; its log ends: {last}" if last else "; its log is empty"
    return text


def has_ended(fault: BaseException) -> bool:
    """Return whether the server ended the connection, and nothing else says why."""
    return max(map(_telling, leaves(fault))) <= 1


def is_lasting(fault: BaseException) -> bool:
    """Return whether an automatic retry can't help: the command does not exist, or a sign-in is needed."""
    return any(
        (isinstance(leaf, SignInError) and leaf.lasting)
        or _of_sign_in(leaf)
        or isinstance(leaf, FileNotFoundError | PermissionError | NotADirectoryError)
        or _status(leaf) in (401, 403)
        for leaf in leaves(fault)
    )


def is_overrun(fault: BaseException) -> bool:
    """Return whether the server exceeded a limit."""
    return any(isinstance(leaf, LimitExceeded) for leaf in leaves(fault))


def tail(log: Path) -> str:
    """Return the last lines of a log joined into one line; "" if there is none."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4096))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    said = [line.strip() for line in lines if line.strip() and not line.startswith("--- ")]
    return clip(" / ".join(said[-LOG_LINES:]), 400)


def _telling(fault: BaseException) -> int:
    """Return how informative an error is: 0 a closed stream, 1 a closed connection, 2 a timeout, 3 any other
    error, 4 a needed sign-in or an exceeded limit.
    """
    if isinstance(fault, SignInError | LimitExceeded):
        return 4
    name = type(fault).__name__
    if name in ("ClosedResourceError", "BrokenResourceError", "EndOfStream", "CancelledError"):
        return 0
    if str(fault) == "Connection closed":
        return 1
    return 2 if isinstance(fault, TimeoutError) else 3


def _say(fault: BaseException) -> str:
    if _telling(fault) <= 1:
        return "the server ended the connection"
    if isinstance(fault, FileNotFoundError):
        return f"the command or folder {fault.filename!r} was not found; install it, or give its full path"
    if isinstance(fault, PermissionError) and fault.filename:
        return f"{fault.filename!r} may not be run: {fault.strerror}"
    status = _status(fault)
    if status in (401, 403):
        return f"the server wants a sign-in (HTTP {status}); {IN_HEADERS}"
    if status is not None:
        return f"the server answered HTTP {status}"
    if isinstance(fault, SignInError | ConfigError | LimitExceeded):
        return str(fault)
    if type(fault).__name__ == "OAuthRegistrationError":
        return (
            f"the server wants a sign-in (HTTP 401), and accepts no new programs automatically; {IN_HEADERS}"
        )
    if _of_sign_in(fault):
        # The text after the colon is the service's answer and must not be shown.
        return clip(f"the sign-in did not work: {str(fault).partition(':')[0]}", 300)
    text, name = " ".join(str(fault).split()), type(fault).__name__
    if isinstance(fault, TimeoutError) and text:
        return text
    if name == "MCPError":  # the text comes from the server and is complete
        return clip(text, 500)
    return clip(f"{name}: {text}" if text else name, 500)


def _of_sign_in(fault: BaseException) -> bool:
    return any(kind.__name__ == "OAuthFlowError" for kind in type(fault).__mro__)


def _status(fault: BaseException) -> int | None:
    found = getattr(getattr(fault, "response", None), "status_code", None)
    return found if isinstance(found, int) else None
