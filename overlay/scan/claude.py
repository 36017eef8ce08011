"""Reads Claude's `conversations.json`.

The format is `{"uuid", "name", "chat_messages": [{"uuid", "sender", "text", "content"}]}`. `content` has the
original parts (text, thinking, native calls and results). `text` has all of them as one text, with a
placeholder for each part that the export can't write, so it is only read if there are no parts.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import ReadObject, list_in

from .export_fields import message, name_of, role_of, text_of
from .model import ChatMessage


def messages(conversation: ReadObject) -> Iterator[ChatMessage]:
    """Yield the messages in the order of the export."""
    name = name_of(conversation, "uuid", "name")
    for number, entry in enumerate(list_in(conversation["chat_messages"])):
        if isinstance(entry, dict):
            text = text_of(entry.get("content") or entry.get("text"))
            yield message(role_of(entry.get("sender")), text, name, name_of(entry, "uuid") or str(number))
