from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import branches, read_all, said

ROOT = "00000000-0000-0000-0000-000000000000"


def entry(name: str, parent: str, user: bool, **more: Any) -> dict[str, Any]:
    return {
        "messageId": name,
        "conversationId": "C",
        "parentMessageId": parent,
        "sender": "User" if user else "GPT-4o",
        "text": f"text of {name}",
        "isCreatedByUser": user,
        "error": False,
        "unfinished": False,
        "createdAt": "2025-01-01T00:00:00.000Z",
        **more,
    }


QUESTION, FIRST, SECOND = entry("q", ROOT, True), entry("a1", "q", False), entry("a2", "q", False)


def exported(**more: Any) -> str:
    head = {"conversationId": "C", "endpoint": "openAI", "title": "T", "exportAt": "12:00:00 GMT+0000 (UTC)"}
    return json.dumps({**head, "branches": True, "recursive": False, **more})


ALL = [("text of q", "current"), ("text of a1", "other"), ("text of a2", "current")]


def test_a_flat_export_and_a_tree_have_the_same_branches() -> None:
    tree: list[Any] = [{**QUESTION, "children": [{**FIRST, "children": []}, {**SECOND, "children": []}]}]
    flat = exported(messages=[QUESTION, FIRST, SECOND])
    assert branches(read_all(flat, "a.json")) == ALL
    assert branches(read_all(exported(recursive=True, messagesTree=tree), "a.json")) == ALL


def test_a_message_has_its_role_its_id_and_the_id_of_the_conversation() -> None:
    found = read_all(exported(messages=[QUESTION, FIRST]), "a.json")
    assert [(one.role, one.message, one.conversation) for one in found] == [
        ("user", "q", "C"),
        ("assistant", "a1", "C"),
    ]


def test_the_text_of_an_answer_in_parts_has_no_reasoning_and_no_native_calls() -> None:
    parts = [
        {"type": "think", "think": "hm"},
        {"type": "text", "text": "one"},
        {"type": "tool_call", "tool_call": {"name": "search", "args": "{}", "output": "found"}},
        {"type": "text", "text": {"value": "two"}},
    ]
    found = read_all(exported(messages=[entry("a", ROOT, False, text="", content=parts)]), "a.json")
    assert said(found) == [("assistant", "one\n\ntwo")]


def test_messages_without_parents_are_one_branch() -> None:
    bare = [{key: one[key] for key in ("messageId", "text", "isCreatedByUser")} for one in (QUESTION, FIRST)]
    found = branches(read_all(exported(messages=bare), "a.json"))
    assert found == [("text of q", "current"), ("text of a1", "current")]
