"""Reads ChatGPT's `conversations.json`: a conversation is a tree of messages; the site shows one path.

The format is that of "Export data":
`{"mapping": {id: {"message", "parent", "children"}}, "current_node": id, "title", "conversation_id"}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from .export_fields import message, name_of, role_of, text_of
from .message_tree import Node, in_order
from .model import ChatMessage

_SHOWN = ("text", "multimodal_text")


def messages(conversation: Mapping[str, Any]) -> Iterator[ChatMessage]:
    """Yield the messages of all branches, each once; the site shows those of the branch `current`.

    The others were edited, or generated again.
    """
    name = name_of(conversation, "conversation_id", "id", "title")
    mapping = cast("dict[str, Any]", conversation["mapping"])
    nodes: dict[str, dict[str, Any]] = {key: node for key, node in mapping.items() if isinstance(node, dict)}
    current = conversation.get("current_node")
    for key, branch in in_order(
        {key: _links(node) for key, node in nodes.items()}, current if isinstance(current, str) else None
    ):
        item = nodes[key].get("message")
        if not isinstance(item, dict):
            continue
        entry = cast("dict[str, Any]", item)
        text = _text(entry)
        # A message to a tool of the site is a native call, not text that the user saw.
        if text and entry.get("recipient", "all") == "all":
            author = entry.get("author")
            role = role_of(cast("dict[str, Any]", author).get("role") if isinstance(author, dict) else None)
            yield message(role, text, name, name_of(entry, "id"), branch)


def _links(node: Mapping[str, Any]) -> Node:
    parent, children = node.get("parent"), node.get("children")
    listed = cast("list[Any]", children) if isinstance(children, list) else []
    return Node(parent if isinstance(parent, str) else None, [one for one in listed if isinstance(one, str)])


def _text(entry: Mapping[str, Any]) -> str:
    content = entry.get("content")
    if not isinstance(content, dict):
        return text_of(content)
    found = cast("dict[str, Any]", content)
    if found.get("content_type", "text") not in _SHOWN:
        return ""
    return text_of(found.get("parts", found.get("text")))
