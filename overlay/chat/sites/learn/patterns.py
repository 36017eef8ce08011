"""Selectors as a CSS text together with a test on snapshots, so that many can be tried on many snapshots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from overlay.chat.sites.check.selector_names import selectors
from overlay.chat.sites.check.snapshot import Node
from overlay.chat.sites.check.words import parts

Test = Callable[[Node], bool]
_SIMPLE = re.compile(
    r"(?P<tag>[a-z][\w-]*)?(?:#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|"
    r'\[(?P<name>[\w-]+)(?:(?P<op>[*~]?=)"(?P<value>[^"]*)")?\])?'
)
_STATE = re.compile(r"data-[\w-]+|aria-busy")
_PLAIN = re.compile(r"[^\"\\\n\]]{1,80}")
OUTER_STEPS = 4
"""How many elements around one are tried as its context."""
INNER = 60
"""How many elements inside one are tried to tell it from others."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A selector. `score`: how likely it survives the site's next build (5: made for tests, 1: a utility
    class).
    """

    css: str
    test: Test
    score: float

    def matched(self, nodes: Iterable[Node]) -> list[Node]:
        """Return the nodes that it matches."""
        return [node for node in nodes if self.test(node)]

    def outermost(self, nodes: Iterable[Node]) -> list[Node]:
        """Return the matched nodes that are not inside another one, and contain visible text."""
        found = self.matched(nodes)
        known = set(map(id, found))
        return [
            node
            for node in found
            if node.text and node.box and not any(id(above) in known for above in node.ancestors())
        ]


def simple(node: Node, role: frozenset[str]) -> Iterator[Pattern]:
    """Yield the selectors of one element without its context; `role` are words that name its purpose."""
    seen = set[str]()
    for css in selectors(node, frozenset(), role):
        if css not in seen:
            seen.add(css)
            yield Pattern(css, test_of(css), _score(css, role))
    for name, value in node.attributes.items():
        if name in ("class", "style", "id"):
            continue
        if _STATE.fullmatch(name):
            yield Pattern(f"[{name}]", test_of(f"[{name}]"), 3.2 if parts(name) & role else 2.8)
            if value in ("true", "streaming", "loading", "running"):
                css = f'[{name}="{value}"]'
                yield Pattern(css, test_of(css), 4.0)
    for name in node.classes:
        if _PLAIN.fullmatch(name):
            css = f'[class~="{name}"]'
            yield Pattern(css, test_of(css), 1.0)


def in_context(node: Node, role: frozenset[str], others: Iterable[Node]) -> Iterator[Pattern]:
    """Yield selectors that need an element around or inside `node`, or that lack one inside `others`.

    Used when no selector of the element itself tells it from the others.
    """
    own = list(islice(simple(node, role), 8))
    for above in islice(node.ancestors(), OUTER_STEPS):
        for outer in islice(simple(above, role), 6):
            for inner in own:
                yield Pattern(
                    f"{outer.css} {inner.css}", _under(outer, inner), min(outer.score, inner.score) - 0.5
                )
    for inside in islice(_inside(node), INNER):
        for part in islice(simple(inside, role), 4):
            for outer in own:
                yield Pattern(
                    f"{outer.css}:has({part.css})", _with(outer, part), min(outer.score, part.score) - 0.5
                )
    for other in others:
        for inside in islice(_inside(other), INNER):
            for part in islice(simple(inside, role), 4):
                for outer in own:
                    css = f"{outer.css}:not(:has({part.css}))"
                    yield Pattern(css, _without(outer, part), min(outer.score, part.score) - 0.8)


def in_list(own: Node, other: Node, role: frozenset[str]) -> Iterator[Pattern]:
    """Yield selectors of a list's item `own` that leave its item `other` out, by what only one of them is or
    contains.
    """
    if own.parent is None or own.parent is not other.parent:
        return
    lists = [pattern for pattern in simple(own.parent, role) if pattern.score > 1] or [_tag(own.parent)]
    unlike = [(pattern, False) for pattern in islice(simple(other, role), 12) if not pattern.test(own)]
    unlike += [
        (part, True)
        for inside in islice(_inside(other), INNER)
        for part in islice(simple(inside, role), 4)
        if not any(part.test(node) for node in _inside(own))
    ]
    for outer in lists[:6]:
        for part, within in unlike[:40]:
            lacking = f":not(:has({part.css}))" if within else f":not({part.css})"
            css = f"{outer.css} > {own.tag}{lacking}"
            yield Pattern(css, _item(outer, own.tag, part, within=within), min(outer.score, part.score) - 0.6)


def test_of(css: str) -> Test:
    """Return the test of a selector of one element: a tag with or without one id, class or attribute.

    Raises ValueError for any other selector.
    """
    found = _SIMPLE.fullmatch(css)
    if not css or not found:
        raise ValueError(f"not a selector of one element: {css}")
    tag, wanted_id, cls = found["tag"], found["id"], found["cls"]
    name, operator, value = found["name"], found["op"], found["value"]

    def test(node: Node) -> bool:
        if tag and node.tag != tag:
            return False
        if wanted_id:
            return node.attributes.get("id") == wanted_id
        if cls:
            return cls in node.classes
        if not name:
            return True
        told = node.attributes.get(name)
        if told is None or operator is None:
            return told is not None
        if operator == "~=":
            return value in told.split()
        return value in told if operator == "*=" else value == told

    return test


def _score(css: str, role: frozenset[str]) -> float:
    fitting = bool(parts(css) & role)
    if css.startswith(("[data-testid", "[data-test-id", "[data-cy", "[data-qa")):
        return 5.0 if fitting else 4.4
    if css.startswith("[data-"):
        return 4.8 if fitting else 4.2
    if css.startswith("#"):
        return 4.5
    if css.startswith("."):
        return 4.0 if fitting else 3.0
    if css.startswith("[class*="):
        return 3.6 if fitting else 2.6
    if "[aria-label=" in css or "[placeholder=" in css or "[name=" in css:
        return 2.0  # a translated page has other words
    if "[" in css:
        return 2.5
    return 4.0 if "-" in css else 1.5


def _tag(node: Node) -> Pattern:
    return Pattern(node.tag, test_of(node.tag), 1.0)


def _item(outer: Pattern, tag: str, part: Pattern, *, within: bool) -> Test:
    def test(node: Node) -> bool:
        if node.tag != tag or node.parent is None or not outer.test(node.parent):
            return False
        return not (any(part.test(inside) for inside in _inside(node)) if within else part.test(node))

    return test


def _under(outer: Pattern, inner: Pattern) -> Test:
    return lambda node: inner.test(node) and any(outer.test(above) for above in node.ancestors())


def _with(outer: Pattern, part: Pattern) -> Test:
    return lambda node: outer.test(node) and any(part.test(inside) for inside in _inside(node))


def _without(outer: Pattern, part: Pattern) -> Test:
    return lambda node: outer.test(node) and not any(part.test(inside) for inside in _inside(node))


def _inside(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _inside(child)
