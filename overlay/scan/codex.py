"""Reads the sessions of the Codex CLI, and what `codex exec --json` prints.

A line of a session (`~/.codex/sessions/…/rollout-….jsonl`) is `{"timestamp", "type", "payload"}`.
`session_meta` comes first and has the `id`; a `response_item` of type `message` is a message, `{"role",
"content": [{"type": "input_text" | "output_text", "text"}]}`. Other items are native calls, their results,
and reasoning; `event_msg` repeats messages for the display. Older versions wrote the payloads alone, which
are OpenAI's messages. `codex exec --json` prints `{"type": "thread.started", "thread_id"}` and
`{"type": "item.completed", "item": {"type": "agent_message", "text"}}`. `history.jsonl` has what the user
typed, `{"session_id", "ts", "text"}`.

Sources: `RolloutItem` in https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs,
`HistoryEntry` in message_history.rs beside it, and
https://github.com/openai/codex/blob/main/docs/exec.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import ReadObject, object_in

from .export_fields import message, name_of, role_of, text_of
from .model import ChatMessage

_LINES = frozenset(
    (
        "session_meta",
        "response_item",
        "event_msg",
        "turn_context",
        "compacted",
        "world_state",
        "token_usage_record",
    )
)
_EVENTS = frozenset(
    (
        "thread.started",
        "turn.started",
        "turn.completed",
        "turn.failed",
        "item.started",
        "item.updated",
        "item.completed",
    )
)
_OLD_HEADER = frozenset(("id", "timestamp", "instructions", "git"))


def is_line(record: ReadObject) -> bool:
    """Return whether `record` is a line of a session, of the history, or of `codex exec --json`."""
    kind = record.get("type")
    if not isinstance(kind, str):
        return _is_typed(record)
    if isinstance(record.get("payload"), dict):
        return kind in _LINES
    return kind in _EVENTS


def chat_name(record: ReadObject) -> str | None:
    """Return the id of the session that begins with `record`; None if none begins."""
    kind = record.get("type")
    if kind == "session_meta":
        return name_of(object_in(record.get("payload")), "id")
    if kind == "thread.started":
        return name_of(record, "thread_id")
    # The first line of older sessions.
    return name_of(record, "id") if {"id", "timestamp"} <= record.keys() <= _OLD_HEADER else None


def messages(record: ReadObject, conversation: str | None) -> Iterator[ChatMessage]:
    """Yield the message of the line, if it has one."""
    if _is_typed(record):
        name = name_of(record, "session_id", "conversation_id") or conversation
        yield message("user", text_of(record["text"]), name, None)
    elif record.get("type") == "response_item":
        payload = object_in(record.get("payload"))
        if payload.get("type") == "message":
            text = text_of(payload.get("content"))
            yield message(role_of(payload.get("role")), text, conversation, name_of(payload, "id"))
    elif record.get("type") == "item.completed":
        item = object_in(record.get("item"))
        if item.get("type") == "agent_message":
            yield message("assistant", text_of(item.get("text")), conversation, name_of(item, "id"))


def _is_typed(record: ReadObject) -> bool:
    return isinstance(record.get("text"), str) and set(record) in (
        {"session_id", "ts", "text"},
        {"conversation_id", "ts", "text"},
    )
