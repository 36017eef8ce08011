"""Reads ChatGPT's `conversations.json`: a conversation is a tree of messages; the site shows one path.

The format is that of "Export data":
`{"mapping": {id: {"message", "parent", "children"}}, "current_node": id, "title", "conversation_id"}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from .export_fields import message, name_of, role_of, text_of
from .model import Message

_SHOWN = ("text", "multimodal_text")


def messages(conversation: Mapping[str, Any]) -> Iterator[Message]:
    """Yield the messages on the current path, first to last, without edited and regenerated versions."""
    name = name_of(conversation, "conversation_id", "id", "title")
    for node in path(conversation):
        item = node.get("message")
        if not isinstance(item, dict):
            continue
        entry = cast("dict[str, Any]", item)
        text = _text(entry)
        # A message to a tool of the site is a native call, not text that the user saw.
        if text and entry.get("recipient", "all") == "all":
            author = entry.get("author")
            role = role_of(cast("dict[str, Any]", author).get("role") if isinstance(author, dict) else None)
            yield message(role, text, name, name_of(entry, "id"))


def path(conversation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the nodes from the root to the current node; without one, follow the last child of each node."""
    mapping = cast("dict[str, Any]", conversation["mapping"])
    nodes: dict[str, dict[str, Any]] = {key: node for key, node in mapping.items() if isinstance(node, dict)}
    at = conversation.get("current_node")
    if not isinstance(at, str) or at not in nodes:
        at = _last_leaf(nodes)
    found: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in nodes and at not in seen:
        seen.add(at)
        found.append(nodes[at])
        at = nodes[at].get("parent")
    return found[::-1]


def _last_leaf(nodes: Mapping[str, Mapping[str, Any]]) -> str | None:
    at = next((key for key, node in nodes.items() if node.get("parent") not in nodes), None)
    seen: set[str] = set()
    while at is not None and at not in seen:
        seen.add(at)
        children = nodes[at].get("children")
        known = [one for one in cast("list[Any]", children or []) if one in nodes]
        if not known:
            break
        at = known[-1]
    return at


def _text(entry: Mapping[str, Any]) -> str:
    content = entry.get("content")
    if not isinstance(content, dict):
        return text_of(content)
    found = cast("dict[str, Any]", content)
    if found.get("content_type", "text") not in _SHOWN:
        return ""
    return text_of(found.get("parts", found.get("text")))
