"""Finds a button or a sign that a site shows under another name: it still has the words of the old one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overlay.capture.live_check.page_look import PageLook, letters, text_of
from overlay.sites.check.best_candidate import FEW
from overlay.sites.check.candidate_score import pressable
from overlay.sites.check.selector_names import selectors
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES, words_of_selectors

CONTROLS = ("send", "streaming", "file")
"""The fields of controls. Each finds one element; its words differ from those of others."""
_LABELS = ("aria-label", "title", "alt", "value", "name", "accept")
LONGEST = 40
"""The most characters in the words of a control."""
Words = set[tuple[str, str]]


def renamed_control(field: str, own: Sequence[str], old: Sequence[PageLook], new: Sequence[PageLook]) -> str:
    """Return a selector of the element that took the place of the one that `own` find; "" if there is none.

    `old` and `new` are moments of two recordings of the site, the last one with nothing under way. The
    selector finds nothing else in either.
    """
    before = [(look, node) for look in old for node in look.first(own)[1]]
    words = Words().union(*(_words(look, node) for look, node in before))
    tags = {node.tag for _, node in before}
    known = {id(node) for _, node in before}
    for look in new:
        for node in look.nodes:
            kind = node.tag in tags or (pressable(node) and any(pressable(one) for _, one in before))
            if not kind or not _words(look, node) & words:
                continue
            for selector in selectors(node, frozenset(words_of_selectors(own)), ROLES[field]):
                others = any(id(each) not in known for one in old for each in one.find(selector))
                if not others and all(_fits(field, selector, words, new)):
                    return selector
    return ""


def _fits(field: str, selector: str, words: Words, new: Sequence[PageLook]) -> Iterator[bool]:
    """Yield, for each moment, whether the selector finds at most the control."""
    for look in new:
        found = look.find(selector)
        yield len(found) <= FEW[field] and all(_words(look, node) & words for node in found)
    if field == "streaming":
        yield not any(node.box for node in new[-1].find(selector))


def _words(look: PageLook, node: Node) -> Words:
    """Return the text and the labels of a control."""
    text = letters(text_of(look.item(node))).lower()
    named = {(name, node.attributes[name].lower()) for name in _LABELS if node.attributes.get(name)}
    return named | ({("", text)} if 0 < len(text) <= LONGEST else Words())
