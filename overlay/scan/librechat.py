"""Reads the JSON that LibreChat exports for a conversation, flat or as a tree.

The format is `{"conversationId", "title", "branches", "recursive", "messages": [message]}`, or with
`"messagesTree"` in place of `messages`, where each message has `children`. A message is `{"messageId",
"parentMessageId", "sender", "isCreatedByUser", "text", "content": [part]}`; where there are parts (`text`,
`think`, `tool_call`), `text` is empty. Source: `exportJSON` in
https://github.com/danny-avila/LibreChat/blob/main/client/src/hooks/Conversations/useExportConversation.ts.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import JsonObject, JsonValue, ReadObject, list_in

from .export_fields import message, name_of, text_of
from .message_tree import Node, in_order
from .model import ChatMessage


def is_export(record: ReadObject) -> bool:
    """Return whether `record` is an export of LibreChat."""
    listed = record.get("messagesTree", record.get("messages"))
    if "conversationId" not in record or not isinstance(listed, list):
        return False
    return any(isinstance(one, dict) and "isCreatedByUser" in one for one in listed)


def messages(record: ReadObject) -> Iterator[ChatMessage]:
    """Yield the messages of all branches that were exported.

    The export doesn't say which of them was shown: `current` is the last of each, as the site opens a chat.
    """
    name = name_of(record, "conversationId", "title")
    entries: dict[str, JsonObject] = {}
    nodes: dict[str, Node] = {}
    for entry, above in _flat(list_in(record.get("messagesTree", record.get("messages")))):
        key = name_of(entry, "messageId") or str(len(entries))
        # Messages without a parent are a list, one after the other.
        before = None if "parentMessageId" in entry else next(reversed(entries), None)
        entries.setdefault(key, entry)
        nodes.setdefault(key, Node(above or name_of(entry, "parentMessageId") or before))
    for key, branch in in_order(nodes, None):
        entry = entries[key]
        text = text_of(entry.get("content")) or text_of(entry.get("text"))
        yield message("user" if entry.get("isCreatedByUser") else "assistant", text, name, key, branch)


def _flat(tree: list[JsonValue]) -> Iterator[tuple[JsonObject, str | None]]:
    """Yield each message and its parent's id, if the tree tells it; parents come first."""
    waiting: list[tuple[JsonValue, str | None]] = [(one, None) for one in reversed(tree)]
    while waiting:
        entry, above = waiting.pop()
        if isinstance(entry, dict):
            yield entry, above
            children = entry.get("children")
            if isinstance(children, list):
                key = name_of(entry, "messageId")
                waiting += [(one, key) for one in reversed(children)]
