"""Finds what a site's profile sees in a recording, from its first to its last step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from overlay.capture.dom_tree import Item, Tree
from overlay.capture.live_check.growth import growth
from overlay.capture.live_check.page_look import PageLook, outermost, text_of
from overlay.capture.live_check.person import sent_texts
from overlay.capture.model import Opened, PageLine, Step
from overlay.sites.check.run import kind_of
from overlay.sites.check.snapshot import Node
from overlay.sites.profile import SELECTORS, SiteProfile

SIDES = ("user", "assistant")
IN_ANSWERS = ("code", "fence", "header")
"""Fields that count only inside an answer: pages show code elsewhere too."""
_LABEL = re.compile(r"(?:^|\s)lang(?:uage)?-(\w+)")
_LABELS = ("data-language", "data-lang", "lang")


@dataclass(slots=True)
class Found:
    """The finding of a field's selectors: the one that found something, how many elements at most and at the
    end, and the start tag of one.
    """

    selector: str = ""
    most: int = 0
    last: int = 0
    like: str = ""


@dataclass(slots=True)
class Drawing:
    """How one answer was drawn: the number of steps in which its text became longer than ever, and of those
    that replaced elements in place of adding to a text.
    """

    steps: int = 0
    rebuilt: int = 0
    length: int = 0
    longest: int = 0

    def grow(self, units: int, *, rebuilt: bool) -> None:
        """Note a step that adds `units` to the text. A cursor that blinks is not a longer text."""
        self.length += units
        if self.length > self.longest:
            self.longest = self.length
            self.steps += 1
            self.rebuilt += rebuilt


@dataclass(slots=True)
class Seen:
    """The elements that a profile sees in a recording.

    `kind` is the editor of the message box, `address` that of the last document, `keyed` whether it has the
    conversation's key. `around` are the elements around the answers, from the outermost on, `drawing` is the
    way of the answer with most steps (None: there is no answer), `labelled` whether a code block names its
    language. `kept`: at the end the page shows each message that was sent. `answers` are the texts of the
    answers at the end, and `codes` those of the code in them.
    """

    found: dict[str, Found] = field(default_factory=dict[str, Found])
    kind: str = ""
    address: str = ""
    keyed: bool = False
    around: list[Node] = field(default_factory=list[Node])
    drawing: Drawing | None = None
    labelled: bool = False
    ids: bool = False
    kept: bool = True
    answers: list[str] = field(default_factory=list[str])
    codes: list[str] = field(default_factory=list[str])

    def finds(self, name: str) -> bool:
        """Return whether the selectors of a field found something at any time."""
        return name in self.found and self.found[name].most > 0


def seen_in(lines: Iterable[PageLine], profile: SiteProfile) -> Seen:
    """Return what the profile sees in the page lines of a recording."""
    reader = _Reader(profile)
    kept = list(lines)
    for line in kept:
        reader.take(line)
    return reader.end(len(sent_texts(kept)))


class _Reader:
    """Looks at the page after each step that changes it outside of the messages."""

    def __init__(self, profile: SiteProfile) -> None:
        self._profile = profile
        self._seen = Seen({name: Found() for name in SELECTORS if profile.selectors(name)})
        self._trees: dict[int, Tree] = {}
        self._messages: dict[int, Item] = {}
        self._drawings: dict[int, Drawing] = {}

    def take(self, line: PageLine) -> None:
        if isinstance(line, Opened):
            if line.frame is None:
                self._trees = {line.doc: Tree(line)}
                self._look(self._trees[line.doc])
            return
        tree = self._trees.get(line.doc)
        if tree is None or not isinstance(line, Step):
            return
        outside = self._draw(tree, line)
        # An element that a step moves or makes may have become a message, or its last part.
        if outside:
            self._look(tree)

    def end(self, sent: int) -> Seen:
        """Return what was seen, after a look at the last page; `sent` is the number of messages."""
        for tree in self._trees.values():
            self._look(tree, last=True)
        drawings = self._drawings.values()
        users = self._seen.found.get("user", Found())
        self._seen.kept = not users.most or users.last >= sent
        self._seen.drawing = max(drawings, key=lambda drawing: drawing.steps, default=None)
        return self._seen

    def _draw(self, tree: Tree, step: Step) -> bool:
        """Apply a step, and note which answers it draws; return whether it changes anything around them."""
        outside = False
        grown: dict[int, int] = {}
        rebuilt: set[int] = set()
        for op in step.ops:
            if op.o in ("add", "del", "text", "attr", "shadow"):
                at = getattr(op, "parent", 0) or getattr(op, "id", 0)
                message = self._message_of(tree.items.get(at))
                if message is None:
                    outside = True
                elif op.o in ("add", "del", "text"):
                    grown[message] = grown.get(message, 0) + growth(tree, op)
                    if op.o != "text" or op.cut:
                        rebuilt.add(message)
            tree.apply(op)
        for message, units in grown.items():
            self._drawings[message].grow(units, rebuilt=message in rebuilt)
        return outside

    def _message_of(self, item: Item | None) -> int | None:
        while item:
            if item.id in self._messages:
                return item.id
            item = item.parent
        return None

    def _look(self, tree: Tree, *, last: bool = False) -> None:
        look, profile, seen = PageLook(tree.root), self._profile, self._seen
        nodes = {name: look.first(profile.selectors(name)) for name in seen.found}
        answers = outermost(nodes.get("assistant", ("", []))[1])
        for name, (selector, found) in nodes.items():
            if name in IN_ANSWERS:
                found = [node for node in found if _inside(node, answers)]
            elif name in SIDES:
                found = outermost(found)
            entry = seen.found[name]
            entry.last = len(found) if last else entry.last
            if len(found) > entry.most:
                entry.selector, entry.most, entry.like = selector, len(found), found[0].brief
        self._messages = {look.item(node).id: look.item(node) for node in answers}
        for message in self._messages:
            self._drawings.setdefault(message, Drawing())
        if box := nodes.get("composer", ("", []))[1]:
            seen.kind = kind_of(box[-1])
        seen.ids = seen.ids or any(_has_id(node, profile) for node in answers)
        seen.labelled = seen.labelled or any(_label(node) for node in answers)
        if last:
            seen.answers += [text_of(look.item(node)) for node in answers]
            code = nodes.get("code", ("", []))[1]
            seen.codes += [text_of(look.item(node)) for node in code if _inside(node, answers)]
        if answers:
            seen.around = _around(answers)
        seen.address = tree.url
        seen.keyed = bool(profile.conversation_key(tree.url))


def _around(answers: list[Node]) -> list[Node]:
    """Return the elements around most answers, the outermost first: a page may show one elsewhere too."""
    chains = [list(answer.ancestors())[::-1] for answer in reversed(answers)]
    tags = [tuple(node.tag for node in chain) for chain in chains]
    return chains[tags.index(Counter(tags).most_common(1)[0][0])]


def _inside(node: Node, outer: list[Node]) -> bool:
    known = set(map(id, outer))
    return any(id(above) in known for above in node.ancestors())


def _has_id(answer: Node, profile: SiteProfile) -> bool:
    names = profile.selectors("message_id")
    return any(each.attributes.get(name) for each in (answer, *answer.ancestors()) for name in names)


def _label(answer: Node) -> bool:
    """Return whether an element in the answer names the language of its code."""
    return any(_names_language(node) for node in answer.descendants() if node.tag in ("pre", "code"))


def _names_language(node: Node) -> bool:
    named = any(node.attributes.get(name) for name in _LABELS)
    return named or bool(_LABEL.search(node.attributes.get("class", "")))
