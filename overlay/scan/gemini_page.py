"""Reads the page of activities from Google Takeout, `My Activity/Gemini Apps/MyActivity.html`.

This is what Takeout gives by default; `gemini` says where the shape is from. An activity is `<div
class="outer-cell …">`, with `<p class="mdl-typography--title">Gemini Apps`, and with a cell `<div
class="content-cell … mdl-typography--body-1">`: the verb and the question, `<br>`, the date, `<br>`, and the
answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree as lxml_etree

from .gemini import CHAT, GEMINI, VERB
from .html_pieces import pieces
from .model import ChatMessage, Role

etree: Any = lxml_etree  # lxml has no types
_DATE = re.compile(r"(?=.*\d{4})(?=.*\d{1,2}[:.]\d{2}[:.]\d{2})[^\n]{0,80}$")
_CARD = "contains(concat(' ', @class, ' '), ' outer-cell ')"
_CELL = "contains(concat(' ', @class, ' '), ' mdl-typography--body-1 ')"


def cards(root: Any) -> list[Any]:
    """Return the activities of Gemini on a page; [] if the page is another."""
    found = root.xpath(f"//div[{_CARD}]")
    return [card for card in found if GEMINI.search(card.xpath("string(.//p)"))]


def messages(card: Any, *, lines: bool) -> Iterator[ChatMessage]:
    """Yield the question and the answer of an activity. The card is taken apart.

    Without a date between them, the text is a message of role `unknown`.
    """
    link = next((found for at in card.iter("a") if (found := CHAT.search(at.get("href", "")))), None)
    cell = next(iter(card.xpath(f".//div[{_CELL}]")), None)
    if cell is None:
        return
    date = next((at for at in cell.iterchildren("br") if _DATE.match((at.tail or "").strip())), None)
    parts: list[tuple[Role, Any]] = [("unknown", cell)]
    name = None
    if date is not None:
        name = date.tail.strip()
        answer = etree.Element("div")
        after = list(date.itersiblings())
        for at in after:
            answer.append(at)
        if after and after[0].tag == "br":
            answer.text = after[0].tail
            answer.remove(after[0])
        cell.remove(date)
        text = (cell.text or "").lstrip()
        verb = VERB.match(text)
        cell.text = text[verb.end() :] if verb else text
        parts = [("user", cell), ("assistant", answer)]
    for role, part in parts:
        found = tuple(pieces(part, lines=lines))
        if found:
            yield ChatMessage(role, found, link[1] if link else None, name)
