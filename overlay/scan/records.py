"""Reads the messages of one JSON record, in the shapes of chat exports and data sets.

The exports of programs have a module each. The other shapes are recognised by their keys: OpenAI messages
(`{"messages": [{"role", "content"}]}`, also one message per record, the `choices` of an answer, or
`{"message": {…}}` in agents' logs), ShareGPT (`sharegpt`), pairs (`prompt` and `completion`, `instruction`
and `output`), and `{"text": …}`. Native calls (`tool_calls`, a `tool_use` part) are left out, since they are
not printed text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeGuard

from overlay.common.json_types import JsonObject, JsonValue, ReadObject, list_in

from . import chatgpt, claude, codex, gemini, librechat, lm_studio, open_webui, sharegpt, silly_tavern
from .export_fields import message, name_of, role_of, text_of
from .model import ChatMessage, UnknownShape

_DEEPEST = 4
_ASKED = ("prompt", "instruction", "question", "input")
_ANSWERED = ("completion", "response", "output", "answer", "chosen")


def messages(record: JsonValue, conversation: str | None = None) -> Iterator[ChatMessage]:
    """Yield the messages of `record`; `conversation` is what a record before it says (`chat_begins`).

    Raises UnknownShape if it has none of the known shapes.
    """
    found = _in(record, conversation, 0)
    if found is None:
        raise UnknownShape(
            "no chat in a known shape: ChatGPT, Claude, Codex, Gemini, LibreChat, LM Studio, Open WebUI,"
            " SillyTavern, OpenAI messages, ShareGPT, prompt and completion"
        )
    yield from found


def chat_begins(record: JsonValue) -> tuple[bool, str | None]:
    """Return whether `record` is a header, after which the records of a chat follow, and the chat's name."""
    if not isinstance(record, dict):
        return False, None
    if silly_tavern.is_header(record):
        return True, silly_tavern.chat_name(record)
    name = codex.chat_name(record)
    return name is not None, name


def _export(entry: JsonObject, conversation: str | None) -> Iterator[ChatMessage] | None:
    """Return the messages of what a program has exported; None if it is none of those known."""
    if isinstance(entry.get("mapping"), dict):
        return chatgpt.messages(entry)
    if isinstance(entry.get("chat_messages"), list):
        return claude.messages(entry)
    if isinstance(entry.get("conversation_turns"), list):
        return gemini.conversation(entry)
    if (history := open_webui.history_in(entry)) is not None:
        return open_webui.messages(entry, history)
    for known, read in _BY_SHAPE:
        if known(entry):
            return read(entry)
    if silly_tavern.is_message(entry):
        return silly_tavern.messages(entry, conversation)
    return codex.messages(entry, conversation) if codex.is_line(entry) else None


_BY_SHAPE: tuple[tuple[Callable[[JsonObject], bool], Callable[[JsonObject], Iterator[ChatMessage]]], ...] = (
    (lm_studio.is_conversation, lm_studio.messages),
    (librechat.is_export, librechat.messages),
    (gemini.is_activity, gemini.activity),
)


def _in(record: JsonValue, conversation: str | None, depth: int) -> Iterator[ChatMessage] | None:
    """Return the messages, or None if the record is not a chat."""
    if depth > _DEEPEST:
        return None
    if isinstance(record, list):
        return _list(record, conversation, depth)
    if not isinstance(record, dict):
        return None
    found = _export(record, conversation)
    if found is not None:
        return found
    conversation = (
        name_of(record, "conversation_id", "conversationId", "session_id", "sessionId") or conversation
    )
    if _is_message(record):
        return iter([_message(record, conversation, None)])
    own = conversation or name_of(record, "custom_id", "id", "title")
    for key in (
        "messages",
        "conversations",
        "conversation",
        "chat",
        "items",
        "choices",
        "message",
        "body",
        "response",
    ):
        if isinstance(record.get(key), list | dict):
            inner = record[key]
            if key == "message" and _is_message(inner):
                return iter([_message(inner, conversation, name_of(record, "uuid", "id"))])
            found = _in(inner, own, depth + 1)
            if found is not None:
                return found
    return _pair(record, own)


def _list(entries: list[JsonValue], conversation: str | None, depth: int) -> Iterator[ChatMessage] | None:
    """Return the messages of a list of messages or of records, None if it has neither; skip other items."""
    if any(_is_message(entry) for entry in entries):
        return _turns(entries, conversation)
    if any(map(sharegpt.is_pair, entries)):
        return sharegpt.pairs(entries, conversation)
    found = [one for one in (_in(entry, conversation, depth + 1) for entry in entries) if one is not None]
    return (each for one in found for each in one) if found else None


def _turns(entries: Sequence[JsonValue], conversation: str | None) -> Iterator[ChatMessage]:
    for number, entry in enumerate(entries):
        if _is_message(entry):
            yield _message(entry, conversation, str(number))


def _is_message(entry: JsonValue) -> TypeGuard[JsonObject]:
    if not isinstance(entry, dict):
        return False
    who = isinstance(entry.get("role") or entry.get("from") or entry.get("sender"), str)
    return (who or "isCreatedByUser" in entry) and any(key in entry for key in ("content", "value", "text"))


def _message(entry: ReadObject, conversation: str | None, number: str | None) -> ChatMessage:
    role = entry.get("role") or entry.get("from") or entry.get("sender")
    if "isCreatedByUser" in entry:
        role = "user" if entry["isCreatedByUser"] else "assistant"
    if "from" in entry and sharegpt.is_page(entry.get("value")):
        from .html_pieces import fragment  # slow to import, and rarely needed

        pieces = fragment(text_of(entry["value"]))
        return ChatMessage(role_of(role), pieces, conversation, name_of(entry, "id", "uuid") or number)
    text = entry.get("content") or entry.get("value") or entry.get("text")
    return message(role_of(role), text_of(text), conversation, name_of(entry, "id", "uuid") or number)


def _pair(entry: ReadObject, conversation: str | None) -> Iterator[ChatMessage] | None:
    answered = next((key for key in _ANSWERED if key in entry), None)
    if answered is None:
        text = entry.get("text")
        return iter([message("unknown", text, conversation, None)]) if isinstance(text, str) else None
    asked = [key for key in _ASKED if entry.get(key)]
    if not asked:
        return None
    return _sides(entry, [*asked, answered], conversation)


def _sides(entry: ReadObject, keys: list[str], conversation: str | None) -> Iterator[ChatMessage]:
    for key in keys:
        text, turns = text_of(entry[key]), list_in(entry[key])
        if any(map(_is_message, turns)):
            yield from _turns(turns, conversation)
        else:
            yield message("user" if key in _ASKED else "assistant", text, conversation, key)
