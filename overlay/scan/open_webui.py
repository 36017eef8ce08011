"""Reads the chats that Open WebUI exports (`chat-export-….json`): a list of its rows.

The format is `{"id", "title", "chat": {"history": {"messages": {id: {"id", "parentId", "childrenIds", "role",
"content"}}, "currentId"}, "messages": [the shown branch]}}`. Sources: `exportChats` in
https://github.com/open-webui/open-webui/blob/main/src/lib/components/chat/Settings/Chats.svelte, and the
model in https://github.com/open-webui/open-webui/blob/main/backend/open_webui/models/chats.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import JsonObject, ReadObject, object_in

from .export_fields import message, name_of, role_of, text_of
from .message_tree import in_order, node_of
from .model import ChatMessage


def history_in(record: ReadObject) -> JsonObject | None:
    """Return the history of a row, or of its `chat` alone; None if there is none with messages."""
    chat = object_in(record["chat"]) if "chat" in record else record
    history = object_in(chat.get("history"))
    return history if object_in(history.get("messages")) else None


def messages(record: ReadObject, history: ReadObject) -> Iterator[ChatMessage]:
    """Yield the messages of all branches of `history`, which `history_in` found in `record`."""
    inner = object_in(record.get("chat"))
    name = name_of(record, "id") or name_of(inner, "id", "title") or name_of(record, "title")
    listed = object_in(history["messages"])
    nodes = {key: node for key, node in listed.items() if isinstance(node, dict)}
    links = {key: node_of(node.get("parentId"), node.get("childrenIds")) for key, node in nodes.items()}
    for key, branch in in_order(links, history.get("currentId")):
        entry = nodes[key]
        yield message(role_of(entry.get("role")), text_of(entry.get("content")), name, key, branch)
