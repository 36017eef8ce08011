"""Selectors that can be tested on snapshots of a page, so that many can be tried on many snapshots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from overlay.sites.check.selector_names import selectors
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import parts

Test = Callable[[Node], bool]
Find = Callable[[Sequence[Node]], list[Node]]
_SIMPLE = re.compile(
    r"(?P<tag>[a-z][\w-]*)?(?:#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|"
    r'\[(?P<name>[\w-]+)(?:(?P<op>[*~$]?=)"(?P<value>[^"]*)")?\])?'
)
_STATE = re.compile(r"data-[\w-]+|aria-busy")
_PLAIN = re.compile(r"[^\"\\\n\]]{1,80}")
_VALUE = re.compile(r"[A-Za-z][A-Za-z_-]{1,40}")
_EVERYWHERE = re.compile(
    r"class|style|id|type|role|name|placeholder|title|lang|dir|hidden|slot|part|data-.*|aria-.*"
)
"""Attributes that are not a custom element's own, or that have their own selectors."""
_TIME = re.compile(
    r"\b\d{1,2}[:.]\d{2}\b|\b\d{4}-\d\d?-\d\d?\b|\b\d+ ?(s|sec|min|h|seconds?|minutes?|hours?|days?)( ago)?$|"
    r"\bjust now\b|(^|[-–—·,|] ?)(now|today|yesterday)$",
    re.IGNORECASE,
)
"""A time in the value of an attribute: it is another one in the next message, or a minute later."""
MAX_OUTER = 4
"""How many elements around an element are tried as its context."""
MAX_INNER = 60
"""How many elements inside an element are tried to tell it from others."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A selector as CSS, and its test for a node.

    `score`: how likely it still works after the site's next build (5: made for tests, 1: a utility class).
    """

    css: str
    test: Test
    score: float
    find: Find | None = None
    """Finds the same nodes as `test` in a whole page, whose time does not grow with the depth of the page."""

    _last: list[tuple[Sequence[Node], list[Node]]] = field(default_factory=list[Any], repr=False)
    """The last page and what was found in it: the parts of many selectors are the same."""
    _last_outer: list[tuple[Sequence[Node], list[Node]]] = field(default_factory=list[Any], repr=False)

    def matched(self, nodes: Sequence[Node]) -> list[Node]:
        """Return the matched ones of all nodes of a page."""
        if not self._last or self._last[0][0] is not nodes:
            found = self.find(nodes) if self.find else [node for node in nodes if self.test(node)]
            self._last[:] = [(nodes, found)]
        return self._last[0][1]

    def outermost(self, nodes: Sequence[Node]) -> list[Node]:
        """Return the matched nodes with visible text that are not inside another matched node."""
        if not self._last_outer or self._last_outer[0][0] is not nodes:
            found = self.matched(nodes)
            covered = _inside(found, nodes)
            outer = [node for node in found if node.text and node.box and id(node) not in covered]
            self._last_outer[:] = [(nodes, outer)]
        return self._last_outer[0][1]


def simple(node: Node, role: frozenset[str]) -> Iterator[Pattern]:
    """Yield the selectors of an element without its context; `role` are words that name its purpose."""
    seen = set[str]()
    for css in selectors(node, frozenset(), role):
        if css not in seen and not _names_a_time(css):
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
        elif "-" in node.tag and _VALUE.fullmatch(value) and not _EVERYWHERE.fullmatch(name):
            css = f'{node.tag}[{name}="{value}"]'
            yield Pattern(css, test_of(css), 3.6 if parts(f"{name} {value}") & role else 2.6)
    for name in node.classes:
        if _PLAIN.fullmatch(name):
            css = f'[class~="{name}"]'
            yield Pattern(css, test_of(css), 3.4 if name in role else 1.0)  # such as "me", too short above


def in_context(node: Node, role: frozenset[str], others: Iterable[Node]) -> Iterator[Pattern]:
    """Yield selectors of `node` that name an element around or inside it, or one that only `others` contain.

    They are for an element that no simple selector distinguishes from the others.
    """
    own = list(islice(simple(node, role), 8))
    for above in islice(node.ancestors(), MAX_OUTER):
        for outer in islice(simple(above, role), 6):
            for inner in own:
                yield _under(outer, inner)
    for inside in islice(node.descendants(), MAX_INNER):
        for part in islice(simple(inside, role), 4):
            for outer in own:
                yield _with(outer, part)
    for other in others:
        for inside in islice(other.descendants(), MAX_INNER):
            for part in islice(simple(inside, role), 4):
                for outer in own:
                    yield _without(outer, part)


