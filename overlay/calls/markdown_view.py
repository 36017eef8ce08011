"""Reads a result's Markdown into a small tree of known elements, which the block draws without any HTML.

Syntax: CommonMark with tables and strikethrough. HTML in the text stays text; no address is ever fetched.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from observers.block_view import MarkdownNode

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_TEXT = 10_000
"""Characters of a result that is read as Markdown. The parser takes quadratic time for some texts."""
MAX_TOKENS = 4_000
_TAGS = frozenset(
    ("h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong",
     "s", "hr", "br", "table", "thead", "tbody", "tr", "th", "td", "a")
)  # fmt: skip
_SIGNS = re.compile(
    r"^#{1,6} |^[-*] \S.*\n[-*] |^\d{1,9}\. \S.*\n\d{1,9}\. |^```|\*\*\S[^*\n]{0,300}\*\*"
    r"|\[[^\[\]\n]{1,300}\]\(https?:|^\|.+\|\n\|[ :|-]+\|",
    re.MULTILINE,
)
"""Signs that a text is meant as Markdown and not as plain text."""


def markdown_of(text: str) -> list[MarkdownNode] | None:
    """Return the elements of `text`; None if it doesn't look like Markdown, or is too long to be drawn."""
    if len(text) > MAX_TEXT or text.lstrip()[:1] in ("{", "[") or not _SIGNS.search(text):
        return None
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> list[MarkdownNode] | None:
    """Return the elements of `text`; cached, since a block is drawn several times."""
    tokens = _parser().parse(text)
    if sum(1 + len(token.children or ()) for token in tokens) > MAX_TOKENS:
        return None
    return _tree(tokens)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable(["table", "strikethrough"])


def _tree(tokens: list[Token]) -> list[MarkdownNode]:
    root: list[MarkdownNode] = []
    levels = [root]
    for token in tokens:
        if token.nesting == -1:
            levels.pop()
            continue
        added = _nodes(token)
        levels[-1] += added
        if token.nesting == 1:
            levels.append(added[0].children)
    return root


def _nodes(token: Token) -> list[MarkdownNode]:
    match token.type:
        case "inline":
            return _tree(token.children or [])
        case "text":
            return [_node("text", token.content)] if token.content else []
        case "softbreak":
            return [_node("text", "\n")]
        case "fence" | "code_block":
            return [_node("pre", token.content)]
        case "code_inline":
            return [_node("code", token.content)]
        case "image":
            address = str(token.attrGet("src") or "")
            return [_node("text", f"[picture: {token.content or address}]")]
        case "link_open":
            return [_node("a", _host_of(str(token.attrGet("href") or "")))]
        case _:
            tag = token.tag if token.tag in _TAGS else "p"
            return [_node(tag)]


def _node(tag: str, text: str = "") -> MarkdownNode:
    # Only fields that are set are sent to the page.
    return MarkdownNode.model_validate({"tag": tag, "text": text, "children": []})


def _host_of(address: str) -> str:
    """Return the target of a link for the user to read: its host, or the whole address if it has no host."""
    try:
        return urlsplit(address).hostname or address[:200]
    except ValueError:
        return address[:200]
