"""The words in names: in an element's attributes and in selectors."""

from __future__ import annotations

import re
from collections.abc import Iterable

from overlay.sites.check.snapshot import Node

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_COMMON = """div span button form has not class data testid test id aria label true false role type is js
module contenteditable svelte css of the to by in on an md sm lg xl px py mx my flex grid row col group"""
_SELF_EVIDENT = frozenset(_COMMON.split())
_SPEAKING = ("id", "class", "name", "aria-label", "placeholder", "title", "type", "role", "alt", "accept")

ROLES: dict[str, frozenset[str]] = {
    field: frozenset(words.split())
    for field, words in {
        "composer": "prompt input composer message chat ask editor textbox textarea question",
        "send": "send submit run arrow up plane",
        "streaming": "stop cancel streaming generating abort",
        "assistant": "assistant model bot ai response answer markdown agent reply completion",
        "user": "user human query you your prompt request question me",
        "reasoning": "reasoning thinking thought thoughts think cot",
        "file": "file files upload attach attachment",
        "code": "code pre highlight monaco editor",
        "fence": "code block fence",
        "header": "header toolbar language lang",
        "turn": "turn message response conversation item",
    }.items()
}
"""Words by which sites name the purpose of an element."""


def parts(text: str) -> set[str]:
    """Return the words that a name is made of: `sendButton`, `send-button` and `send_button` have two."""
    return {part.lower() for part in _PARTS.findall(text) if len(part) > 1} - _SELF_EVIDENT


def words_of_selectors(selectors: Iterable[str]) -> set[str]:
    """Return the words of some selectors."""
    return set[str]().union(*(parts(selector) for selector in selectors))


def words_of_node(node: Node) -> set[str]:
    """Return the words of an element: of its tag, and of its attributes that name its purpose."""
    found = parts(node.tag)
    for name, value in node.attributes.items():
        if name in _SPEAKING:
            found |= parts(value)
        elif name.startswith("data-"):
            found |= parts(name) | (parts(value) if len(value) < 60 else set())
    return found
