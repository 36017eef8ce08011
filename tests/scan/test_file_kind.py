from __future__ import annotations

import pytest

from overlay.scan.file_kind import kind_by_head, kind_by_name


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a/B.HTML", "html"),
        ("a.mht", "mhtml"),
        ("a.jsonl", "jsonl"),
        ("a.md", "text"),
        ("a.png", None),
        ("a", None),
    ],
)
def test_the_end_of_a_name_says_the_kind(name: str, kind: str | None) -> None:
    assert kind_by_name(name) == kind


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"PK\x03\x04..", "zip"),
        (b"\xef\xbb\xbf<!DOCTYPE html>", "html"),
        (b"<!-- saved --> <html lang=en>", "html"),
        (b"From: <Saved by Blink>\r\nContent-Type: multipart/related;", "mhtml"),
        (b"From: you\nhello", "text"),
        (b' {\n "a"', "json"),
        (b"[ {", "json"),
        (b"{curly words}", "text"),
        (b"[a link](x)", "text"),
        (b"", "text"),
    ],
)
def test_else_the_first_bytes_do(head: bytes, kind: str) -> None:
    assert kind_by_head(head) == kind
