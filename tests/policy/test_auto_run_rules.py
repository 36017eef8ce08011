from __future__ import annotations

from dataclasses import replace
from typing import Any

from overlay.policy.assessment import auto_run_objection
from tests.policy.caller import CALL, LIVE
from tests.support.table import for_each


@for_each(
    ("call", "where", "reason"),
    [
        ({"complete": False}, {}, "the call is incomplete"),
        ({"confidence": "repaired"}, {}, "its text had to be repaired"),
        ({"confidence": "fallback"}, {}, "it was guessed from plain words"),
        ({}, {"role": "user"}, "it is not in an answer"),
        ({}, {"role": "reasoning"}, "it is in the model's reasoning, not in its answer"),
        (
            {},
            {"role": "unknown"},
            "overlay does not know who wrote it (overlay sites learn teaches it this chat)",
        ),
        ({}, {"top_frame": False}, "it is in a frame of another page"),
        ({}, {"live": False}, "it was here before and was not written just now"),
        ({}, {"repeated": True}, "the same call is already in this chat, and this one appeared complete"),
    ],
)
def test_a_call_that_is_not_sure_says_why(call: dict[str, Any], where: dict[str, Any], reason: str) -> None:
    assert auto_run_objection(CALL.model_copy(update=call), replace(LIVE, **where)) == reason


def test_a_whole_call_that_an_answer_just_said_is_sure() -> None:
    assert auto_run_objection(CALL, LIVE) == ""
