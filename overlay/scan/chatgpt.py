"""Reads ChatGPT's `conversations.json`: a conversation is a tree of messages; the site shows one path.

The format is that of "Export data":
`{"mapping": {id: {"message", "parent", "children"}}, "current_node": id, "title", "conversation_id"}`.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import ReadObject, object_in

from .export_fields import message, name_of, role_of, text_of
from .message_tree import in_order, node_of
from .model import ChatMessage

_SHOWN = ("text", "multimodal_text")


def messages(conversation: ReadObject) -> Iterator[ChatMessage]:
    """Yield the messages of all branches, each once; the site shows those of the branch `current`.

    The others were edited, or generated again.
    """
    name = name_of(conversation, "conversation_id", "id", "title")
    mapping = object_in(conversation["mapping"])
    nodes = {key: node for key, node in mapping.items() if isinstance(node, dict)}
    links = {key: node_of(node.get("parent"), node.get("children")) for key, node in nodes.items()}
    for key, branch in in_order(links, conversation.get("current_node")):
        entry = nodes[key].get("message")
        if not isinstance(entry, dict):
            continue
        text = _text(entry)
        # A message to a tool of the site is a native call, not text that the user saw.
        if text and entry.get("recipient", "all") == "all":
            role = role_of(object_in(entry.get("author")).get("role"))
            yield message(role, text, name, name_of(entry, "id"), branch)


def _text(entry: ReadObject) -> str:
    content = entry.get("content")
    if not isinstance(content, dict):
        return text_of(content)
    if content.get("content_type", "text") not in _SHOWN:
        return ""
    return text_of(content.get("parts", content.get("text")))
