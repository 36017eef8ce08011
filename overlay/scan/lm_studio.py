"""Reads the conversations that LM Studio keeps (`….conversation.json`).

The format is `{"name", "messages": [{"versions": [version], "currentlySelected": number}]}`. A version is
`{"type": "singleStep", "role", "content": [part]}` or `{"type": "multiStep", "role", "steps": [step]}`, with
steps of type `contentBlock` (`content`, and `style.type` `thinking` for reasoning), `toolStatus` and others.
Source: https://github.com/YorkieDev/lm-studio-conversation-converter/blob/main/script.js.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from .export_fields import name_of, role_of, text_of
from .model import ChatMessage, TextSpan


def is_conversation(record: Mapping[str, Any]) -> bool:
    """Return whether `record` is a conversation of LM Studio."""
    listed = record.get("messages")
    return isinstance(listed, list) and any(map(_versions, cast("list[Any]", listed)[:1]))


def messages(record: Mapping[str, Any]) -> Iterator[ChatMessage]:
    """Yield all versions of each message; the branch is `current` for the selected one."""
    name = name_of(record, "name", "createdAt")
    for number, item in enumerate(cast("list[Any]", record["messages"])):
        versions = _versions(item)
        selected = item.get("currentlySelected") if versions else None
        if not isinstance(selected, int) or not 0 <= selected < len(versions):
            selected = 0
        for place, version in enumerate(versions):
            if not isinstance(version, dict):
                continue
            found = cast("dict[str, Any]", version)
            pieces = tuple(TextSpan(text) for text in _texts(found))
            branch = "current" if place == selected else "other"
            yield ChatMessage(role_of(found.get("role")), pieces, name, str(number), branch=branch)


def _versions(item: Any) -> list[Any]:
    versions = cast("dict[str, Any]", item).get("versions") if isinstance(item, dict) else None
    return cast("list[Any]", versions) if isinstance(versions, list) else []


def _texts(version: Mapping[str, Any]) -> Iterator[str]:
    steps = version.get("steps")
    if not isinstance(steps, list):
        yield text_of(version.get("content"))
        return
    for item in cast("list[Any]", steps):
        step = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        style = step.get("style")
        thinking = isinstance(style, dict) and cast("dict[str, Any]", style).get("type") == "thinking"
        if step.get("type") == "contentBlock" and not thinking:
            yield text_of(step.get("content"))
