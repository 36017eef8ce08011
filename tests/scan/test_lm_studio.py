from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import CALL, branches, calls, read_all, said


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def block(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "contentBlock",
        "stepIdentifier": "1-0.5",
        "content": list(parts),
        "defaultShouldIncludeInContext": True,
        "shouldIncludeInContext": True,
        **more,
    }


def conversation(*answers: dict[str, Any], selected: int = 0) -> str:
    question = {
        "type": "singleStep",
        "role": "user",
        "content": [text("q"), {"type": "file", "sizeBytes": 1}],
    }
    return json.dumps(
        {
            "name": "T",
            "pinned": False,
            "createdAt": 1750000000000,
            "tokenCount": 10,
            "systemPrompt": "",
            "messages": [
                {"versions": [question], "currentlySelected": 0},
                {"versions": list(answers), "currentlySelected": selected},
            ],
            "lastUsedModel": {"identifier": "qwen3-8b"},
        }
    )


def steps(*found: dict[str, Any]) -> dict[str, Any]:
    return {"type": "multiStep", "role": "assistant", "senderInfo": {"senderName": "m"}, "steps": list(found)}


ANSWER = steps(
    block(text("hm"), style={"type": "thinking", "ended": True, "title": "Thought"}, prefix="<think>"),
    block(text("one"), {"type": "toolCallRequest", "name": "f", "parameters": {}}),
    {"type": "toolStatus", "statusState": {"status": {"type": "toolCallSucceeded"}}},
    block(text("two")),
    {"type": "debugInfoBlock", "debugInfo": "x"},
)


def test_an_answer_in_steps_has_no_reasoning_and_no_native_calls() -> None:
    found = read_all(conversation(ANSWER), "a.conversation.json")
    assert said(found) == [("user", "q"), ("assistant", "onetwo")]


def test_a_message_has_its_number_and_the_name_of_its_conversation() -> None:
    found = read_all(conversation(ANSWER), "a.conversation.json")
    assert [(one.conversation, one.message) for one in found] == [("T", "0"), ("T", "1")]


def test_the_selected_version_is_the_current_branch() -> None:
    two = (steps(block(text("one"))), steps(block(text("two"))))
    for selected, expected in {
        0: ["current", "other"],
        1: ["other", "current"],
        7: ["current", "other"],
    }.items():
        found = branches(read_all(conversation(*two, selected=selected), "a.json"))
        assert [branch for _, branch in found[1:]] == expected


def test_calls_of_different_steps_are_found() -> None:
    found = read_all(conversation(steps(block(text(CALL)), block(text(CALL)))), "a.json")
    assert [one.role for one in calls(*found)] == ["assistant", "assistant"]
