from __future__ import annotations

from typing import Any

import pytest

from overlay.scan.model import UnknownShape
from overlay.scan.records import messages
from tests.scan.helpers import said

TURNS = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
BOTH = [("user", "q"), ("assistant", "a")]


SAME: list[Any] = [
    {"messages": TURNS},
    TURNS,
    {"conversations": [{"from": "human", "value": "q"}, {"from": "gpt", "value": "a"}]},
    {"conversation": TURNS},
    {"chat": {"title": "x", "messages": TURNS}},
    {"prompt": "q", "completion": "a"},
    {"prompt": [TURNS[0]], "completion": [TURNS[1]]},
    {"instruction": "q", "input": "", "output": "a"},
    {"question": "q", "answer": "a"},
    {"messages": [{"isCreatedByUser": True, "text": "q"}, {"isCreatedByUser": False, "text": "a"}]},
    [{"messages": TURNS[:1]}, {"messages": TURNS[1:]}],
    {"messages": [*TURNS, {"event": "end"}]},
    {"mapping": {}, "messages": TURNS} | {"mapping": None},
]


def test_each_known_shape_gives_its_messages() -> None:
    cases: list[tuple[Any, list[tuple[str, str]]]] = [(record, BOTH) for record in SAME]
    cases += [(record, [shown]) for record, shown in ONE]
    wrong = [(record, got) for record, shown in cases if (got := said(messages(record))) != shown]
    assert wrong == []


ONE: list[tuple[Any, tuple[str, str]]] = [
    ({"role": "assistant", "content": "a"}, ("assistant", "a")),
    ({"type": "assistant", "message": {"role": "assistant", "content": "a"}}, ("assistant", "a")),
    ({"choices": [{"message": {"role": "assistant", "content": "a"}}]}, ("assistant", "a")),
    (
        {"custom_id": "x", "response": {"body": {"choices": [{"message": TURNS[1]}]}}},
        ("assistant", "a"),
    ),
    ({"text": "a"}, ("unknown", "a")),
    ({"chat_messages": [{"sender": "human", "text": "a"}]}, ("user", "a")),
    ({"mapping": {"n": {"message": {"author": {"role": "user"}, "content": "a"}}}}, ("user", "a")),
    ({"role": "assistant", "content": None, "tool_calls": [{}]}, ("assistant", "")),
]


def test_messages_have_the_names_of_their_record() -> None:
    records: list[tuple[Any, tuple[str | None, str]]] = [
        ({"id": "C", "messages": TURNS}, ("C", "0")),
        ({"conversation_id": "C", "id": "M", "role": "user", "content": "q"}, ("C", "M")),
        ({"sessionId": "C", "uuid": "M", "message": TURNS[0]}, ("C", "M")),
        ({"prompt": "q", "completion": "a"}, (None, "prompt")),
    ]
    for record, names in records:
        first = next(messages(record))
        assert (first.conversation, first.message) == names


def test_an_unknown_shape_is_reported() -> None:
    records: list[Any] = [
        3,
        None,
        {},
        [],
        {"a": 1},
        {"output": "a"},
        {"messages": []},
        {"text": 3},
        [[[[[[TURNS]]]]]],
    ]
    for record in records:
        with pytest.raises(UnknownShape, match="in a known shape"):
            list(messages(record))
