from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from overlay.scan.file_scan import calls_in, scan_file
from overlay.scan.model import ChatMessage, Finding, FoundCall, ReadError, ScanOptions, Source
from overlay.scan.read_file import read

CALL = '<invoke name="f"><parameter name="k">v</parameter></invoke>'
ESCAPED = CALL.replace("<", "&lt;").replace(">", "&gt;")


def opened(text: str | bytes) -> BytesIO:
    return BytesIO(text.encode() if isinstance(text, str) else text)


def scanned(path: Path, *, named: bool = True) -> list[Finding]:
    return scan_file(Source(str(path), path.name, named), ScanOptions())


def found(path: Path) -> list[FoundCall]:
    return [one for one in scanned(path) if isinstance(one, FoundCall)]


def broken(path: Path, *, named: bool = True) -> list[ReadError]:
    return [one for one in scanned(path, named=named) if isinstance(one, ReadError)]


def calls(*messages: ChatMessage) -> list[FoundCall]:
    return [call for one in messages for call in calls_in(one, "x", ScanOptions())]


def names(*messages: ChatMessage) -> list[str]:
    return [one.call.name for one in calls(*messages)]


def said(messages: Any) -> list[tuple[str, str]]:
    """Role and text of each message."""
    return [(one.role, "".join(piece.text for piece in one.pieces)) for one in messages]


def branches(messages: Any) -> list[tuple[str, str | None]]:
    """Text and branch of each message."""
    return [("".join(piece.text for piece in one.pieces), one.branch) for one in messages]


def read_all(text: str | bytes, name: str) -> list[ChatMessage]:
    """The messages of a file with this text and name."""
    return [one for _, one in read(opened(text), name) if isinstance(one, ChatMessage)]
