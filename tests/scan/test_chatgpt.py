from __future__ import annotations

from typing import Any

import pytest

from overlay.scan.chatgpt import messages, path
from tests.scan.helpers import said


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


@pytest.mark.parametrize("current", ["old", "new"])
def test_only_the_current_path_is_read_first_to_last(current: str) -> None:
    found = messages(chat(current_node=f"{current}-answer"))
    assert said(found) == [("user", current), ("assistant", f"{current}-answer")]


def test_without_a_current_node_the_last_child_leads_on() -> None:
    assert said(messages(chat())) == [("user", "new"), ("assistant", "new-answer")]


def test_a_message_has_its_own_id_and_the_conversations() -> None:
    first = next(messages(chat(conversation_id="C")))
    assert first.conversation == "C"
    assert first.message == "m-new"


def test_a_conversation_without_an_id_goes_by_its_title() -> None:
    assert next(messages(chat())).conversation == "T"


def test_a_tree_that_bites_its_tail_is_left_at_the_second_round() -> None:
    ring = {"a": node("a", "b", ["b"]), "b": node("b", "a", ["a"])}
    assert len(path({"mapping": ring, "current_node": "a"})) == 2


def test_children_that_bite_their_tail_are_left_at_the_second_round() -> None:
    ring = {"root": node("root", None, ["a"]), "a": node("a", "root", ["root"])}
    assert len(path({"mapping": ring})) >= 1


def test_an_empty_tree_has_no_path() -> None:
    assert path({"mapping": {}, "current_node": "x"}) == []


@pytest.mark.parametrize(
    ("extra", "shown"),
    [
        ({"recipient": "python"}, False),
        ({"recipient": "all"}, True),
        ({"content": {"content_type": "thoughts", "thoughts": []}}, False),
        ({"content": {"content_type": "multimodal_text", "parts": [{"asset": 1}, "see"]}}, True),
        ({"content": {"content_type": "text", "text": "flat"}}, True),
        ({"content": "bare"}, True),
        ({"content": None}, False),
    ],
)
def test_only_text_that_was_shown_is_read(extra: dict[str, Any], shown: bool) -> None:
    assert len(list(messages({"mapping": {"a": node("a", None, [], **extra)}}))) == shown


def test_a_message_without_an_author_has_an_unknown_role() -> None:
    assert next(messages({"mapping": {"a": node("a", None, [], author=None)}})).role == "unknown"
