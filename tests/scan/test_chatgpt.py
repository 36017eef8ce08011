from __future__ import annotations

from typing import Any

from overlay.scan.chatgpt import messages
from tests.scan.helpers import branches, said


def node(name: str, parent: str | None, children: list[str], **message: Any) -> dict[str, Any]:
    role = message.pop("role", "assistant")
    content = message.pop("content", {"content_type": "text", "parts": [name]})
    entry = {"id": f"m-{name}", "author": {"role": role}, "content": content, **message}
    return {"id": name, "message": entry, "parent": parent, "children": children}


def chat(**extra: Any) -> dict[str, Any]:
    """A question that was asked twice (`old`, `new`), each with its answer."""
    return {
        "title": "T",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["old", "new"]},
            "old": node("old", "root", ["old-answer"], role="user"),
            "old-answer": node("old-answer", "old", []),
            "new": node("new", "root", ["new-answer"], role="user"),
            "new-answer": node("new-answer", "new", []),
        },
        **extra,
    }


BRANCHES = [("old", "other"), ("old-answer", "other"), ("new", "current"), ("new-answer", "current")]


def test_all_branches_are_read_in_their_order() -> None:
    found = messages(chat(current_node="old-answer"))
    assert said(found) == [
        ("user", "old"),
        ("assistant", "old-answer"),
        ("user", "new"),
        ("assistant", "new-answer"),
    ]


def test_the_path_to_the_current_node_is_the_current_branch() -> None:
    table: dict[str | None, list[tuple[str, str]]] = {
        "new-answer": BRANCHES,
        "old-answer": [(text, "other" if branch == "current" else "current") for text, branch in BRANCHES],
        "new": [*BRANCHES[:3], ("new-answer", "other")],
        None: BRANCHES,
    }
    found = {current: branches(messages(chat(current_node=current))) for current in table}
    assert found == table


def test_a_message_has_its_id_and_that_of_its_conversation_or_its_title() -> None:
    first = next(messages(chat(conversation_id="C")))
    assert first.conversation == "C"
    assert first.message == "m-old"
    assert next(messages(chat())).conversation == "T"


def test_only_text_that_was_shown_is_read() -> None:
    table: list[tuple[dict[str, Any], bool]] = [
        ({"recipient": "python"}, False),
        ({"recipient": "all"}, True),
        ({"content": {"content_type": "thoughts", "thoughts": []}}, False),
        ({"content": {"content_type": "multimodal_text", "parts": [{"asset": 1}, "see"]}}, True),
        ({"content": {"content_type": "text", "text": "flat"}}, True),
        ({"content": "bare"}, True),
        ({"content": None}, False),
    ]
    wrong = [
        (extra, got)
        for extra, shown in table
        if (got := len(list(messages({"mapping": {"a": node("a", None, [], **extra)}})))) != shown
    ]
    assert wrong == []


def test_a_message_without_an_author_has_an_unknown_role() -> None:
    assert next(messages({"mapping": {"a": node("a", None, [], author=None)}})).role == "unknown"
