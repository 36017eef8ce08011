"""Reads pages saved as one file (MHTML, RFC 2557): a MIME message with HTML parts for page and frames."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default

from . import html
from .model import ChatMessage, Unreadable


def messages(data: bytes) -> Iterator[ChatMessage]:
    """Yield the messages of the page, then of its frames, without line numbers, since parts are encoded.

    Raises Unreadable if no part is HTML.
    """
    whole = message_from_bytes(data, policy=default)
    found = False
    for part in whole.walk():
        if part.get_content_type() not in ("text/html", "application/xhtml+xml"):
            continue
        page = part.get_payload(decode=True)
        if isinstance(page, bytes) and page.strip():
            url = str(part.get("Content-Location", ""))
            if not found:
                url = str(whole.get("Snapshot-Content-Location", url))
            found = True
            address = url if url.startswith(("http://", "https://")) else ""
            yield from html.messages(page, url=address, encoding=part.get_content_charset(), lines=False)
    if not found:
        raise Unreadable("no saved page: no part of it is HTML")
