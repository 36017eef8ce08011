"""Reads the chats that Open WebUI exports (`chat-export-….json`): a list of its rows.

The format is `{"id", "title", "chat": {"history": {"messages": {id: {"id", "parentId", "childrenIds", "role",
"content"}}, "currentId"}, "messages": [the shown branch]}}`. Sources: `exportChats` in
https://github.com/open-webui/open-webui/blob/main/src/lib/components/chat/Settings/Chats.svelte, and the
model in https://github.com/open-webui/open-webui/blob/main/backend/open_webui/models/chats.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from .export_fields import message, name_of, role_of, text_of
from .message_tree import Node, in_order
from .model import ChatMessage


def history_in(record: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the history of a row, or of its `chat` alone; None if there is none with messages."""
    chat = record.get("chat", record)
    history: Any = cast("dict[str, Any]", chat).get("history") if isinstance(chat, dict) else None
    if not isinstance(history, dict):
        return None
    found = cast("dict[str, Any]", history)
    return found if found.get("messages") and isinstance(found["messages"], dict) else None


def messages(record: Mapping[str, Any], history: Mapping[str, Any]) -> Iterator[ChatMessage]:
    """Yield the messages of all branches of `history`, which `history_in` found in `record`."""
    chat = record.get("chat")
    inner = cast("dict[str, Any]", chat) if isinstance(chat, dict) else {}
    name = name_of(record, "id") or name_of(inner, "id", "title") or name_of(record, "title")
    listed = cast("dict[str, Any]", history["messages"])
    nodes: dict[str, dict[str, Any]] = {key: node for key, node in listed.items() if isinstance(node, dict)}
    current = history.get("currentId")
    for key, branch in in_order(
        {key: _links(node) for key, node in nodes.items()}, current if isinstance(current, str) else None
    ):
        entry = nodes[key]
        yield message(role_of(entry.get("role")), text_of(entry.get("content")), name, key, branch)


def _links(node: Mapping[str, Any]) -> Node:
    parent, children = node.get("parentId"), node.get("childrenIds")
    listed = cast("list[Any]", children) if isinstance(children, list) else []
    return Node(parent if isinstance(parent, str) else None, [one for one in listed if isinstance(one, str)])
