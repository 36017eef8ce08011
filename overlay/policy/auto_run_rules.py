"""Rules that stop a call from running automatically, whatever the user allowed, each with its reason."""

from __future__ import annotations

from overlay.detection.model import ToolCall
from overlay.policy.model import CallContext


def auto_run_objection(call: ToolCall, where: CallContext) -> str:
    """Return why this call is too uncertain to run automatically; "" if it is not."""
    rules = (
        (not call.complete, "the call is incomplete"),
        (call.confidence == "repaired", "its text had to be repaired"),
        (call.confidence == "fallback", "it was guessed from plain words"),
        (where.role == "reasoning", "it is in the model's reasoning, not in its answer"),
        (where.role == "unknown", "the site profile does not say who wrote it"),
        (where.role != "assistant", "it is not in an answer"),
        (not where.top_frame, "it is in a frame of another page"),
        (where.context == "quoted", "it is in a quote"),
        (where.context is None, "the page did not say whether it can be seen"),
        (where.context != "plain", "the page hides it or strikes it out"),
        (
            not where.live and where.appeared,
            "it appeared complete, so it may be an older call that is shown again",
        ),
        (not where.live, "it was here before and was not written just now"),
        (where.repeated, "the same call is already in this chat, and this one appeared complete"),
    )
    return next((reason for holds, reason in rules if holds), "")
