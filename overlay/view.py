"""What a block shows, worked out from where it stands: the one place that puts a state into words."""

from __future__ import annotations

from observers.messages import Countdown, Look, Result
from overlay.blocks.block import Block, Status

LABELS: dict[Status, str] = {
    "streaming": "",
    "incomplete": "Incomplete",
    "invalid": "Can't be read",
    "ready": "",
    "waiting": "",
    "running": "Running",
    "done": "Done",
    "failed": "Failed",
    "denied": "Denied",
    "cancelled": "Cancelled",
    "unknown": "Unknown",
    "result": "Result",
}
BUTTONS: dict[Status, list[str]] = {
    "ready": ["execute"],
    "waiting": ["execute"],
    "running": ["cancel"],
    "done": ["insert", "submit"],
    "failed": ["insert", "submit"],
    "denied": ["insert", "submit"],
    "cancelled": ["insert", "submit"],
    "invalid": ["insert", "submit"],
}
INCOMPLETE = "The call was cut off; it can't run. Ask for it again."
UNKNOWN = "It was running when overlay stopped. It is not run again by itself."
PRIVATE = "The result is private: it is shown here once you insert it."


def look_of(block: Block, *, countdown: Countdown | None = None, progress: str = "") -> Look:
    """Return all that the block shows in its present state."""
    outcome = block.outcome
    hidden = outcome is not None and outcome.private and not block.returned
    shown = None
    if outcome is not None:
        shown = Result(text=PRIVATE if hidden else outcome.text, error=outcome.error)
    label = LABELS[block.status]
    if block.returned and block.status in ("done", "failed", "denied", "cancelled"):
        label += " · inserted"
    return Look(
        name=block.name,
        call_id=block.call_id,
        status=block.status,
        label=label,
        note=progress or note_of(block),
        buttons=list(BUTTONS.get(block.status, ())) if block.outcome or block.status in ("ready", "waiting", "running") else [],
        nonce=block.nonce,
        countdown=countdown,
        result=shown,
        span=block.span,
    )


def note_of(block: Block) -> str:
    """Return the line under the name."""
    if block.status == "incomplete":
        return INCOMPLETE
    if block.status == "unknown":
        return UNKNOWN
    if block.status == "invalid" and block.call:
        return block.call.error or "The call can't be read."
    return block.note
