"""The view of a block in each state: labels, notes and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from observers.block_view import BlockView, ChangedArgument, Countdown, Result, Status
from observers.protocol import APART, PageVisibility
from overlay.calls.call import Block, Call
from overlay.calls.failures import heading_of
from overlay.calls.markdown_view import markdown_of
from overlay.common.language import mark, translate
from overlay.policy.tool_effects import effect_words
from overlay.tools.result import as_text

LABELS: dict[Status, str] = {
    "streaming": "",
    "incomplete": mark("Incomplete"),
    "invalid": mark("Can't be read"),
    "ready": "",
    "scheduled": "",
    "running": mark("Running"),
    "done": mark("Done"),
    "failed": mark("Failed"),
    "denied": mark("Denied"),
    "cancelled": mark("Cancelled"),
    "unknown": mark("Unknown"),
    "result": mark("Result"),
}
BUTTONS: dict[Status, list[str]] = {
    "ready": ["execute"],
    "scheduled": ["execute"],
    "running": ["cancel"],
    "done": ["again", "insert", "submit"],
    "failed": ["again", "insert", "submit"],
    "denied": ["insert", "submit"],
    "cancelled": ["again", "insert", "submit"],
    "unknown": ["again"],
    "invalid": ["insert", "submit", "resend"],
    "incomplete": ["resend"],
}
NOTES: dict[Status, str] = {
    "incomplete": mark("The call was cut off; it can't run. Ask for it again."),
    "unknown": mark("It was running when overlay stopped. It is not run again automatically."),
}
APART_LABELS: dict[PageVisibility, str] = {
    "quoted": mark("Quoted call"),
    "beside": mark("Call beside the chat"),
}
INSERTED = mark(" · inserted")
SENT = mark(" · sent")
TARGETS = (
    "path", "file", "file_path", "filename", "directory", "folder", "url", "uri", "command", "cmd",
    "to", "host", "query", "q", "name", "id",
)  # fmt: skip
"""Names of arguments that say what a call is about, the most useful first."""
NOTICED = 1.0
"""The time of a run is shown if it took at least so many seconds."""
LARGE = 1_000
"""A result with more characters can be opened in the panel."""
EARLIER = mark("Result of the run before")
LONGEST_TARGET = 120
"""The most characters of the argument that `target_of` returns."""
UNREADABLE = mark("Can't be read")
PRIVATE = mark("The result is private. Insert it to see it here, or open it in overlay's own window.")


def block_view(block: Block, now: float = 0.0, *, visibility: PageVisibility = "plain") -> BlockView:
    """Return everything that the block shows at the time `now` (seconds of the run's clock).

    `visibility` says how the page shows the call.
    """
    if visibility in APART and not block.call.unquoted and block.kind == "call":
        return _apart(block, visibility)
    block = block.showing(block.call.latest)
    call, seconds = block.call, block.call.countdown
    arguments = call.edit.arguments if call.edit else call.arguments or call.parsed.arguments
    return BlockView(
        name=block.name,
        call_id=block.call_id,
        status=call.status,
        label=translate(LABELS[call.status]) + _time_of(call) + translate(_way_of(call)),
        note=_progress(call) or translate(note_of(block)),
        buttons=["discard", "save"] if block.form else _buttons(block),
        together=(call.together and call.status == "ready" and not block.form) or None,
        sends=len(block.batch) if block.batch else None,
        nonce=block.nonce,
        countdown=Countdown(left=seconds * 1000, total=seconds * 1000) if seconds is not None else None,
        elapsed=_elapsed(call, now),
        progress=call.progress.share,
        result=_result_of(call),
        span=block.span,
        effects=[translate(word) for word in effect_words(call.effects)] if call.effects else None,
        danger=call.effects.dangerous if call.effects else None,
        target=target_of(arguments),
        sent=call.sent or None,
        form=block.form,
        changes=_changes(call),
        values=_values(arguments),
        quoted=None,
        beside=None,
    )


def _result_of(call: Call) -> Result | None:
    """Return what the block shows of the outcome; while the call runs again, of the earlier outcome."""
    outcome = call.outcome or call.earlier
    if outcome is None:
        return None
    hidden = outcome.private and not (call.outcome and call.inserted)
    head = UNREADABLE if call.status == "invalid" else heading_of(outcome.error_code)
    return Result(
        text=translate(PRIVATE) if hidden else outcome.text,
        error=outcome.error,
        head=translate(head if call.outcome else EARLIER),
        pictures=[] if hidden else outcome.pictures,
        markdown=None if hidden or outcome.error else markdown_of(outcome.text),
        folded=outcome.folded and not (hidden or call.inserted),
        large=hidden or len(outcome.text) > LARGE,
    )


def _apart(block: Block, visibility: PageVisibility) -> BlockView:
    """Return the view of a call in a quote or beside the chat: without its outcome, and without a button that
    runs it.
    """
    call = block.call
    return BlockView(
        name=block.name,
        call_id=block.call_id,
        status="streaming" if call.status == "streaming" else "ready",
        label=translate(APART_LABELS[visibility]),
        note="",
        buttons=[] if call.status == "streaming" else ["unquote"],
        together=None,
        sends=None,
        nonce=block.nonce,
        countdown=None,
        elapsed=None,
        progress=None,
        result=None,
        span=block.span,
        effects=[],
        danger=None,
        target=target_of(call.parsed.arguments),
        values=_values(call.parsed.arguments),
        sent=None,
        form=None,
        changes=None,
        quoted=visibility == "quoted" or None,
        beside=visibility == "beside" or None,
    )


def target_of(arguments: Mapping[str, Any]) -> str | None:
    """Return the beginning of the argument that says what the call is about; None if there is none."""
    for name in TARGETS:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            line = " ".join(value[: 4 * LONGEST_TARGET].split())
            return line if len(line) <= LONGEST_TARGET else f"{line[:LONGEST_TARGET]}…"
    return None


def _values(arguments: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the JSON of each argument that is not a text; None if all are."""
    return {key: as_text(value) for key, value in arguments.items() if not isinstance(value, str)} or None


def _changes(call: Call) -> list[ChangedArgument] | None:
    """Return the arguments that the user changed; None if the user did not edit the call."""
    if call.edit is None:
        return None
    now = call.edit.arguments
    return [
        ChangedArgument(key=key, text=as_text(now.get(key, "")), gone=key not in now)
        for key in call.edit.changed
    ]


def _buttons(block: Block) -> list[str]:
    """Return the block's buttons. If a message has several results, only one block has the send button."""
    buttons = buttons_of(block.call)
    return buttons if block.batch != () else [button for button in buttons if button != "submit"]


def _elapsed(call: Call, now: float) -> float | None:
    """Return for how many milliseconds the call has been running; None if it does not run."""
    return (now - call.began) * 1000 if call.status == "running" and call.began is not None else None


def _progress(call: Call) -> str:
    """Return the progress of the run, in the words of overlay or of the tool."""
    return replace(call.progress, text=translate(call.progress.text)).line


def _time_of(call: Call) -> str:
    """Return the time that the run took, "" for a short run."""
    if (
        call.run_seconds is None
        or call.run_seconds < NOTICED
        or call.status not in ("done", "failed", "cancelled")
    ):
        return ""
    return f" · {spent(call.run_seconds)}"


def spent(seconds: float) -> str:
    """Return a time as a short text: `4 s`, `2:05 min`."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60}:{whole % 60:02} min"


def _way_of(call: Call) -> str:
    if call.outcome is None or not call.inserted:
        return ""
    return SENT if call.sent else INSERTED


def buttons_of(call: Call) -> list[str]:
    """Return the buttons that can be pressed.

    While the user is being asked, the only button shows the question, if it is in the panel. The buttons that
    insert a result need a result.
    """
    if call.awaiting_approval:
        return ["question"] if call.asked_in_panel else []
    if call.status in ("ready", "scheduled") and call.effects is not None and call.wanted:
        return ["edit", "execute"]
    possible = {
        "again": call.parsed.complete,
        "insert": call.outcome is not None,
        "submit": call.outcome is not None and not call.sent,
    }
    return [button for button in BUTTONS.get(call.status, ()) if possible.get(button, True)]


def note_of(block: Block) -> str:
    """Return the line under the name: the call's own note, else the text for its state."""
    call = block.call
    if call.note:
        return call.note
    if call.status == "invalid" and block.parsed:
        return block.parsed.error or mark("The call can't be read.")
    if call.outcome and call.outcome.advice and not call.inserted:
        return call.outcome.advice
    return NOTES.get(call.status, "")
