"""What a block shows, worked out from where it stands: the one place that puts a state into words."""

from __future__ import annotations

from observers.protocol import Countdown, Look, Result
from overlay.calls.call import Block, Status

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
    "invalid": ["insert", "submit", "resend"],
    "incomplete": ["resend"],
}
NOTES: dict[Status, str] = {
    "incomplete": "The call was cut off; it can't run. Ask for it again.",
    "unknown": "It was running when overlay stopped. It is not run again by itself.",
}
INSERTED = " · inserted"
PRIVATE = "The result is private. Insert it to see it here, or open it in overlay's own window."


def look_of(block: Block, *, countdown: Countdown | None = None, progress: str = "") -> Look:
    """Return all that the block shows in its present state."""
    outcome = block.outcome
    shown = None
    if outcome is not None:
        hidden = outcome.private and not block.returned
        shown = Result(
            text=PRIVATE if hidden else outcome.text,
            error=outcome.error,
            pictures=[] if hidden else outcome.pictures,
            folded=outcome.folded and not (hidden or block.returned),
        )
    return Look(
        name=block.name,
        call_id=block.call_id,
        status=block.status,
        label=LABELS[block.status] + (INSERTED if block.returned and outcome is not None else ""),
        note=progress or note_of(block),
        buttons=buttons_of(block),
        nonce=block.nonce,
        countdown=countdown,
        result=shown,
        span=block.span,
    )


def buttons_of(block: Block) -> list[str]:
    """Return what can be pressed: nothing while the person is asked, no returning of what isn't there."""
    if block.asking:
        return []
    wanted = BUTTONS.get(block.status, ())
    return [button for button in wanted if block.outcome or button not in ("insert", "submit")]


def note_of(block: Block) -> str:
    """Return the line under the name. What happened to the block says more than its state does."""
    if block.note:
        return block.note
    if block.status == "invalid" and block.call:
        return block.call.error or "The call can't be read."
    return NOTES.get(block.status, "")
