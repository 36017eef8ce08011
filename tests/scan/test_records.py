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


@pytest.mark.parametrize("record", SAME)
def test_each_shape_gives_the_same_messages(record: Any) -> None:
    assert said(messages(record)) == BOTH


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


@pytest.mark.parametrize(("record", "shown"), ONE)
def test_each_shape_of_one_message_gives_it(record: Any, shown: tuple[str, str]) -> None:
    assert said(messages(record)) == [shown]


@pytest.mark.parametrize(
    ("record", "conversation", "name"),
    [
        ({"id": "C", "messages": TURNS}, "C", "0"),
        ({"conversation_id": "C", "id": "M", "role": "user", "content": "q"}, "C", "M"),
        ({"sessionId": "C", "uuid": "M", "message": TURNS[0]}, "C", "M"),
        ({"prompt": "q", "completion": "a"}, None, "prompt"),
    ],
)
def test_names_of_conversation_and_message_are_the_records(
    record: Any, conversation: str | None, name: str
) -> None:
    first = next(messages(record))
    assert first.conversation == conversation
    assert first.message == name


@pytest.mark.parametrize(
    "record", [3, None, {}, [], {"a": 1}, {"output": "a"}, {"messages": []}, {"text": 3}, [[[[[[TURNS]]]]]]]
)
def test_what_is_no_chat_is_reported(record: Any) -> None:
    with pytest.raises(UnknownShape, match="in a known shape"):
        list(messages(record))
