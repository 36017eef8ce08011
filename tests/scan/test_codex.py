from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import read_all, said


def message(role: str, text: str) -> dict[str, Any]:
    part = {"type": "output_text" if role == "assistant" else "input_text", "text": text}
    return {"type": "message", "role": role, "content": [part]}


def line(kind: str, /, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2025-10-29T00:59:38.317Z", "type": kind, "payload": payload}


META = {
    "id": "S",
    "timestamp": "2025-10-29T00:59:38.308Z",
    "cwd": "/home/me",
    "originator": "codex_cli_rs",
    "cli_version": "0.46.0",
    "instructions": None,
    "source": "cli",
}
SESSION = [
    line("session_meta", **META),
    line("response_item", **message("user", "<environment_context>…</environment_context>")),
    line("response_item", **message("user", "q")),
    line("event_msg", type="user_message", message="q", kind="plain"),
    line("turn_context", cwd="/home/me", approval_policy="never", model="gpt-5-codex", summary="auto"),
    line("event_msg", type="agent_reasoning", text="hm"),
    line("response_item", type="reasoning", summary=[{"type": "summary_text", "text": "hm"}], content=None),
    line("response_item", type="function_call", name="shell", arguments='{"command": ["ls"]}', call_id="c"),
    line("response_item", type="function_call_output", call_id="c", output='{"output": "a"}'),
    line("event_msg", type="agent_message", message="a"),
    line("response_item", **message("assistant", "a")),
    line("event_msg", type="token_count", info=None),
]
SAID = [("user", "q"), ("assistant", "a")]


def jsonl(*lines: dict[str, Any]) -> str:
    return "\n".join(map(json.dumps, lines))


def test_each_message_of_a_session_is_read_once() -> None:
    assert said(read_all(jsonl(*SESSION), "rollout-1.jsonl"))[1:] == SAID


def test_a_message_has_its_line_and_the_id_of_the_session() -> None:
    found = read_all(jsonl(*SESSION), "rollout-1.jsonl")
    assert [(one.conversation, one.line) for one in found] == [("S", 2), ("S", 3), ("S", 11)]


def test_sessions_of_older_versions_are_read() -> None:
    head: dict[str, Any] = {
        "id": "S",
        "timestamp": "2025-05-07T17:24:21.123Z",
        "instructions": None,
        "git": {},
    }
    found = read_all(jsonl(head, message("user", "q"), message("assistant", "a")), "rollout-1.jsonl")
    assert [(one.role, one.conversation) for one in found] == [("user", "S"), ("assistant", "S")]


def test_the_output_of_exec_is_read() -> None:
    found = read_all(
        jsonl(
            {"type": "thread.started", "thread_id": "S"},
            {"type": "turn.started"},
            {"type": "item.completed", "item": {"id": "item_0", "type": "reasoning", "text": "hm"}},
            {"type": "item.completed", "item": {"id": "item_1", "type": "agent_message", "text": "a"}},
            {"type": "turn.completed", "usage": {"input_tokens": 1, "output_tokens": 1}},
        ),
        "a.jsonl",
    )
    assert [(one.role, one.conversation, one.message) for one in found] == [("assistant", "S", "item_1")]


def test_the_history_has_the_words_of_the_user() -> None:
    for key in ("session_id", "conversation_id"):
        found = read_all(jsonl({key: "S", "ts": 1750000000, "text": "q"}), "history.jsonl")
        assert [(one.role, one.conversation) for one in found] == [("user", "S")]
