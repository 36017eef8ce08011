"""The text with which a call's outcome goes back to the model."""

from __future__ import annotations

from overlay.calls.call import Block, Outcome
from overlay.calls.result_files import shown
from overlay.calls.store import identity_of
from overlay.detection.results import encode_result


def encode(outcome: Outcome, identity: str, limit: int | None, notice: str = "") -> str:
    """Return `outcome` as text for the model, at most `limit` characters of it, after a line of overlay's."""
    kept = shown(outcome.kept) if outcome.kept else ""
    code = outcome.error_code
    return encode_result(outcome.text, identity, error_code=code, limit=limit, kept=kept, notice=notice)


def result_text(block: Block, limit: int) -> str:
    """Return the block's outcome as text for the model, at most `limit` characters of it.

    Raises ValueError if the call has no outcome yet.
    """
    outcome = block.call.outcome
    if outcome is None:
        raise ValueError(f"{block.name} has no outcome yet")
    if outcome.encoded is None:
        outcome.encoded = encode(outcome, identity_of(block), limit, outcome.notice)
    return outcome.encoded
