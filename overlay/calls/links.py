"""The links of a result: lines for those that a tool names, and the addresses that the user can open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from overlay.common.terminal_text import visible
from overlay.tools import ToolLink

MOST = 100
LONGEST = 2_000
"""Characters of an address."""
MAX_TEXT = 1_000_000
"""Characters of a result in which addresses are looked for."""
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"'`\\^{|}\[\]\x00-\x1f]{1,2000}", re.IGNORECASE)
_END = ".,;:!?*_~"


def link_lines(links: Iterable[ToolLink]) -> list[str]:
    """Return a line of text for each resource that a tool names. Nothing is fetched."""
    named = [(number, link) for number, link in enumerate(links, 1) if number <= MOST]
    return [f"[link {number}: {' '.join(filter(None, (link.name, link.uri)))}]" for number, link in named]


def addresses(text: str) -> list[str]:
    """Return the web addresses in `text`, each once, in their order, at most MOST.

    An address that is not what it looks like is left out: with hidden characters, letters of other alphabets
    in its host, or a user name before it.
    """
    found = dict.fromkeys(_trimmed(match[0]) for match in _ADDRESS.finditer(text[:MAX_TEXT]))
    return [address for address in found if _is_plain(address)][:MOST]


def _trimmed(address: str) -> str:
    """Return the address without punctuation that belongs to the sentence around it."""
    while address[-1] in _END or (address[-1] == ")" and address.count(")") > address.count("(")):
        address = address[:-1]
    return address


def _is_plain(address: str) -> bool:
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return False
    plain = address.isascii() or (host.isascii() and visible(address) == address)
    return bool(host) and plain and "@" not in parts.netloc and len(address) <= LONGEST