def in_list(own: Node, other: Node, role: frozenset[str]) -> Iterator[Pattern]:
    """Yield selectors of the list item `own` that exclude the item `other` of the same list."""
    if own.parent is None or own.parent is not other.parent:
        return
    lists = [pattern for pattern in simple(own.parent, role) if pattern.score > 1] or [_tag(own.parent)]
    unlike = [(pattern, False) for pattern in islice(simple(other, role), 12) if not pattern.test(own)]
    unlike += [
        (part, True)
        for inside in islice(other.descendants(), MAX_INNER)
        for part in islice(simple(inside, role), 4)
        if not any(part.test(node) for node in own.descendants())
    ]
    for outer in lists[:6]:
        for part, within in unlike[:40]:
            lacking = f":not(:has({part.css}))" if within else f":not({part.css})"
            css = f"{outer.css} > {own.tag}{lacking}"
            yield Pattern(css, _item(outer, own.tag, part, within=within), min(outer.score, part.score) - 0.6)


def test_of(css: str) -> Test:
    """Return the test of a simple selector: a tag, an id, a class or an attribute, or a tag with one of them.

    Raises ValueError for any other selector.
    """
    found = _SIMPLE.fullmatch(css)
    if not css or not found:
        raise ValueError(f"not a simple selector: {css}")
    tag, wanted_id, cls = found["tag"], found["id"], found["cls"]
    name, operator, value = found["name"], found["op"], found["value"]

    def test(node: Node) -> bool:
        if tag and node.tag != tag:
            return False
        if wanted_id:
            return node.attributes.get("id") == wanted_id
        if cls:
            return cls in _names(node.attributes.get("class", ""))
        if not name:
            return True
        found = node.attributes.get(name)
        if found is None or operator is None:
            return found is not None
        if operator == "~=":
            return value in _names(found)
        if operator == "$=":
            return found.endswith(value)
        return value in found if operator == "*=" else value == found

    return test


@lru_cache(maxsize=4096)
def _names(value: str) -> frozenset[str]:
    return frozenset(value.split())


def _names_a_time(css: str) -> bool:
    found = _SIMPLE.fullmatch(css)
    return bool(found and found["value"] and _TIME.search(found["value"]))


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
        return 2.0  # these texts are translated
    if "[" in css:
        return 2.5
    return 4.0 if "-" in css else 1.5


def _tag(node: Node) -> Pattern:
    return Pattern(node.tag, test_of(node.tag), 1.0)


def _item(outer: Pattern, tag: str, part: Pattern, *, within: bool) -> Test:
    def test(node: Node) -> bool:
        if node.tag != tag or node.parent is None or not outer.test(node.parent):
            return False
        return not (any(part.test(inside) for inside in node.descendants()) if within else part.test(node))

    return test


def _under(outer: Pattern, inner: Pattern) -> Pattern:
    def test(node: Node) -> bool:
        return inner.test(node) and any(outer.test(above) for above in node.ancestors())

    def find(nodes: Sequence[Node]) -> list[Node]:
        covered = _inside(outer.matched(nodes), nodes)
        return [node for node in inner.matched(nodes) if id(node) in covered]

    return Pattern(f"{outer.css} {inner.css}", test, min(outer.score, inner.score) - 0.5, find)


def _with(outer: Pattern, part: Pattern) -> Pattern:
    def test(node: Node) -> bool:
        return outer.test(node) and any(part.test(inside) for inside in node.descendants())

    def find(nodes: Sequence[Node]) -> list[Node]:
        around = _around(part.matched(nodes))
        return [node for node in outer.matched(nodes) if id(node) in around]

    return Pattern(f"{outer.css}:has({part.css})", test, min(outer.score, part.score) - 0.5, find)


def _without(outer: Pattern, part: Pattern) -> Pattern:
    def test(node: Node) -> bool:
        return outer.test(node) and not any(part.test(inside) for inside in node.descendants())

    def find(nodes: Sequence[Node]) -> list[Node]:
        around = _around(part.matched(nodes))
        return [node for node in outer.matched(nodes) if id(node) not in around]

    return Pattern(f"{outer.css}:not(:has({part.css}))", test, min(outer.score, part.score) - 0.8, find)


def _inside(found: Iterable[Node], nodes: Iterable[Node]) -> set[int]:
    """Return the ids of the nodes that are inside one of `found`; `nodes` are in the order of the page."""
    outer, inside = set(map(id, found)), set[int]()
    for node in nodes:
        above = id(node.parent)
        if above in outer or above in inside:
            inside.add(id(node))
    return inside


def _around(found: Iterable[Node]) -> set[int]:
    """Return the ids of the elements around `found`."""
    around = set[int]()
    for node in found:
        for above in node.ancestors():
            if id(above) in around:
                break
            around.add(id(above))
    return around
