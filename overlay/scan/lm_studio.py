"""Reads the conversations that LM Studio keeps (`….conversation.json`).

The format is `{"name", "messages": [{"versions": [version], "currentlySelected": number}]}`. A version is
`{"type": "singleStep", "role", "content": [part]}` or `{"type": "multiStep", "role", "steps": [step]}`, with
steps of type `contentBlock` (`content`, and `style.type` `thinking` for reasoning), `toolStatus` and others.
Source: https://github.com/YorkieDev/lm-studio-conversation-converter/blob/main/script.js.
"""

from __future__ import annotations

from collections.abc import Iterator

from overlay.common.json_types import JsonValue, ReadObject, list_in, object_in

from .export_fields import name_of, role_of, text_of
from .model import ChatMessage, TextSpan


def is_conversation(record: ReadObject) -> bool:
    """Return whether `record` is a conversation of LM Studio."""
    listed = record.get("messages")
    return isinstance(listed, list) and any(map(_versions, listed[:1]))


def messages(record: ReadObject) -> Iterator[ChatMessage]:
    """Yield all versions of each message; the branch is `current` for the selected one."""
    name = name_of(record, "name", "createdAt")
    for number, item in enumerate(list_in(record["messages"])):
        versions = _versions(item)
        selected = object_in(item).get("currentlySelected")
        if not isinstance(selected, int) or not 0 <= selected < len(versions):
            selected = 0
        for place, version in enumerate(versions):
            if not isinstance(version, dict):
                continue
            pieces = tuple(TextSpan(text) for text in _texts(version))
            branch = "current" if place == selected else "other"
            yield ChatMessage(role_of(version.get("role")), pieces, name, str(number), branch=branch)


def _versions(item: JsonValue) -> list[JsonValue]:
    return list_in(object_in(item).get("versions"))


def _texts(version: ReadObject) -> Iterator[str]:
    steps = version.get("steps")
    if not isinstance(steps, list):
        yield text_of(version.get("content"))
        return
    for item in steps:
        step = object_in(item)
        thinking = object_in(step.get("style")).get("type") == "thinking"
        if step.get("type") == "contentBlock" and not thinking:
            yield text_of(step.get("content"))
