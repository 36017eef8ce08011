"""The text with which a call's outcome goes back to the model, as overlay or the user wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from overlay.calls.call import Block, Call
from overlay.calls.outcome import Outcome
from overlay.calls.result_files import shown
from overlay.calls.store import identity_of
from overlay.detection.results import clean, encode_result, frame_of, neutralize_calls

EDITED = "[The user edited this result before it was sent.]"


class FramedText(NamedTuple):
    """A text for the model: `body` is the result, between the lines that overlay writes."""

    head: str
    body: str
    tail: str


@dataclass(frozen=True, slots=True)
class Review:
    """The text that goes to the model: one for each call of an answer, and `news` about the tools, or ""."""

    parts: Mapping[Call, FramedText]
    news: str


def encode(outcome: Outcome, identity: str, limit: int | None, notice: str = "") -> str:
    """Return `outcome` as text for the model, cut to `limit` characters, after overlay's first line."""
    kept = shown(outcome.kept) if outcome.kept else ""
    code = outcome.error_code
    return encode_result(outcome.text, identity, error_code=code, limit=limit, kept=kept, notice=notice)


def result_text(block: Block, limit: int) -> str:
    """Return the block's outcome as text for the model, at most `limit` characters of it.

    Raises ValueError if the call has no outcome yet.
    """
    outcome = _outcome_of(block)
    if outcome.encoded is None:
        outcome.encoded = encode(outcome, identity_of(block), limit, outcome.notice)
    return outcome.encoded


def framed_text(block: Block, limit: int) -> FramedText:
    """Return `result_text` in its parts. Raises ValueError if the call has no outcome yet."""
    text = result_text(block, limit)
    head, tail = frame_of(identity_of(block), _notice(_outcome_of(block)))
    return FramedText(head, text[len(head) : len(text) - len(tail)], tail)


def edit_result(block: Block, body: str) -> None:
    """Replace the result's text for the model by the user's own `body`; the text of the outcome stays.

    A line says that the user edited it. Raises ValueError if the call has no outcome yet.
    """
    outcome = _outcome_of(block)
    outcome.edited = True
    head, tail = frame_of(identity_of(block), _notice(outcome))
    # The user may have pasted untrusted text: it must not contain a call or the end of a result either.
    outcome.encoded = f"{head}{neutralize_calls(clean(body))}{tail}"


def _notice(outcome: Outcome) -> str:
    return "\n".join(filter(None, (outcome.notice, EDITED if outcome.edited else "")))


def _outcome_of(block: Block) -> Outcome:
    if block.call.outcome is None:
        raise ValueError(f"{block.name} has no outcome yet")
    return block.call.outcome
