from __future__ import annotations

from overlay.scan.file_kind import kind_by_head, kind_by_name


def test_the_kind_of_a_file_is_known_by_its_name_or_its_first_bytes() -> None:
    names = {
        "a/B.HTML": "html",
        "a.mht": "mhtml",
        "a.jsonl": "jsonl",
        "a.md": "text",
        "a.png": None,
        "a": None,
    }
    heads = {
        b"PK\x03\x04..": "zip",
        b"\xef\xbb\xbf<!DOCTYPE html>": "html",
        b"<!-- saved --> <html lang=en>": "html",
        b"From: <Saved by Blink>\r\nContent-Type: multipart/related;": "mhtml",
        b"From: you\nhello": "text",
        b' {\n "a"': "json",
        b"[ {": "json",
        b"{curly words}": "text",
        b"[a link](x)": "text",
        b"": "text",
    }
    assert {name: kind_by_name(name) for name in names} == names
    assert {head: kind_by_head(head) for head in heads} == heads
