from __future__ import annotations

from typing import Any

import pytest

from overlay.scan.export_fields import message, name_of, role_of, text_of


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("human", "user"),
        (" User ", "user"),
        ("gpt", "assistant"),
        ("function_call", "assistant"),
        ("observation", "tool"),
        ("developer", "system"),
        ("narrator", "unknown"),
        (None, "unknown"),
        (3, "unknown"),
    ],
)
def test_an_exports_word_stands_for_a_role(said: object, role: str) -> None:
    assert role_of(said) == role


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


@pytest.mark.parametrize(("content", "text"), CONTENTS)
def test_of_parts_only_text_is_taken(content: Any, text: str) -> None:
    assert text_of(content) == text


@pytest.mark.parametrize(
    ("entry", "name"), [({"a": "", "b": 7}, "7"), ({"a": True}, None), ({"a": []}, None), ({}, None)]
)
def test_a_name_is_text_or_a_number(entry: dict[str, Any], name: str | None) -> None:
    assert name_of(entry, "a", "b") == name


def test_a_message_of_one_text_is_prose() -> None:
    assert message("user", "a", "c", "m").pieces[0].fence is None
