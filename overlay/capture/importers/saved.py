"""Reads pages saved as a file: HTML with a folder beside it, or MHTML (RFC 2557).

The page's URL is in `<!-- saved from url=(0023)https://… -->` (browsers, SingleFile) or in MHTML's
`Snapshot-Content-Location`.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from email.errors import CloseBoundaryNotFoundDefect
from email.message import Message
from email.policy import default
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from overlay.common.errors import UsageError

NOWHERE = "http://saved.invalid/"
"""The URL for a page whose file does not contain the original URL."""
_SAVED = re.compile(rb"saved from url=\(\d+\)(https?://[^\s<>\"']+)|^\s*url:\s*(https?://\S+)", re.MULTILINE)
_HEAD = 20_000
_CID = re.compile(rb"""cid:([^\s"'<>)]+)""")


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a page: its media type (with charset, if known) and its bytes."""

    type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved page: its URL, and its files by URL, the page included. `beside` is the folder with the files
    of an HTML page.
    """

    url: str
    parts: Mapping[str, Part] = field(default_factory=dict[str, Part])
    beside: Path | None = None

    def find(self, url: str) -> Part | None:
        """Return the file that a page loads from `url`, None if it was not saved with it."""
        plain = url.partition("#")[0]
        if plain in self.parts:
            return self.parts[plain]
        if self.beside is None or urlsplit(plain).netloc != urlsplit(self.url).netloc:
            return None
        base = PurePosixPath(urlsplit(self.url).path).parent
        path = PurePosixPath(unquote(urlsplit(plain).path))
        if not path.is_relative_to(base):
            return None
        file = (self.beside / path.relative_to(base)).resolve()
        if not file.is_relative_to(self.beside.resolve()) or not file.is_file():
            return None
        return Part(mimetypes.guess_type(file.name)[0] or "application/octet-stream", file.read_bytes())


def read(path: Path) -> Saved:
    """Return the page saved in `path` (.html, .htm, .mhtml, .mht). Raises UsageError if it can't be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}", advice="Give a saved page.") from error
    if not data.strip():
        raise UsageError(f"{path} is empty", advice="Save the page once more.")
    return _archive(path, data) if path.suffix.lower() in (".mhtml", ".mht") else _page(path, data)


def _page(path: Path, data: bytes) -> Saved:
    found = _SAVED.search(data[:_HEAD])
    url_in_file = (found[1] or found[2]).decode("utf-8", "replace") if found else NOWHERE
    url = url_in_file.partition("#")[0]
    if not urlsplit(url).path:
        url += "/"
    return Saved(url, {url: Part("text/html", data)}, path.parent)


def _archive(path: Path, data: bytes) -> Saved:
    whole: Message = message_from_bytes(data, policy=default)
    if any(isinstance(defect, CloseBoundaryNotFoundDefect) for defect in whole.defects):
        raise UsageError(
            f"{path} is cut off: the end of its last part is missing", advice="Save the page once more."
        )
    parts: dict[str, Part] = {}
    ids: dict[bytes, str] = {}
    page = ""
    url = str(whole.get("Snapshot-Content-Location", "")).partition("#")[0]
    for part in whole.walk():
        body = part.get_payload(decode=True)
        if part.is_multipart() or not isinstance(body, bytes):
            continue
        place = str(part.get("Content-Location", "")).partition("#")[0]
        number = str(part.get("Content-ID", "")).strip("<>")
        if not page and part.get_content_type() in ("text/html", "application/xhtml+xml"):
            url = page = url or (place if place.startswith("http") else NOWHERE)
            place = page
        address = place if place.startswith("http") else urljoin(url or NOWHERE, f"/.cid/{len(parts)}")
        charset = part.get_content_charset()
        kind = part.get_content_type() + (f"; charset={charset}" if charset else "")
        parts.setdefault(address, Part(kind, body))
        for name in (number, place.removeprefix("cid:")):
            if name:
                ids[name.encode()] = address
    if not page:
        raise UsageError(
            f"{path} is not a saved page: no part of it is HTML", advice="Save the page once more."
        )
    linked = {address: Part(part.type, _linked(part, ids)) for address, part in parts.items()}
    return Saved(page, linked)


def _linked(part: Part, ids: Mapping[bytes, str]) -> bytes:
    """Return a text part with `cid:` URLs replaced by HTTP URLs, because no route can serve `cid:`."""
    if not part.type.startswith("text/"):
        return part.data
    return _CID.sub(lambda found: ids[found[1]].encode() if found[1] in ids else found[0], part.data)
