from __future__ import annotations

from dataclasses import replace
from typing import Any

from overlay.common.language import translate
from overlay.policy import Policy, PolicyConfig, PolicyDecision
from overlay.policy.assessment import auto_run_objection, unseen_objection
from overlay.tools import ToolDefinition, ToolHints
from tests.policy.caller import CALL, LIVE, PLAIN
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


def test_a_call_with_characters_that_can_not_be_seen_waits_unless_the_tool_takes_raw_text() -> None:
    def decided(tool: ToolDefinition, text: str, written: str = "a") -> PolicyDecision:
        policy = Policy(PolicyConfig(auto_execute=["*"]))
        call = CALL.model_copy(update={"arguments": {"text": written}})
        return policy.decide(call, tool, LIVE, {"text": text})

    tagged = "a\U000e0072"
    assert decided(PLAIN, "\u0645\u06cc\u200c\u062e").kind == "auto"
    assert decided(PLAIN, tagged).kind == "wait"
    assert "can't be seen, such as U+E0072" in translate(decided(PLAIN, tagged).reason)
    assert decided(PLAIN, "a", written=tagged).kind == "wait"
    assert decided(replace(PLAIN, hints=ToolHints(raw_text=True)), tagged).kind == "auto"
    served = replace(PLAIN, name="s.add", server="s", hints=ToolHints(raw_text=True))
    assert unseen_objection(served, CALL, {"text": tagged})


def test_a_definition_without_raw_text_keeps_its_fingerprint() -> None:
    """Permissions are bound to the fingerprint."""
    assert PLAIN.fingerprint == "081fe0daaa0b9580f99a7a98c4abb6b1801df64622376f6b417b007b5b12ee0a"
    assert replace(PLAIN, hints=ToolHints(raw_text=True)).fingerprint != PLAIN.fingerprint
