from __future__ import annotations

from typing import Any

from overlay.scan.export_fields import name_of, role_of, text_of


def test_each_author_word_of_an_export_is_a_role() -> None:
    table: list[tuple[object, str]] = [
        ("human", "user"),
        (" User ", "user"),
        ("gpt", "assistant"),
        ("function_call", "assistant"),
        ("observation", "tool"),
        ("developer", "system"),
        ("narrator", "unknown"),
        (None, "unknown"),
        (3, "unknown"),
    ]
    wrong = [(said, got) for said, role in table if (got := role_of(said)) != role]
    assert wrong == []


CONTENTS: list[tuple[Any, str]] = [
    ("a", "a"),
    ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\n\nb"),
    ([{"type": "output_text", "text": "a"}], "a"),
    ([{"type": "text", "text": {"value": "a"}}], "a"),
    (["a", {"text": "b"}], "a\n\nb"),
    ([{"type": "thinking", "thinking": "a"}, {"type": "tool_use", "input": {}}], ""),
    ([{"type": "text", "text": 3}], ""),
    (None, ""),
]


def test_only_text_is_taken_from_the_parts_of_a_message() -> None:
    wrong = [(content, got) for content, text in CONTENTS if (got := text_of(content)) != text]
    assert wrong == []


def test_a_name_is_text_or_a_number() -> None:
    table: list[tuple[dict[str, Any], str | None]] = [
        ({"a": "", "b": 7}, "7"),
        ({"a": True}, None),
        ({"a": []}, None),
        ({}, None),
    ]
    wrong = [(entry, got) for entry, name in table if (got := name_of(entry, "a", "b")) != name]
    assert wrong == []
