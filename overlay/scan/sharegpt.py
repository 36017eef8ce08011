"""Reads what is special in ShareGPT's chats; `records` reads the rest.

A chat is `{"id", "conversations": [{"from": "human" | "gpt", "value"}]}`; the site's own records have `items`
in place of `conversations`. In chats as they were shared, the value of an answer is a piece of ChatGPT's
page, `<div class="markdown prose …">…`, which
https://github.com/lm-sys/FastChat/blob/main/fastchat/data/clean_sharegpt.py turns into Markdown. Other data
sets have pairs, `{"conversation": [{"human", "assistant"}]}`
(https://huggingface.co/datasets/shareAI/ShareGPT-Chinese-English-90k).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from overlay.common.json_types import JsonObject, JsonValue

from .export_fields import message, text_of
from .model import ChatMessage

_PAGE = re.compile(r"""\s*(?:<div[^<>]{0,200}>\s*){0,8}<div class=["'][^"'<>]*\bmarkdown\b""")


def is_page(value: object) -> bool:
    """Return whether the value of a message is a piece of a page, and not Markdown."""
    return isinstance(value, str) and value.lstrip().startswith("<div") and _PAGE.match(value) is not None


def is_pair(entry: JsonValue) -> TypeGuard[JsonObject]:
    """Return whether `entry` is a question and its answer."""
    if not isinstance(entry, dict):
        return False
    return isinstance(entry.get("human"), str) and isinstance(entry.get("assistant"), str)


def pairs(entries: list[JsonValue], conversation: str | None) -> Iterator[ChatMessage]:
    """Yield the question and the answer of each pair."""
    for number, entry in enumerate(entries):
        if is_pair(entry):
            yield message("user", text_of(entry["human"]), conversation, str(number))
            yield message("assistant", text_of(entry["assistant"]), conversation, str(number))
