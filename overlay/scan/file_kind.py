"""Finds the kind of a file by the end of its name, otherwise by its first bytes."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Literal

Kind = Literal["html", "mhtml", "json", "jsonl", "text", "zip"]

SUFFIXES: dict[str, Kind] = {
    ".html": "html", ".htm": "html", ".xhtml": "html",
    ".mhtml": "mhtml", ".mht": "mhtml",
    ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".md": "text", ".markdown": "text", ".txt": "text", ".text": "text",
    ".zip": "zip",
}  # fmt: skip
_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(rb"(?:From|MIME-Version|Snapshot-Content-Location|Content-Type): ", re.IGNORECASE)
HEAD = 4096


def kind_by_name(name: str) -> Kind | None:
    """Return the kind by the end of the name, None if the ending is unknown."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def kind_by_head(head: bytes) -> Kind:
    """Return the kind by the first bytes; text if no other kind is certain."""
    plain = head.removeprefix(b"\xef\xbb\xbf")
    if plain.startswith(b"PK\x03\x04"):
        return "zip"
    if _PAGE.match(plain):
        return "html"
    if _MAIL.match(plain) and b"multipart/related" in plain:
        return "mhtml"
    if re.match(rb'\s*(?:\{\s*"|\[\s*[\[{])', plain):
        return "json"
    return "text"
