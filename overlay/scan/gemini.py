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
from collections.abc import Iterator

from overlay.common.json_types import ReadObject, list_in, object_in

from .export_fields import message, name_of, text_of
from .html_pieces import fragment
from .model import ChatMessage

GEMINI = re.compile(r"gemini|bard", re.IGNORECASE)
# The verb before what the user typed. Titles in other languages are kept whole.
VERB = re.compile(r"(?:Prompted(?: with:)?|Asked(?: (?:Gemini|Bard):)?|Said|Branched|Answered)[ \xa0]")
CHAT = re.compile(r"https://gemini\.google\.com/app/([\w-]+)")


def is_activity(record: ReadObject) -> bool:
    """Return whether `record` is an activity of Gemini, and not one of another product."""
    if not isinstance(record.get("title"), str) or "time" not in record:
        return False
    labels = [record.get("header"), *list_in(record.get("products"))]
    return "safeHtmlItem" in record or any(isinstance(one, str) and GEMINI.search(one) for one in labels)


def activity(record: ReadObject) -> Iterator[ChatMessage]:
    """Yield the question and the answer of an activity; an activity without either has no messages."""
    link = CHAT.search(str(record.get("titleUrl", "")))
    chat, name = link[1] if link else None, name_of(record, "time")
    answers = [one.get("html") for one in list_in(record.get("safeHtmlItem")) if isinstance(one, dict)]
    title = text_of(record["title"])
    verb = VERB.match(title)
    if verb or answers:
        yield message("user", title[verb.end() if verb else 0 :], chat, name)
    for answer in answers:
        if isinstance(answer, str):
            yield ChatMessage("assistant", fragment(answer), chat, name)


def conversation(record: ReadObject) -> Iterator[ChatMessage]:
    """Yield the messages of a record with `conversation_turns`."""
    name = name_of(record, "title", "creation_time")
    for number, item in enumerate(list_in(record["conversation_turns"])):
        turn = object_in(item)
        asked, answered = turn.get("user_turn"), turn.get("system_turn")
        if isinstance(asked, dict):
            prompt = asked.get("prompt")
            yield message("user", prompt if isinstance(prompt, str) else "", name, str(number))
        if isinstance(answered, dict):
            texts = [one.get("data") for one in list_in(answered.get("text")) if isinstance(one, dict)]
            text = "\n\n".join(one for one in texts if isinstance(one, str))
            yield message("assistant", text, name, str(number))
