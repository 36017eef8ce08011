"""Scores how well an element fits a field of the profile: by its kind, its names and its position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES, words_of_node, words_of_selectors

_TYPED = ("", "text", "search")
_FRAME = (
    "html",
    "body",
    "main",
    "head",
    "nav",
    "header",
    "footer",
    "aside",
    "script",
    "style",
    "svg",
    "path",
)
_MESSAGES = ("user", "assistant", "reasoning", "turn")
WIDE = 100
"""Pixels: a message box is at least so wide."""


@dataclass(frozen=True, slots=True)
class MissingField:
    """A missing field: its name, the words of its selectors, and the composer, if that was found."""

    field: str
    words: frozenset[str]
    composer: Node | None = None

    @classmethod
    def of(cls, field: str, selectors: Sequence[str], composer: Node | None) -> MissingField:
        """Return the field with the words of its selectors."""
        return cls(field, frozenset(words_of_selectors(selectors)), composer)


def candidate_score(node: Node, missing: MissingField) -> float:
    """Return how well `node` fits; 0 if it can't be the field."""
    if not _can_be(node, missing):
        return 0.0
    words = words_of_node(node)
    shared = len(words & missing.words) / len(missing.words) if missing.words else 0.0
    fitting = bool(words & ROLES.get(missing.field, frozenset()))
    if missing.field == "streaming" and not fitting:
        return 0.0  # only its name tells it from a send button
    alike = 4 * shared + 2 * fitting
    if missing.field in ("composer", "file"):
        alike += 1  # its kind is enough
    return alike + _place(node, missing) if alike else 0.0


def editable(node: Node) -> bool:
    """Return whether a user can write in the element."""
    if node.tag == "textarea" or node.attributes.get("role") == "textbox":
        return True
    if node.tag == "input":
        return node.attributes.get("type", "") in _TYPED
    return node.attributes.get("contenteditable", "false") in ("", "true", "plaintext-only")


def pressable(node: Node) -> bool:
    """Return whether the element is a button."""
    submits = node.tag == "input" and node.attributes.get("type") in ("submit", "image")
    named = any("button" in name.lower() or "btn" in name.lower() for name in node.classes)
    return node.tag == "button" or node.attributes.get("role") == "button" or submits or named


def _can_be(node: Node, missing: MissingField) -> bool:
    if missing.field == "file":
        return node.tag == "input" and node.attributes.get("type") == "file"
    if missing.field == "composer":
        return editable(node) and node.box is not None and node.box[2] >= WIDE
    if node.box is None:
        return False
    if missing.field in ("send", "streaming"):
        return pressable(node)
    if node.tag in _FRAME or editable(node) or pressable(node):
        return False
    if any(editable(above) or pressable(above) for above in node.ancestors()):
        return False
    if missing.field in _MESSAGES:
        return node.text > 0 and not (missing.composer and missing.composer in node.descendants())
    return True


def _place(node: Node, missing: MissingField) -> float:
    """Return the score of the position, at most 1.

    A send button is next to the box, a box is at the bottom of the page, a message has much text.
    """
    if node.box is None:
        return 0.0
    x, y, width, height = node.box
    if missing.field in ("send", "streaming") and missing.composer and missing.composer.box:
        a, b, wide, high = missing.composer.box
        away = hypot(x + width / 2 - (a + wide), y + height / 2 - (b + high / 2))
        return 1 / (1 + away / 150)
    if missing.field == "composer":
        return min(1.0, width * height / 60_000) / 2 + min(1.0, max(y, 0) / 1000) / 2
    if missing.field in _MESSAGES:
        return min(1.0, node.text / 200) / 2
    return 0.0
