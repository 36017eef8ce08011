"""Rules that stop a call from running automatically, whatever the user allowed, each with its reason."""

from __future__ import annotations

from overlay.detection.model import ToolCall
from overlay.policy.model import CallContext


def auto_run_objection(call: ToolCall, where: CallContext) -> str:
    """Return why this call is too uncertain to run automatically; "" if it is not."""
    rules = (
        (not call.complete, "the call is incomplete"),
        (call.confidence == "repaired", "its text had to be mended"),
        (call.confidence == "fallback", "it was guessed from plain words"),
        (where.role == "reasoning", "the model only thought of it, its answer does not say so"),
        (where.role == "unknown", "no profile knows of what it stands in, so it may be anybody's"),
        (where.role != "assistant", "it does not stand in an answer"),
        (not where.top_frame, "it stands in a frame of another page"),
        (where.context == "quoted", "it is in a quote"),
        (where.context is None, "the page did not say whether it can be seen"),
        (where.context != "plain", "the page hides it or strikes it out"),
        (not where.live and where.appeared, "it came all at once, so it may be an older one shown again"),
        (not where.live, "it was there already, not written just now"),
        (where.repeated, "the same call stands in this chat, and this one came all at once"),
    )
    return next((reason for holds, reason in rules if holds), "")
