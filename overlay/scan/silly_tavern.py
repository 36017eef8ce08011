"""Reads SillyTavern's chats: JSONL, a header and then one message a line.

The header is `{"user_name", "character_name", "create_date", "chat_metadata"}`; newer versions write `unused`
for the names. A message is `{"name", "is_user", "is_system", "send_date", "mes", "extra", "swipes",
"swipe_id"}`: `mes` is the shown text, `swipes` has all answers that were generated, and `is_system` is set
for the program's own messages and for those that the user hid from the model. Reasoning is in `extra`.
Source: https://github.com/SillyTavern/SillyTavern/blob/release/src/endpoints/chats.js.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import ReadObject

from .export_fields import message, name_of, text_of
from .model import ChatMessage, Role


def is_message(record: ReadObject) -> bool:
    """Return whether `record` is a message of SillyTavern."""
    return isinstance(record.get("mes"), str) and "is_user" in record


def is_header(record: ReadObject) -> bool:
    """Return whether `record` is the first line of a chat."""
    names = "user_name" in record and "character_name" in record and "create_date" in record
    return "mes" not in record and ("chat_metadata" in record or names)


def chat_name(header: ReadObject) -> str | None:
    """Return the character's name, which is all that a header has for a name."""
    name = name_of(header, "character_name")
    return None if name == "unused" else name


def messages(record: ReadObject, conversation: str | None) -> Iterator[ChatMessage]:
    """Yield the shown text, and the other answers that were generated in its place."""
    role: Role = "user" if record.get("is_user") else "system" if record.get("is_system") else "assistant"
    found = record.get("swipes")
    swipes = found if isinstance(found, list) and len(found) > 1 else []
    shown = record.get("swipe_id")
    yield message(role, text_of(record["mes"]), conversation, None, "current" if swipes else None)
    for number, text in enumerate(swipes):
        if isinstance(text, str) and number != shown:
            yield message(role, text, conversation, None, "other")
