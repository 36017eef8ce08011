"""Reads Gemini's chats from Google Takeout, in its three shapes.

`My Activity/Gemini Apps/MyActivity.json` is a list of `{"header": "Gemini Apps", "title": "Prompted …",
"titleUrl", "time", "products", "safeHtmlItem": [{"html"}]}`: a question and its answer as HTML, newest first.
`MyActivity.html` (Takeout's default) has the same as a page (`gemini_page`). `conversation_<N>.txt` (Gemini
in Workspace) is JSON: `{"title", "conversation_turns": [{"user_turn": {"prompt"}}, {"system_turn": {"text":
[{"data"}]}}]}`.

Google documents none of these; the sources are readers that were written from real exports:
https://github.com/AlexArchitect-Dev/gemini-takeout-refinery, and in the index of public code a reader named
`gemini_takeout` (the conversations and the page) and one for 1,452 records of MyActivity.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from .export_fields import message, name_of
from .html_pieces import fragment
from .model import ChatMessage

GEMINI = re.compile(r"gemini|bard", re.IGNORECASE)
# The verb before what the user typed. Titles in other languages are kept whole.
VERB = re.compile(r"(?:Prompted(?: with:)?|Asked(?: (?:Gemini|Bard):)?|Said|Branched|Answered)[ \xa0]")
CHAT = re.compile(r"https://gemini\.google\.com/app/([\w-]+)")


def is_activity(record: Mapping[str, Any]) -> bool:
    """Return whether `record` is an activity of Gemini, and not one of another product."""
    if not isinstance(record.get("title"), str) or "time" not in record:
        return False
    products = record.get("products")
    labels = [record.get("header"), *(cast("list[Any]", products) if isinstance(products, list) else [])]
    return "safeHtmlItem" in record or any(isinstance(one, str) and GEMINI.search(one) for one in labels)


def activity(record: Mapping[str, Any]) -> Iterator[ChatMessage]:
    """Yield the question and the answer of an activity; an activity without either has no messages."""
    link = CHAT.search(str(record.get("titleUrl", "")))
    chat, name = link[1] if link else None, name_of(record, "time")
    items = record.get("safeHtmlItem")
    answers = [
        cast("dict[str, Any]", one).get("html")
        for one in (cast("list[Any]", items) if isinstance(items, list) else [])
        if isinstance(one, dict)
    ]
    verb = VERB.match(record["title"])
    if verb or answers:
        yield message("user", record["title"][verb.end() if verb else 0 :], chat, name)
    for answer in answers:
        if isinstance(answer, str):
            yield ChatMessage("assistant", fragment(answer), chat, name)


def conversation(record: Mapping[str, Any]) -> Iterator[ChatMessage]:
    """Yield the messages of a record with `conversation_turns`."""
    name = name_of(record, "title", "creation_time")
    for number, item in enumerate(cast("list[Any]", record["conversation_turns"])):
        turn = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        asked, answered = turn.get("user_turn"), turn.get("system_turn")
        if isinstance(asked, dict):
            prompt = cast("dict[str, Any]", asked).get("prompt")
            yield message("user", prompt if isinstance(prompt, str) else "", name, str(number))
        if isinstance(answered, dict):
            parts = cast("dict[str, Any]", answered).get("text")
            listed = cast("list[Any]", parts) if isinstance(parts, list) else []
            texts = [cast("dict[str, Any]", one).get("data") for one in listed if isinstance(one, dict)]
            text = "\n\n".join(one for one in texts if isinstance(one, str))
            yield message("assistant", text, name, str(number))
