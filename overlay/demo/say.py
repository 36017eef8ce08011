"""The user command `say: …`, which makes the model print any text.

    say: #rate=300;#token=3;#pause=1.5;#at=40;#units=utf16
    the text, verbatim

The options are on the first line, alone: `rate` tokens per second, `token` characters per token, a `pause` in
seconds `at` a character offset (default: the middle), `units=utf16` to cut between UTF-16 units. Without
options, the text may begin on the first line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMAND = re.compile(r"\s*say:[ \t]?", re.IGNORECASE)
_NUMBER = r"\d+(?:\.\d+)?"
_OPTION = rf"#(?:(?:rate|pause)={_NUMBER}|(?:token|at)=\d+|units=utf16)"
_OPTIONS = re.compile(rf"[ \t]*({_OPTION}(?:[; \t]+{_OPTION})*);?[ \t]*(?:\r?\n|\Z)")


@dataclass(frozen=True, slots=True)
class Say:
    """The text to print, and the options by name, as written."""

    text: str
    options: dict[str, str]


def parse_say(message: str) -> Say | None:
    """Return the command in a message, None if there is none.

    A line break right after `say:` does not belong to the text.
    """
    command = _COMMAND.match(message)
    if command is None:
        return None
    rest = message[command.end() :]
    line = _OPTIONS.match(rest)
    if line is None:
        return Say(rest.removeprefix("\r\n").removeprefix("\n"), {})
    options = dict(pair.lstrip("#").split("=", 1) for pair in re.split(r"[; \t]+", line[1]))
    return Say(rest[line.end() :], _without_zero(options))


def _without_zero(options: dict[str, str]) -> dict[str, str]:
    """Return the options without a rate or token size of 0, so that the default is used."""
    return {key: value for key, value in options.items() if key not in ("rate", "token") or float(value) > 0}
