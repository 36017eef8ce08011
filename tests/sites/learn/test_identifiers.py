"""Attributes and addresses identify messages and conversations."""

from __future__ import annotations

import re

from overlay.sites.check.snapshot import Node
from overlay.sites.learn.identifiers import conversation_pattern, message_id, pattern_for_both
from tests.sites.check.trees import node

NEW = "https://chat.example/new"
UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"


def test_the_part_of_the_address_that_came_with_the_first_message_names_the_conversation() -> None:
    wrong: list[object] = []
    for start, after, pattern in [
        (NEW, f"https://chat.example/c/{UUID}", "/c/([0-9a-f-]{36})"),
        (NEW, "https://chat.example/a/chat/s/dk39dkw02k", r"/s/([\w-]{4,})"),
        (NEW, "https://chat.example/chat?room=orc-8812", r"room=([\w-]{4,})"),
        (NEW, "https://chat.example/#/t/4711", r"#/t/(\d+)"),
        (f"https://chat.example/c/{UUID}", f"https://chat.example/c/{UUID}", "/c/([0-9a-f-]{36})"),
        (NEW, NEW, ""),
        ("https://chat.example/", "https://chat.example/chat", ""),
    ]:
        if (found := conversation_pattern(start, after, after)) != pattern:
            wrong.append((start, after, found))
    assert wrong == []


def test_an_address_that_changes_with_each_message_names_no_conversation() -> None:
    assert (
        conversation_pattern(NEW, "https://chat.example/m/11111111", "https://chat.example/m/22222222") == ""
    )


def rows(*ids: str) -> list[Node]:
    """Messages, each in a row with an id; all rows in one list."""
    messages = [node("p.text", text=5, role="note") for _ in ids]
    node("ul", *(node("li.turn", message, data_key=id_) for message, id_ in zip(messages, ids, strict=True)))
    return messages


def test_an_id_on_the_element_around_each_message_is_found_with_that_element() -> None:
    ids = [f"0f9c-3e7{letter}" for letter in "abcd"]
    assert message_id(rows(*ids), rows(*ids[:2])) == ("data-key", ".turn")


def test_a_value_that_moves_on_with_the_chat_is_no_id() -> None:
    places = [f"position-{number}" for number in range(4)]
    assert message_id(rows(*places), rows(*places[2:])) == ("", "")


def test_a_number_that_another_message_may_have_after_a_reload_is_no_id() -> None:
    assert message_id(rows("c1", "c2", "c3", "c4"), rows("c1", "c2")) == ("", "")


def test_a_value_that_two_messages_share_is_no_id() -> None:
    assert message_id(rows(*["message-0a", "message-0b"] * 2), rows("message-0a", "message-0b")) == ("", "")


def test_a_pattern_for_two_forms_of_addresses_finds_the_key_in_both() -> None:
    both = pattern_for_both(r"/(?:c|chat)/([\w-]{8,})", r"#/t/(\d+)")
    found = [re.search(both, url) for url in ("https://x.test/chat/dk39dkw02k", "https://x.test/#/t/47")]
    assert [each and each[1] for each in found] == ["dk39dkw02k", "47"]
    short = pattern_for_both("/chat/([0-9a-f-]{36})", r"/chat/(\d+)")
    found = [
        re.search(short, f"https://x.test/chat/{key}")
        for key in (UUID, "12345678-4f89-41d3-9a0c-0305e82c3301", "47")
    ]
    assert [each and each[1] for each in found] == [UUID, "12345678-4f89-41d3-9a0c-0305e82c3301", "47"]
    assert pattern_for_both(r"(?i)/c/(\w+)", r"#/t/(\d+)") == r"#/t/(\d+)"
    assert pattern_for_both("/c/([0-9]+)$", r"#/t/(\d+)") == r"#/t/(\d+)"
