"""The regions of a text in which a call doesn't count: the model's reasoning, and the results of tools.

A region ends at its closer. Without one it reaches to the end of the text, or of the code block around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .parse_context import CallFormat, ParseContext
from .region_names import KIND_OF_TAG, TOKENS, Kind
from .stream_buffer import NotACall, Parser

_LONGEST_LINE = 200  # code points of the line that closes a code block
_MOST = 300  # code points of the attributes of a tag
_TAG_END = re.compile(r"[<>]")
_DETAILS = re.compile(r"""\btype\s*=\s*["']?(?:reasoning|thinking|thought)\b""", re.IGNORECASE)


def _closer_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{re.escape(name)}\s{{0,9}}>", re.IGNORECASE)


def _skip_token(closer: str) -> Callable[[ParseContext], Parser[None]]:
    def read(s: ParseContext) -> Parser[None]:
        # Not compiled before: all closers together would take longer than most imports.
        yield from _skip(s, re.compile(re.escape(closer), re.IGNORECASE), len(closer))

    return read


def _read_tag(s: ParseContext) -> Parser[None]:
    """Skip from a tag of reasoning or results to its closing tag; NotACall if it is another tag."""
    start = s.at
    s.pos += 1
    try:
        yield from s.until(_TAG_END, start + _MOST)
    finally:
        tag = s.slice(start, s.at)
    if s.buf[s.pos] != ">":
        raise NotACall("not a tag")
    s.pos += 1
    name = re.split(r"[\s/]", tag[1:], maxsplit=1)[0].lower()
    if not _begins_region(name, tag):
        raise NotACall("a tag of another kind")
    yield from _skip(s, _closer_of(name), len(name) + 12)


def _begins_region(name: str, tag: str) -> bool:
    if tag.endswith("/"):
        return False
    return (name == "details" and _DETAILS.search(tag) is not None) or name.rpartition(":")[2] in KIND_OF_TAG


def _skip(s: ParseContext, closer: re.Pattern[str], longest: int) -> Parser[None]:
    s.pending_from = None
    if s.block_end is None:
        yield from s.read_past(closer, longest)
        return
    found = yield from s.read_past(
        re.compile(f"(?:{closer.pattern})|(?P<end>{s.block_end})", re.IGNORECASE), 200
    )
    if found["end"] is not None:
        s.pos = found.start()


_TAG_FORMAT = CallFormat(
    "context",
    -1,
    (*(f"<{name}" for name in KIND_OF_TAG), "<details"),
    _read_tag,
    patterns=(rf"<[\w-]{{1,40}}:(?:{'|'.join(KIND_OF_TAG)})(?=[\s>])",),
)
SKIPPED = [
    _TAG_FORMAT,
    *(CallFormat("context", -1, (one.opener,), _skip_token(one.closer)) for one in TOKENS),
]

_OPENER = re.compile(
    "|".join(
        [
            *(re.escape(one.opener) for one in TOKENS),
            rf"<(?P<name>(?:[\w-]{{1,40}}:)?(?:{'|'.join(KIND_OF_TAG)})|details)(?:\s[^<>]{{0,{_MOST}}})?>",
        ]
    ),
    re.IGNORECASE,
)
_TOKEN = {one.opener: one for one in TOKENS}


class OpenRegion(NamedTuple):
    """A region whose closer, which the pattern finds, has not come yet."""

    kind: Kind
    closer: re.Pattern[str]


def region_after(text: str, region: OpenRegion | None) -> OpenRegion | None:
    """Return the region that is open at the end of `text`, at whose start `region` is open.

    Takes time proportional to the length of the text.
    """
    at = 0
    while True:
        if region:
            end = region.closer.search(text, at)
            if end is None:
                return region
            at, region = end.end(), None
        found = _OPENER.search(text, at)
        if found is None:
            return None
        at, region = found.end(), _begun(found)


def _begun(found: re.Match[str]) -> OpenRegion | None:
    name = (found["name"] or "").lower()
    if not name:
        token = _TOKEN[found[0].lower()]
        return OpenRegion(token.kind, re.compile(re.escape(token.closer), re.IGNORECASE))
    if _begins_region(name, found[0][:-1]):
        return OpenRegion(KIND_OF_TAG.get(name.rpartition(":")[2], "reasoning"), _closer_of(name))
    return None
