from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import branches, read_all, said


def entry(name: str, parent: str | None, children: list[str], role: str) -> dict[str, Any]:
    return {
        "id": name,
        "parentId": parent,
        "childrenIds": children,
        "role": role,
        "content": f"text of {name}",
        "timestamp": 1750000000,
        "models": ["llama3.2:latest"],
    }


def row(**chat: Any) -> dict[str, Any]:
    """A row as Open WebUI exports it: a question with two answers, the second of which is shown."""
    messages = {
        "q": entry("q", None, ["a1", "a2"], "user"),
        "a1": entry("a1", "q", [], "assistant"),
        "a2": entry("a2", "q", [], "assistant"),
    }
    return {
        "id": "C",
        "user_id": "U",
        "title": "T",
        "chat": {
            "id": "",
            "title": "T",
            "models": ["llama3.2:latest"],
            "params": {},
            "history": {"messages": messages, "currentId": "a2"},
            "messages": [messages["q"], messages["a2"]],
            "tags": [],
            "timestamp": 1750000000000,
            "files": [],
            **chat,
        },
        "updated_at": 1750000000,
        "created_at": 1750000000,
        "share_id": None,
        "archived": False,
        "pinned": False,
        "meta": {},
        "folder_id": None,
    }


ALL = [("text of q", "current"), ("text of a1", "other"), ("text of a2", "current")]


def test_all_branches_of_an_export_are_read() -> None:
    for record in ([row()], row(), row()["chat"]):
        assert branches(read_all(json.dumps(record), "chat-export-1.json")) == ALL


def test_a_message_has_its_role_its_id_and_the_id_of_the_chat() -> None:
    found = read_all(json.dumps([row()]), "a.json")
    assert [(one.role, one.message, one.conversation) for one in found] == [
        ("user", "q", "C"),
        ("assistant", "a1", "C"),
        ("assistant", "a2", "C"),
    ]


def test_a_chat_without_a_history_is_read_from_its_messages() -> None:
    histories: list[Any] = [None, {}, {"messages": {}, "currentId": None}]
    for history in histories:
        found = read_all(json.dumps([row(history=history)]), "a.json")
        assert said(found) == [("user", "text of q"), ("assistant", "text of a2")]
