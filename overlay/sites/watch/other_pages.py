"""Pages that do what a chat does, and are none: a terminal, a notebook, translations, comments, a poll.

A text is sent there too, shown, and something grows below it. Only their names tell them from a chat. A
name that only chats have counts more: a chat may be about terminals.
"""

from __future__ import annotations

from collections.abc import Iterable

from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import words_of_node
from overlay.sites.watch.turn import Turn

_CHAT = """chat chats chatbot assistant bot ai llm gpt copilot conversation message messages msg prompt"""
_OTHER = """terminal console xterm tty repl notebook jupyter playground translation translations translator
comment comments poll todo todos"""
_SENT = """input in cmd command source original"""
_SHOWN = """output out result stdout target translated"""
CHAT, OTHER = frozenset(_CHAT.split()), frozenset(_OTHER.split())
SENT, SHOWN = frozenset(_SENT.split()), frozenset(_SHOWN.split())
"""Names of what is sent and of what comes back, where it is no message: both must be there."""


def is_other_page(turn: Turn) -> bool:
    """Return whether the names around the two sides and the message box are those of another kind of page."""
    mine, answer = _around(turn.mine), _around(turn.answer)
    box = _around(turn.box) if turn.box else []
    words = _words((*mine, *answer, *box))
    if words & CHAT:
        return False
    both = set(map(id, mine)) & set(map(id, answer))
    sent, shown = (_words(node for node in side if id(node) not in both) for side in (mine, answer))
    return bool(words & OTHER or (sent & SENT and shown & SHOWN))


def _around(node: Node) -> list[Node]:
    return [node, *node.ancestors()]


def _words(nodes: Iterable[Node]) -> set[str]:
    return set[str]().union(*map(words_of_node, nodes))
