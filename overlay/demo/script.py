"""The demo's model: a script computes the next answer from the conversation, token by token."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from overlay.demo.say import parse_say

DEFAULT_RATE = 60.0
DEFAULT_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the conversation as the model sees it."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of an answer, with the script's `rate` (tokens per second) and `token` (characters).

    `utf16`: tokens are cut between UTF-16 units, so that a surrogate pair can arrive in halves. `firm`: no
    other setting overrides the pace of this piece.
    """

    text: str
    rate: float | None = None
    token: int | None = None
    utf16: bool = False
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause in seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace that the client asks for: tokens per second, characters per token; None: no preference."""

    rate: float | None = None
    token: int | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """One token, sent `delay` seconds after the previous one."""

    text: str
    delay: float


Answer = Iterable[Said | Pause]
Reply = Callable[[Sequence[Turn]], Answer]


class Script:
    """A model as a function: `reply` gets all turns (the last is the user's) and returns the next answer."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    @classmethod
    def fixed(cls, answers: Iterable[str | Answer]) -> Script:
        """Return a script that gives these answers in order, and then says that there are no more."""
        listed: list[Answer] = [[Said(item)] if isinstance(item, str) else item for item in answers]

        def reply(turns: Sequence[Turn]) -> Answer:
            done = sum(turn.role == "assistant" for turn in turns)
            return listed[done] if done < len(listed) else [Said("I have no more answers in my script.")]

        return cls(reply)

    def tokens(self, turns: Sequence[Turn], pace: Pace) -> Iterator[Token]:
        """Yield the next answer as tokens; every script answers the message `say: …` with its text."""
        directive = parse_say(turns[-1].text)
        answer: Answer = (
            self._reply(turns) if directive is None else _verbatim(directive.text, directive.options)
        )
        pause = 0.0
        for piece in answer:
            if isinstance(piece, Pause):
                pause += piece.seconds
                continue
            rate, size = _pace(piece, pace)
            for text in split_tokens(piece.text, size, utf16=piece.utf16):
                yield Token(text, pause + 1.0 / rate)
                pause = 0.0
        if pause:
            yield Token("", pause)


def split_tokens(text: str, size: int, *, utf16: bool = False) -> Iterator[str]:
    """Yield pieces of `size` characters, or of `size` UTF-16 units (half a pair is a lone surrogate)."""
    if not utf16:
        for start in range(0, len(text), size):
            yield text[start : start + size]
        return
    units = text.encode("utf-16-le", "surrogatepass")
    for start in range(0, len(units), 2 * size):
        yield units[start : start + 2 * size].decode("utf-16-le", "surrogatepass")


def _pace(piece: Said, wanted: Pace) -> tuple[float, int]:
    first, second = (piece, wanted) if piece.firm else (wanted, piece)
    return first.rate or second.rate or DEFAULT_RATE, first.token or second.token or DEFAULT_TOKEN


def _verbatim(text: str, options: dict[str, str]) -> Answer:
    utf16 = options.get("units") == "utf16"
    rate = float(options["rate"]) if "rate" in options else None
    token = int(options["token"]) if "token" in options else None
    middle = int(options.get("at", len(text) // 2)) if "pause" in options else len(text)
    parts = [Said(part, rate, token, utf16, firm=True) for part in (text[:middle], text[middle:])]
    return [parts[0], Pause(float(options.get("pause", 0))), parts[1]]
