from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import branches, read_all, said

HEADER = {
    "user_name": "You",
    "character_name": "Ada",
    "create_date": "2025-01-01 @00h 00m 00s 000ms",
    "chat_metadata": {"integrity": "0-0-0-0-0"},
}


def line(mes: str, user: bool = False, **more: Any) -> dict[str, Any]:
    return {
        "name": "You" if user else "Ada",
        "is_user": user,
        "is_system": False,
        "send_date": "January 1, 2025 12:00am",
        "mes": mes,
        "extra": {"reasoning": "hm", "api": "openai"},
        **more,
    }


def chat(*found: dict[str, Any], header: dict[str, Any] = HEADER) -> str:
    return "\n".join(map(json.dumps, (header, *found)))


def test_a_message_has_the_role_that_its_marks_say() -> None:
    found = read_all(chat(line("q", True), line("a"), line("note", is_system=True)), "a.jsonl")
    assert said(found) == [("user", "q"), ("assistant", "a"), ("system", "note")]


def test_a_message_has_its_line_and_the_name_of_the_character() -> None:
    found = read_all(chat(line("q", True), line("a")), "a.jsonl")
    assert [(one.conversation, one.line) for one in found] == [("Ada", 2), ("Ada", 3)]


def test_headers_without_names_begin_a_chat_too() -> None:
    headers: list[dict[str, Any]] = [
        {"chat_metadata": {}, "user_name": "unused", "character_name": "unused"},
        {"chat_metadata": {}},
    ]
    for header in headers:
        found = read_all(chat(line("a"), header=header), "a.jsonl")
        assert [(one.conversation, one.line) for one in found] == [(None, 2)]


def test_other_answers_that_were_generated_are_other_branches() -> None:
    swiped = line("two", swipes=["one", "two", "three"], swipe_id=1, swipe_info=[])
    found = read_all(chat(swiped, line("a", swipes=["a"], swipe_id=0)), "a.jsonl")
    assert branches(found) == [("two", "current"), ("one", "other"), ("three", "other"), ("a", None)]


def test_a_chat_as_one_array_is_read() -> None:
    found = read_all(json.dumps([HEADER, line("q", True), line("a")]), "a.json")
    assert [(one.role, one.conversation) for one in found] == [("user", "Ada"), ("assistant", "Ada")]


def test_a_record_about_a_character_is_no_header() -> None:
    record = {"user_name": "You", "character_name": "Ada", "messages": [{"role": "user", "content": "q"}]}
    assert said(read_all(json.dumps(record), "a.jsonl")) == [("user", "q")]
