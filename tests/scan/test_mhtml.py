from __future__ import annotations

import base64
import quopri

import pytest

from overlay.scan.mhtml import messages
from overlay.scan.model import Unreadable
from tests.scan.helpers import ESCAPED, calls

PAGE = f'<div data-role="assistant" data-message-id="M"><pre>Zürich\n{ESCAPED}</pre></div>'


def saved(*parts: tuple[str, str, bytes], url: str = "https://x.example/c/abcdefgh1") -> bytes:
    """The parts as (type, transfer encoding, body), as Chromium saves a page."""
    head = f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {url}\r\nMIME-Version: 1.0\r\n"
    head += 'Content-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n'
    body = b""
    for number, (kind, encoding, data) in enumerate(parts):
        about = f"--b\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n"
        body += f"{about}Content-Location: cid:frame-{number}\r\n\r\n".encode() + data + b"\r\n"
    return head.encode() + body + b"--b--\r\n"


def test_a_page_is_read_in_each_encoding_with_lines_of_its_messages() -> None:
    parts = [
        ("text/html", "quoted-printable", quopri.encodestring(PAGE.encode())),
        ("text/html", "base64", base64.encodebytes(PAGE.encode())),
        ("text/html", "binary", PAGE.encode()),
        ("text/html; charset=cp1252", "binary", PAGE.encode("cp1252")),
    ]
    for part in parts:
        found = [
            (one.role, one.message, one.conversation, one.line_in) for one in calls(*messages(saved(part)))
        ]
        assert found == [("assistant", "M", "abcdefgh1", "message")]


def test_frames_are_read_and_pictures_are_not() -> None:
    page = ("text/html", "binary", PAGE.encode())
    found = list(messages(saved(page, ("image/png", "base64", b"AAAA"), page, ("text/html", "binary", b" "))))
    assert [one.conversation for one in found] == ["abcdefgh1", None]


def test_a_mail_without_a_page_is_reported() -> None:
    with pytest.raises(Unreadable, match="no part of it is HTML"):
        list(messages(saved(("image/png", "base64", b"AAAA"))))
